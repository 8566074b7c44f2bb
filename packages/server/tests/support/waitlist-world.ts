import { bookingEntity } from '../../src/booking/bookings/booking-item.ts'
import { emailProofToken, proveEmail } from '../../src/booking/groups/prove-email.ts'
import { bookingKey, waitlistEntryKey } from '../../src/booking/keys.ts'
import {
  type JoinedWaitlist,
  type JoinInput,
  joinWaitlist,
} from '../../src/booking/waiting/join-waitlist.ts'
import { runDueLines } from '../../src/booking/waiting/run-due-waitlists.ts'
import { type WaitlistEntry, waitlistEntryEntity } from '../../src/booking/waitlist/entry.ts'
import type { Caller } from '../../src/kernel/caller.ts'
import { eventFromOutbox } from '../../src/kernel/events/outbox.ts'
import { taskFromItem } from '../../src/kernel/queue/task.ts'
import { type BookingWorld, openBookingWorld, secondsOf, unwrap } from './booking-world.ts'
import { type Engine, USUAL_ENGINE } from './stores.ts'

/** What somebody waits for in tests: instants, and a name that makes the email address. */
export interface WaitsFor extends Partial<Omit<JoinInput, 'from' | 'to' | 'booker'>> {
  readonly name: string
  readonly from?: string
  readonly to?: string
}

/** A world of bookings with shorthands for tests of wait lists. */
export async function openWaitlistWorld(engine: Engine = USUAL_ENGINE) {
  const world: BookingWorld = await openBookingWorld(engine)
  const { deps, caller, store } = world
  const tryJoin = (
    eventTypeId: string,
    { name, from, to, ...more }: WaitsFor,
    as: Caller<JoinedWaitlist> = caller,
  ) =>
    joinWaitlist(deps, as, eventTypeId, {
      from: () => secondsOf(from ?? '2026-04-27T00:00:00Z'),
      to: () => secondsOf(to ?? '2026-04-28T00:00:00Z'),
      booker: { name, email: `${name.toLowerCase()}@example.com` },
      ...more,
    })
  const entry = async (id: string): Promise<WaitlistEntry> => {
    const found = await waitlistEntryEntity.read(store, waitlistEntryKey(id))
    if (found === undefined) throw new Error(`there is no entry ${id}`)
    return found
  }
  const booking = async (id: string) => {
    const found = await bookingEntity.read(store, bookingKey(id))
    if (found === undefined) throw new Error(`there is no booking ${id}`)
    return found
  }
  return {
    ...world,
    tryJoin,
    join: async (eventTypeId: string, waits: WaitsFor): Promise<JoinedWaitlist> =>
      unwrap(await tryJoin(eventTypeId, waits)),
    entry,
    booking,
    /** Looks at all lines that are due. */
    look: () => runDueLines(deps, 100),
    /** The booking that an entry got last. */
    offerOf: async (id: string) => await booking((await entry(id)).offer?.bookingId ?? ''),
    /** Follows the link in the email of an offer. */
    async accept(id: string) {
      const offered = await booking((await entry(id)).offer?.bookingId ?? '')
      return await proveEmail(deps, caller, offered.id, emailProofToken(deps, offered))
    },
    /** The types of the events that wait for publication, by their resource. */
    async eventsOf(resourceId: string): Promise<readonly string[]> {
      const events = (await world.items('OUTBOX#')).map(eventFromOutbox)
      return events
        .filter((event) => event.resourceId === resourceId)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ type }) => type)
    },
    /** The emails that wait to be written, by the resource that they are about. */
    async emailsOf(resourceId: string): Promise<readonly string[]> {
      const tasks = (await world.items('QUEUE#mails')).map(taskFromItem)
      return tasks
        .filter(({ event }) => event.resourceId === resourceId)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ event }) => event.type)
    },
  }
}

/** The world of `openWaitlistWorld`. */
export type WaitlistWorld = Awaited<ReturnType<typeof openWaitlistWorld>>
