"""idea call: any use case by its name."""

import json

import click

from idea.domain.errors import InvalidError
from idea.presentation.cli.output import json_text
from idea.presentation.cli.parameters import doors


@click.command("call")
@click.argument("name")
@click.argument("request", default="{}")
def call_command(name: str, request: str) -> None:
    """Execute use case NAME with a JSON object and print its answer as JSON.

    'idea call rpc.describe' lists the names with their requests and answers.

    Raises:
        InvalidError: The request is not a JSON object.
    """
    try:
        parsed = json.loads(request)
    except ValueError as error:
        raise InvalidError(f"The request is not JSON: {error}.") from error
    if not isinstance(parsed, dict):
        raise InvalidError('The request must be a JSON object such as {"project": "ledger"}.')
    click.echo(json_text(doors().call(name, parsed)))
