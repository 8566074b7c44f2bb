import type { Booking } from '@holdfast/engine'
import { type EventType, eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { bookingsBeside } from '../../booking/groups/read-group.ts'
import { eventTypeKey } from '../../booking/keys.ts'
import { isWithGroup } from '../../booking/visits/booking-group.ts'
import { visitOf } from '../../booking/visits/visit.ts'
import type { Account } from '../../identity/accounts/account.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { isFollowUpWanted } from './follow-up.ts'
import { reminderMinutesOf } from './reminders.ts'

type Reading = Pick<Dependencies, 'store'>

/** The bookings of the visit of a booking that have the same booker, in no order, with the booking itself. None if it is no part of a visit. */
async function partsBeside(deps: Reading, booking: Booking): Promise<readonly Booking[]> {
  const visit = await visitOf(deps, booking)
  if (visit === undefined) return []
  return (await bookingsBeside(deps, visit.id)).filter(
    (each) => isWithGroup(each) && each.booker?.email === booking.booker?.email,
  )
}

/** Whether a part of a visit comes before another one. Of two at the same time, the id decides. */
const isBefore = (a: Booking, b: Booking): boolean =>
  a.startEpochSeconds < b.startEpochSeconds ||
  (a.startEpochSeconds === b.startEpochSeconds && a.id < b.id)

const dateOf = ({ localStart }: Booking): string => localStart.slice(0, 10)

/** Whether a part of the same visit reminds of a booking: one that begins earlier on its date and has reminders. */
export async function isRemindedByVisit(
  deps: Reading,
  account: Pick<Account, 'reminderMinutes'>,
  booking: Booking,
): Promise<boolean> {
  const earlier = (await partsBeside(deps, booking)).filter(
    (each) =>
      each.status === 'confirmed' && dateOf(each) === dateOf(booking) && isBefore(each, booking),
  )
  const eventTypes = await Promise.all(earlier.map((each) => eventTypeOf(deps, each)))
  return eventTypes.some((eventType) => reminderMinutesOf(account, eventType).length > 0)
}

/**
 * Whether a later part of the same visit sends the email after its end: one that has not ended yet, or whose end has such an
 * email.
 */
export async function isFollowedUpByVisit(
  deps: Reading & Pick<Dependencies, 'clock'>,
  account: Pick<Account, 'followUps'>,
  booking: Booking,
): Promise<boolean> {
  const now = epochSeconds(deps.clock)
  return (await partsBeside(deps, booking)).some(
    (each) =>
      isBefore(booking, each) &&
      (isFollowUpWanted(account, each) ||
        (each.status === 'confirmed' && each.endEpochSeconds > now)),
  )
}

/** The event type of a booking; undefined if it has none any more. */
export const eventTypeOf = async (
  { store }: Reading,
  { eventTypeId }: Pick<Booking, 'eventTypeId'>,
): Promise<EventType | undefined> =>
  eventTypeId === undefined
    ? undefined
    : await eventTypeEntity.read(store, eventTypeKey(eventTypeId))
