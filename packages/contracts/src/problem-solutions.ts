import type { ProblemCode } from './problems.ts'

/** How the caller of a request solves each problem, as instructions. The documentation shows them. */
export const PROBLEM_SOLUTIONS: Readonly<Record<ProblemCode, string>> = {
  malformed_json:
    'Send the body as JSON in UTF-8. A JSON library of your language writes it correctly; text put together by hand often has a comma too many.',
  signature_invalid:
    'Copy the signing secret of the webhook from the payment vendor into the payment connection again, and check the clock of the server.',
  unauthenticated:
    'Send the key in the `Authorization` header. If the key was revoked, create another one in the dashboard under "API keys".',
  sign_in_invalid: 'Request a new link and open it in the same browser.',
  forbidden:
    'Use a key with the scope that the call needs, or ask an owner of the account for a role that has it. The permissions page lists both.',
  account_suspended: 'Ask the operator of the server to resume the account.',
  recent_sign_in_required: 'Sign out, sign in again and repeat the action within an hour.',
  edge_required: 'Replace the address in your settings with the public one of the server.',
  not_found:
    'Check the id and its prefix, and that the key belongs to the account of the resource. A deleted resource is not found either.',
  method_not_allowed:
    'Use one of the methods in the `Allow` header. The API reference lists the calls of each path.',
  slot_taken:
    'Read the slots again and offer them to the booker. Send the next attempt with a new `Idempotency-Key`.',
  dates_taken:
    'Move or cancel the bookings in `conflicts`, or send `onConflict: "skip"` to block the rest.',
  session_full:
    'Offer the sessions of a new list of slots, with `seats` set to what the booker needs, or let the booker join the wait list.',
  session_cancelled:
    'Read the slots again: they leave the session out. Offer the booker another start, or let them join the wait list.',
  limit_reached:
    'Read the slots again: they leave out the dates on which the limit is reached. With `perBooker`, cancel one of the bookings of the booker, or wait for a hold to expire.',
  price_changed:
    'Show the booker the price in `price`, or read the slots again. Then send it as `expectedAmount`.',
  quote_expired:
    'Ask for a new quote, show its price to the booker, and send its `id` as `quoteId`.',
  night_taken: 'Leave out the nights in `nights`, or choose other dates.',
  part_of_visit:
    'Send the same change to the group: `POST /v1/booking-groups/{groupId}/cancel`, `/reschedule` or `/confirm`.',
  no_candidate_free:
    'Read the slots again for times at which somebody is free, or send the booking to its present provider.',
  calendar_unavailable:
    'Retry after a minute. If it continues, open "Connections" in the dashboard: it shows why the calendar cannot be read.',
  calendar_kind_unavailable:
    'The operator sets `HOLDFAST_GOOGLE_CLIENT_ID` or `HOLDFAST_OUTLOOK_CLIENT_ID` with its secret, and restarts the server.',
  payment_kind_unavailable:
    'The operator sets `HOLDFAST_VAULT_KEYS` for Stripe, or starts the server with demo data or in test mode for simulated payments.',
  payments_open: 'List the payments of the account, and settle or cancel those that are open.',
  not_a_candidate:
    "Send the id of one of the providers in the event type's requirement, and check that bookers may choose.",
  not_in_sequence:
    'Book a start that `GET /v1/slots?sequence=…` lists, with the starts of its `items`, or send a larger `maxGapMinutes`.',
  group_too_large: 'Send the first `max` items as one group, and the others as another.',
  no_such_time:
    'Leave the start out, move it by an hour, or send `onConflict: skip` to book the others.',
  event_type_too_large: 'Lower `count` of the requirements, or split the event type in two.',
  too_many_prices:
    'Give several candidates the same duration and price, or make a second event type.',
  stay_not_bookable:
    'Choose dates that keep the rules in `reasons`. The account can send `override: true`.',
  proof_of_work_required:
    'Call `GET /v1/proof-of-work`, solve the challenge in the browser and send the solution with the booking. The booking pages do it by themselves.',
  email_unconfirmed: 'Ask the booker to open the link in the email before the hold expires.',
  payment_required: 'Send the booker to `payment.checkoutUrl`. The payment confirms the booking.',
  payment_closed: 'Read the booking: it shows what was paid, and whether anything is left to pay.',
  refund_too_large:
    'Read the payment. `amountCaptured` less `amountRefunded` is the most that can be refunded.',
  dispute_open:
    'Answer the dispute at the payment vendor. Refund after it is decided, if you must.',
  security_deposit_not_held:
    'Read the booking. `securityDeposit.state` says what became of it: only what is `authorized` can be taken.',
  hold_expired: 'Read the slots again and create a new booking. The time may still be free.',
  invalid_transition:
    'Read the booking. Its `status` shows which actions are left: a cancelled booking stays cancelled.',
  too_late_to_change: 'Use a key of the account, which can change the booking at any time.',
  reschedule_limit_reached:
    'Use a key of the account, or raise `maxReschedules` of the event type for later bookings.',
  slug_taken: 'Choose another slug, for example with a number at its end.',
  slug_ambiguous: 'Send `providerId` too, or read the event type by its id.',
  event_type_inactive: 'Call `POST /v1/event-types/{id}/activate`.',
  event_type_has_bookings:
    'List its bookings with `eventTypeId`, cancel them, and delete the event type again. To stop new bookings only, deactivate it.',
  provider_inactive: 'Send `active: true` in a `PATCH` of the provider.',
  waitlist_closed: 'Set `waitlist` of the event type, or book a free slot.',
  waitlist_full:
    'Try again later. People leave the list when they book or when their dates have passed.',
  already_waiting:
    'Change the entry with the link in its email, or leave the list and join it again.',
  provider_is_team: 'Use the id of a member, or an event type of the team.',
  schedule_in_use:
    'Give the providers and event types in `usedBy` another schedule, then delete this one.',
  property_in_use: 'Delete the units in `usedBy`, then the property.',
  photo_in_use:
    'Remove the photo from the `photos` of the properties and event types in `usedBy`. It is removed by itself a day later.',
  photo_limit_reached: 'Delete photos that nothing uses: `GET /v1/photos` lists them.',
  calendar_in_use: 'Use another calendar, or delete the unit in `usedBy` first.',
  provider_has_bookings:
    'List the bookings with `providerId`, reassign or cancel them, and delete the provider again.',
  managed_by_booking: 'Send the change to `/v1/bookings/{id}`, with the id of the stay.',
  unit_has_bookings: 'Cancel the bookings or move them, and delete the calendar again.',
  availability_overlaps: 'Read the open windows of the date, and close the other one first.',
  last_api_key: 'Create another key, use it, and revoke this one with it.',
  last_owner: 'Make another member an owner first.',
  member_exists: 'Find the member by the email address and change the role.',
  contact_exists: 'Use the contact that `contactId` names, or another address.',
  contact_merged: 'Use the contact that `contactId` names, or undo the merge.',
  merge_not_undoable:
    'Keep the merge. If two people were taken for one, add a new contact for one of them and book it from now on.',
  booker_not_allowed:
    'Book another event type. The account can change the tags of the contact, or book with `override`.',
  contact_has_bookings: 'Cancel what `bookingIds` and `stayIds` name, or send `cancel: true`.',
  request_in_progress:
    'Wait for the seconds in `Retry-After`, then send the same request with the same key.',
  version_mismatch:
    'Read the resource, apply your change to what it is now, and send its new `ETag` as `If-Match`.',
  payload_too_large: 'Send less at once: several calls, or a shorter text.',
  unsupported_media_type: 'Send `Content-Type: application/json`, and do not compress the body.',
  validation_failed:
    'Correct each value in `errors`. `pointer` names its place and `message` what is expected there.',
  photo_unreadable:
    'Open the file in an image editor and save it as a JPEG, PNG or WebP in RGB, with at most 25 million pixels and without animation.',
  calendar_unreadable:
    'Open the address of the calendar in a browser without signing in: it must download an `.ics` file.',
  slot_not_bookable:
    'Read the slots again, or call `GET /v1/event-types/{id}/slots/explain` to see the values behind each reason. The account can send `override: true`.',
  idempotency_key_reused: 'Make a new key, such as a UUID, for each new request.',
  rate_limited:
    'Wait for the seconds in `Retry-After`. Spread calls over time, and read `RateLimit` to see what is left.',
  internal_error:
    'Retry once with the same `Idempotency-Key`. If it fails again, report the `requestId`: the log of the server has the cause.',
  overloaded: 'Retry after the seconds in `Retry-After`, with the same `Idempotency-Key`.',
  payment_unavailable:
    'Connect a payment vendor in the dashboard under "Payments". If one is connected, retry later.',
  store_unavailable:
    'Retry after the seconds in `Retry-After`, with the same `Idempotency-Key`, so that nothing happens twice.',
}
