import type { Booking } from '@holdfast/engine'
import { type EventType, eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { bookingsBeside } from '../../booking/groups/read-group.ts'
import { eventTypeKey } from '../../booking/keys.ts'
import { isWithGroup } from '../../booking/visits/booking-group.ts'
import { visitOf } from '../../booking/visits/visit.ts'
import type { Account } from '../../identity/accounts/account.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { reminderMinutesOf } from './reminders.ts'

const dateOf = ({ localStart }: Booking): string => localStart.slice(0, 10)

/** Whether a part of the same visit reminds of a booking: one that begins earlier on its date and has reminders. */
export async function isRemindedByVisit(
  { store }: Pick<Dependencies, 'store'>,
  account: Pick<Account, 'reminderMinutes'>,
  booking: Booking,
): Promise<boolean> {
  const visit = await visitOf({ store }, booking)
  if (visit === undefined) return false
  const earlier = (await bookingsBeside({ store }, visit.id)).filter(
    (each) =>
      each.status === 'confirmed' &&
      isWithGroup(each) &&
      each.booker?.email === booking.booker?.email &&
      dateOf(each) === dateOf(booking) &&
      (each.startEpochSeconds < booking.startEpochSeconds ||
        (each.startEpochSeconds === booking.startEpochSeconds && each.id < booking.id)),
  )
  const eventTypes = await Promise.all(earlier.map((each) => eventTypeOf({ store }, each)))
  return eventTypes.some((eventType) => reminderMinutesOf(account, eventType).length > 0)
}

/** The event type of a booking; undefined if it has none any more. */
export const eventTypeOf = async (
  { store }: Pick<Dependencies, 'store'>,
  { eventTypeId }: Pick<Booking, 'eventTypeId'>,
): Promise<EventType | undefined> =>
  eventTypeId === undefined
    ? undefined
    : await eventTypeEntity.read(store, eventTypeKey(eventTypeId), { consistent: true })
