from idea.application.terminals.client_variables import client_variables


def test_a_client_gives_its_display_and_nothing_else() -> None:
    given = {
        "DISPLAY": ":0",
        "WAYLAND_DISPLAY": "wayland-0",
        "XAUTHORITY": "/x",
        "DBUS_SESSION_BUS_ADDRESS": "unix:",
        "SSH_AUTH_SOCK": "/agent",
        "XDG_SESSION_TYPE": "wayland",
    }

    assert client_variables({**given, "LD_PRELOAD": "/evil.so", "PATH": "/evil"}) == given
