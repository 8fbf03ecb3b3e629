"""What is installed here, as the window shows it."""

import platform

import idea
from idea.infrastructure.doctor.installation import LICENCES, version_of
from idea.infrastructure.places import Places
from idea.infrastructure.screen.select import select_core
from idea.presentation.desktop.viewmodels.about import Installation, Part


def describe_installation(places: Places) -> Installation:
    """Look at versions and folders; what is not needed on this system is left out."""
    libraries = [(name, version_of(name)) for name in LICENCES]
    return Installation(
        version=idea.__version__,
        python=platform.python_version(),
        core=select_core(None).name,
        system=f"{platform.system()} {platform.release()}, {platform.machine()}",
        folders={
            "Your things": str(places.data),
            "State": str(places.state),
            "Diagnostic logs": str(places.logs),
            "Crash reports": str(places.reports),
        },
        parts=(
            Part(name="JetBrains Mono", licence="SIL Open Font License 1.1"),
            *(
                Part(name=name, version=version, licence=LICENCES[name])
                for name, version in libraries
                if version
            ),
        ),
    )
