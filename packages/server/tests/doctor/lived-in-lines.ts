import { cancelBooking, confirmBooking } from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { createEventType } from '../../src/booking/event-types/event-types.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { joinWaitlist } from '../../src/booking/waiting/join-waitlist.ts'
import { runDueLines } from '../../src/booking/waiting/run-due-waitlists.ts'
import { leaveWaitlist } from '../../src/booking/waiting/waitlist-entries.ts'
import type { WaitlistEntry } from '../../src/booking/waitlist/entry.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import type { Caller } from '../../src/kernel/caller.ts'
import { at, valueIn, wholeWeek } from './lived-in-values.ts'

/** Who is on the wait list. */
export interface LivedInLines {
  readonly lineId: string
  /** Has the time that became free, as a hold. */
  readonly offered: WaitlistEntry
  /** Is on the wait list. */
  readonly waiting: WaitlistEntry
}

/**
 * Fills the wait list of an event type with a single start, 2026-05-04 09:00. Of another event type, which offers what
 * lapses to its line first, a booking is pending.
 */
export async function keepLines(deps: AppDependencies, caller: Caller): Promise<LivedInLines> {
  const provider = valueIn(await createProvider(deps, caller, { name: 'Ines', timeZone: 'UTC' }))
  const clinic = valueIn(
    await createEventType(deps, caller, {
      providerId: provider.id,
      slug: 'clinic',
      title: 'Clinic',
      durationMinutes: 30,
      availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end: '09:30' }] }],
      waitlist: { offerMinutes: 30, linesFirst: false },
    }),
  )
  const person = (name: string) => ({ name, email: `${name.toLowerCase()}@example.com` })
  const join = async (name: string) =>
    valueIn(
      await joinWaitlist(deps, caller, clinic.id, {
        from: () => at('2026-05-04T00:00'),
        to: () => at('2026-05-05T00:00'),
        booker: person(name),
      }),
    ).entry
  const { booking } = valueIn(
    await createBooking(deps, caller, {
      target: { eventTypeId: clinic.id },
      startEpochSeconds: at('2026-05-04T09:00'),
      booker: person('Pia'),
    }),
  )
  valueIn(await confirmBooking(deps, caller, booking.id))
  const offered = await join('Lea')
  const waiting = await join('Tom')
  const left = await join('Max')
  valueIn(await leaveWaitlist(deps, caller, left.id))
  valueIn(await cancelBooking(deps, caller, booking.id, {}))
  await runDueLines(deps, 100)
  const first = valueIn(
    await createEventType(deps, caller, {
      providerId: provider.id,
      slug: 'line-first',
      title: 'Line first',
      durationMinutes: 30,
      availabilityRules: wholeWeek,
      waitlist: { offerMinutes: 30, linesFirst: true },
    }),
  )
  // Its mark ends 60 s after the hold.
  valueIn(
    await createBooking(deps, caller, {
      target: { eventTypeId: first.id },
      startEpochSeconds: at('2026-05-06T09:00'),
      booker: person('Ida'),
    }),
  )
  return { lineId: clinic.id, offered, waiting }
}
