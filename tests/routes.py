"""The routes of Discord that faults are made for and requests are counted by."""

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
DELETE = "DELETE /channels/{channel_id}/messages/{message_id}"
CALLBACK = "POST /interactions/{interaction_id}/{token}/callback"
PANEL = "PATCH /webhooks/{application_id}/{token}/messages/@original"
FOLLOW = "POST /webhooks/{application_id}/{token}"
