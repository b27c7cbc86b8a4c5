"""Routes that an interaction's token opens: its callback, `@original` and follow-ups. They need no bot token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.interactions import Interaction, Interactions
from sandbox.payloads import message_json
from sandbox.rest import Answer, RestRequest, Route

if TYPE_CHECKING:
    from sandbox.messages import Messages
    from sandbox.world import World


class WebhookRoutes:
    """The bot's answers to interactions."""

    def __init__(self, world: World, messages: Messages, interactions: Interactions) -> None:
        """Serve the interactions of a world."""
        self.world = world
        self.messages = messages
        self.interactions = interactions

    def routes(self) -> list[Route]:
        """Return the routes with their handlers."""
        hook = "/webhooks/{application_id}/{token}"
        routes = [
            ("POST", "/interactions/{interaction_id}/{token}/callback", self.answer),
            ("POST", hook, self.follow_up),
        ]
        for message in (f"{hook}/messages/@original", f"{hook}/messages/{{message_id}}"):
            routes += [
                ("GET", message, self.get_message),
                ("PATCH", message, self.edit_message),
                ("DELETE", message, self.delete_message),
            ]
        return [Route(method, pattern, handler, needs_token=False) for method, pattern, handler in routes]

    def answer(self, request: RestRequest) -> Answer:
        """POST /interactions/{interaction_id}/{token}/callback."""
        params = request.params
        body = self.interactions.answer(params["interaction_id"], params["token"], request.body, request.uploads)
        wants = request.query.get("with_response", "").lower() in {"1", "true"}
        return Answer(200, body) if wants else Answer(204)

    def _interaction(self, request: RestRequest) -> Interaction:
        return self.interactions.by_token(request.params["application_id"], request.params["token"])

    def follow_up(self, request: RestRequest) -> Answer:
        """POST /webhooks/{application_id}/{token}: interactions always get the message back."""
        message = self.interactions.follow_up(self._interaction(request), request.body, request.uploads)
        return Answer(200, message_json(message, self.world))

    def get_message(self, request: RestRequest) -> Answer:
        """GET /webhooks/{application_id}/{token}/messages/{message_id or @original}."""
        message = self.interactions.find_message(self._interaction(request), _message_id(request))
        return Answer(200, message_json(message, self.world))

    def edit_message(self, request: RestRequest) -> Answer:
        """PATCH /webhooks/{application_id}/{token}/messages/{message_id or @original}."""
        message = self.interactions.find_message(self._interaction(request), _message_id(request))
        self.messages.edit(message, request.form, request.uploads)
        return Answer(200, message_json(message, self.world))

    def delete_message(self, request: RestRequest) -> Answer:
        """DELETE /webhooks/{application_id}/{token}/messages/{message_id or @original}."""
        message = self.interactions.find_message(self._interaction(request), _message_id(request))
        self.messages.delete(message)
        return Answer(204)


def _message_id(request: RestRequest) -> str:
    return request.params.get("message_id", "@original")
