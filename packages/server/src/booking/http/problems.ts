import type { SlotReason } from '@holdfast/contracts'
import type { TransitionRefusal } from '@holdfast/engine'
import { decimalText } from '@holdfast/engine'
import type { AnswerableRefusal, ProblemsOf } from '../../kernel/http/refusal-problem.ts'
import { instantText } from '../../kernel/representations.ts'
import type { BookingRefusal } from '../refusals.ts'
import { reasonsText, slotReason } from './slot-reason.ts'

const ACTION_TEXT = {
  confirm: 'confirmed',
  cancel: 'cancelled',
  reschedule: 'rescheduled',
  reassign: 'reassigned',
  update: 'updated',
  complete: 'completed',
  no_show: 'marked as a no-show',
  expire: 'expired',
  check_in: 'checked in',
  call: 'called',
  start_service: 'started',
  check_out: 'checked out',
} as const

/** Why a booking cannot take an action, as a sentence. */
function transitionText({
  action,
  status,
  reason,
}: Extract<TransitionRefusal, { readonly code: 'invalid_transition' }>): string {
  switch (reason) {
    case 'not_started':
      return `The booking cannot be ${ACTION_TEXT[action]} before its start.`
    case 'too_early':
      return `The booking cannot be ${ACTION_TEXT[action]} more than 24 hours before its start.`
    case 'needs_approval':
      return 'The booking is waiting for approval by the provider.'
    case 'moved':
      return 'The booking was moved. Use the link in the newest email.'
    case 'in_session':
      return 'The booking has seats of a session. Reassign the whole session.'
    case 'reassigned':
      return 'The booking was given to another provider.'
    default:
      return `A booking with status "${status}" cannot be ${ACTION_TEXT[action]}.`
  }
}

/** How many users of a schedule a problem names. */
const USERS_NAMED = 100

/** What each refusal of the context is over HTTP. */
export const BOOKING_PROBLEMS: ProblemsOf<BookingRefusal> = {
  dates_taken: ({ code, conflicts }) => ({
    code,
    detail: `Something is in the way on ${[...new Set(conflicts.map(({ date }) => date))].join(', ')}. Nothing was blocked.`,
    conflicts,
  }),
  invalid_transition: (refusal) => ({ code: refusal.code, detail: transitionText(refusal) }),
  hold_expired: ({ code, holdExpiresAtEpochSeconds }) => ({
    code,
    detail: `The hold expired at ${instantText(holdExpiresAtEpochSeconds)}.`,
  }),
  not_in_sequence: ({ code, earliestEpochSeconds, latestEpochSeconds }) => ({
    code,
    detail: `The part does not follow the one before: it can start from ${instantText(earliestEpochSeconds)} to ${instantText(latestEpochSeconds)}.`,
  }),
  group_item_refused: ({ refusal, item }, audience, problemOf) => ({
    // The idempotency key belongs to the group, and never to one of its items.
    ...problemOf(refusal as AnswerableRefusal, audience),
    item,
  }),
  too_late_to_change: ({ code, startEpochSeconds, untilEpochSeconds }) => ({
    code,
    detail:
      untilEpochSeconds === startEpochSeconds
        ? `The booking began at ${instantText(startEpochSeconds)}. Contact the provider to change it.`
        : `Bookers could change this until ${instantText(untilEpochSeconds)}. Contact the provider to change it.`,
  }),
  reschedule_limit_reached: ({ code, maxReschedules }) => ({
    code,
    detail: `Bookers can reschedule this booking at most ${maxReschedules} times. Contact the provider to move it.`,
  }),
  calendar_unavailable: ({ code, startEpochSeconds, sources }, audience) => ({
    code,
    detail: `Cannot check whether ${instantText(startEpochSeconds)} is free: a connected calendar${audience === 'account' ? ` (${sources.join(', ')})` : ''} is unavailable.`,
  }),
  payment_unavailable: ({ code }) => ({
    code,
    detail: 'The payment vendor is not available right now.',
    headers: { 'retry-after': '30' },
  }),
  slot_not_bookable: ({ code, reasons }, audience) => ({
    code,
    detail: `The start is not bookable: ${reasonsText(reasons, audience)}.`,
    reasons:
      audience === 'account'
        ? reasons.map(slotReason)
        : reasons.map((reason): SlotReason => ({ code: reason.code })),
  }),
  not_a_candidate: ({ code, providerId, takingPart = [] }) => ({
    code,
    detail:
      takingPart.length === 0
        ? `The provider "${providerId}" is not a candidate that can be chosen.`
        : `The provider "${providerId}" takes no part, so \`from\` cannot be it. These take part: ${takingPart.join(', ')}.`,
  }),
  part_of_visit: ({ code, groupId, action }) => ({
    code,
    detail: `The booking is part of a visit. Send POST /v1/booking-groups/${groupId}/${action} to ${action} all of its bookings.`,
    groupId,
  }),
  no_candidate_free: ({ code, bookingId }) => ({
    code,
    detail: `No other candidate is free for the whole time of the booking "${bookingId}".`,
  }),
  event_type_too_large: ({ code, providerCount, maxProviders }) => ({
    code,
    detail: `A booking would take ${providerCount} providers. At this duration and with these buffers, at most ${maxProviders} are possible.`,
  }),
  slug_ambiguous: ({ code, slug, providerIds }) => ({
    code,
    detail: `Several providers use the slug "${slug}": ${providerIds.join(', ')}. Select one with providerId.`,
  }),
  event_type_inactive: ({ code }) => ({
    code,
    detail: 'The event type is inactive and accepts no bookings.',
  }),
  provider_inactive: ({ code }) => ({
    code,
    detail: 'The provider is inactive and accepts no bookings.',
  }),
  event_type_has_bookings: ({ code, eventTypeId }) => ({
    code,
    detail: `Event type "${eventTypeId}" has pending or confirmed bookings.`,
  }),
  provider_is_team: ({ code, providerId }) => ({
    code,
    detail: `Provider "${providerId}" is a team, which has no time of its own.`,
  }),
  schedule_in_use: ({ code, scheduleId, userIds }) => ({
    code,
    detail: `Schedule "${scheduleId}" is used by ${userIds.length === 1 ? 'one provider or event type' : `${userIds.length} providers and event types`}.`,
    usedBy: userIds.slice(0, USERS_NAMED),
  }),
  property_in_use: ({ code, propertyId, unitIds }) => ({
    code,
    detail: `Property "${propertyId}" has ${unitIds.length === 1 ? 'one unit' : `${unitIds.length} units`}.`,
    usedBy: unitIds.slice(0, USERS_NAMED),
  }),
  photo_in_use: ({ code, photoId, userIds }) => ({
    code,
    detail: `Photo "${photoId}" is named by ${userIds.length === 1 ? 'one property or event type' : `${userIds.length} properties and event types`}.`,
    usedBy: userIds.slice(0, USERS_NAMED),
  }),
  photo_limit_reached: ({ code, max }) => ({
    code,
    detail: `The account has ${max} uploaded photos, the most of one. Delete one that is not used.`,
    max,
  }),
  photo_unreadable: ({ code, detail }) => ({ code, detail }),
  calendar_in_use: ({ code, calendarId, unitId }) => ({
    code,
    detail: `The nights of calendar "${calendarId}" are those of unit "${unitId}".`,
    usedBy: [unitId],
  }),
  provider_has_bookings: ({ code, providerId }) => ({
    code,
    detail: `Provider "${providerId}" has pending or confirmed bookings.`,
  }),
  unit_has_bookings: ({ code, calendarId }) => ({
    code,
    detail: `Bookings have nights of calendar "${calendarId}".`,
  }),
  availability_overlaps: ({ code, date }) => ({
    code,
    detail: `The window overlaps one that is already open on ${date}.`,
  }),
  email_unconfirmed: ({ code }) => ({
    code,
    detail: 'The booking waits until its booker follows the link in the email.',
  }),
  payment_required: ({ code, paymentId }) => ({
    code,
    detail: `The booking is confirmed by its payment ${paymentId}. Pay at its \`checkoutUrl\`.`,
  }),
  price_changed: ({ code, price }) => ({
    code,
    detail: `The price is ${decimalText(price)} ${price.currency}, not the expected one.`,
    price,
  }),
  quote_expired: ({ code }) => ({
    code,
    detail:
      'The quote no longer binds its price: it is older than 15 minutes, or no quote of this account.',
  }),
  too_many_prices: ({ code, count, max }) => ({
    code,
    detail: `The candidates have ${count} different pairs of a duration and a price. At most ${max} are possible, and what the event type itself says is one of them.`,
  }),
  group_too_large: ({ code, max, isMove }) => ({
    code,
    detail: isMove
      ? `The bookings do not fit into one transaction, so they cannot be moved together. The first ${max} would: move each booking by itself.`
      : `The bookings do not fit into one transaction. The first ${max} do: book the rest as another group.`,
    max,
  }),
  no_such_time: ({ code, localStart, timeZone }) => ({
    code,
    detail: `There is no ${localStart.replace('T', ' ')} in ${timeZone}.`,
  }),
  session_closed: ({ by }) => ({
    code: 'invalid_transition' as const,
    detail: `The session at this start was ${by} already.`,
  }),
  session_empty: (_refusal) => ({
    code: 'invalid_transition' as const,
    detail:
      'Nobody has booked this start yet, so there is nothing to move or give away. Cancel it if it does not take place, or add time off for the person who cannot come.',
  }),
  waitlist_closed: ({ code, eventTypeId }) => ({
    code,
    detail: `Event type "${eventTypeId}" has no wait list.`,
  }),
  waitlist_full: ({ code, max }) => ({
    code,
    detail: `The wait list is full: ${max} people are on it.`,
  }),
  already_waiting: ({ code }) => ({
    code,
    detail:
      'This email address is on the wait list of the event type already. The link in the email about it leads to the entry.',
  }),
}
