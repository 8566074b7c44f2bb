import type { Booking } from '@holdfast/engine'
import { cancelBooking, confirmBooking } from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { createEventType } from '../../src/booking/event-types/event-types.ts'
import { createBookingGroup } from '../../src/booking/groups/create-group.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { cancelSession } from '../../src/booking/sessions/cancel-session.ts'
import { rescheduleSession } from '../../src/booking/sessions/reschedule-session.ts'
import type { BookingGroup } from '../../src/booking/visits/booking-group.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import type { Caller } from '../../src/kernel/caller.ts'
import { at, valueIn, wholeWeek } from './lived-in-values.ts'

/** What is counted in the store. */
export interface LivedInClasses {
  readonly teacherId: string
  /** A class of 6 for an hour, at most 3 a day and 4 bookings a person. */
  readonly yogaId: string
  /** Confirmed, 2 seats of the class at 2026-05-05 09:00; the teacher's quanta 108 to 119. */
  readonly pair: Booking
  /** Pending, 1 seat of the same class. */
  readonly single: Booking
  /** Pending, 3 seats of the class at 2026-05-05 11:00, which nobody else is in. */
  readonly family: Booking
  /** An event type with at most 2 a day, at most 120 minutes a day, and 3 bookings a person. */
  readonly talkId: string
  /** Confirmed, 2026-05-05 14:00–14:30. */
  readonly talk: Booking
  /** Pending, 2026-05-05 15:00–15:30. */
  readonly heldTalk: Booking
  /** A seat and a talk on 2026-05-12, held together. */
  readonly group: BookingGroup
}

/**
 * Fills classes and limits: seats and parts that are confirmed, held, moved and given back. A whole class was moved from
 * 2026-05-07 07:00 to 10:00, and one on 2026-05-08 was cancelled; no task has told their bookings yet.
 */
export async function keepClasses(deps: AppDependencies, caller: Caller): Promise<LivedInClasses> {
  const limits = { perWeek: 9 }
  const teacher = valueIn(
    await createProvider(deps, caller, { name: 'Uma', timeZone: 'Europe/Berlin', limits }),
  )
  const type = { providerId: teacher.id, durationMinutes: 60, availabilityRules: wholeWeek }
  const yoga = valueIn(
    await createEventType(deps, caller, {
      ...type,
      slug: 'yoga',
      title: 'Yoga',
      seats: { capacity: 6 },
      limits: { perDay: 3, perBooker: 4 },
    }),
  )
  const talk = valueIn(
    await createEventType(deps, caller, {
      ...type,
      durationMinutes: 30,
      slug: 'talk',
      title: 'Talk',
      limits: { perDay: 2, minutesPerDay: 120, perBooker: 3, perBookerEver: 9 },
    }),
  )
  const book = async (eventTypeId: string, start: string, name: string, seats?: number) => {
    const booker = { name, email: `${name.toLowerCase()}@example.com` }
    const startEpochSeconds = at(start)
    const input = { target: { eventTypeId }, startEpochSeconds, booker, seats }
    return valueIn(await createBooking(deps, caller, input)).booking
  }
  const confirm = async ({ id }: Booking) => valueIn(await confirmBooking(deps, caller, id))
  const cancel = async ({ id }: Booking) => valueIn(await cancelBooking(deps, caller, id, {}))

  const moving = await confirm(await book(yoga.id, '2026-05-05T07:00', 'Mia', 2))
  valueIn(
    await rescheduleBooking(deps, caller, moving.id, { startEpochSeconds: at('2026-05-06T07:00') }),
  )
  const pair = await confirm(await book(yoga.id, '2026-05-05T09:00', 'Ben', 2))
  await cancel(await confirm(await book(yoga.id, '2026-05-05T09:00', 'Eli', 3)))
  await cancel(await book(yoga.id, '2026-05-05T12:00', 'Eli'))
  const single = await book(yoga.id, '2026-05-05T09:00', 'Ada')
  const family = await book(yoga.id, '2026-05-05T11:00', 'Kim', 3)
  await confirm(await book(yoga.id, '2026-05-07T07:00', 'Mia', 2))
  await book(yoga.id, '2026-05-07T07:00', 'Eli')
  const moved = { eventTypeId: yoga.id, startEpochSeconds: at('2026-05-07T07:00') }
  valueIn(await rescheduleSession(deps, caller, moved, at('2026-05-07T10:00')))
  await confirm(await book(yoga.id, '2026-05-08T07:00', 'Kim'))
  const off = { eventTypeId: yoga.id, startEpochSeconds: at('2026-05-08T07:00') }
  valueIn(await cancelSession(deps, caller, off, 'The teacher is ill.'))
  const confirmed = await confirm(await book(talk.id, '2026-05-05T14:00', 'Ada'))
  await cancel(await confirm(await book(talk.id, '2026-05-05T16:00', 'Ada')))
  const heldTalk = await book(talk.id, '2026-05-05T15:00', 'Ben')
  const group = valueIn(
    await createBookingGroup(deps, caller, {
      items: [yoga, talk].map(({ id: eventTypeId }, index) => ({
        eventTypeId,
        startEpochSeconds: at(`2026-05-12T0${7 + index}:00`),
      })),
      onConflict: 'refuse',
      booker: { name: 'Mia', email: 'mia@example.com' },
      fields: {},
      isOverride: false,
    }),
  ).group
  return {
    teacherId: teacher.id,
    yogaId: yoga.id,
    pair,
    single,
    family,
    talkId: talk.id,
    talk: confirmed,
    heldTalk,
    group,
  }
}
