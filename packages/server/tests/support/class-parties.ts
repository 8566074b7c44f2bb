import type { Booker, Booking } from '@holdfast/engine'
import { bookingEntity } from '../../src/booking/bookings/booking-item.ts'
import { confirmBooking } from '../../src/booking/bookings/change-booking.ts'
import type { EventType } from '../../src/booking/event-types/event-type.ts'
import type { EventTypeInput } from '../../src/booking/event-types/event-types.ts'
import { bookingKey } from '../../src/booking/keys.ts'
import { readSession } from '../../src/booking/seats/read-session.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { eventFromOutbox } from '../../src/kernel/events/outbox.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { runQueue } from '../../src/kernel/queue/queue.ts'
import { type BookingWorld, secondsOf, unwrap } from './booking-world.ts'

/** A party of a class. */
export interface PartyOptions {
  readonly seats?: number
  readonly booker?: Booker
  /** Whether the seats are only held. Default: no. */
  readonly isHeld?: boolean
}

/** Shorthands for tests of classes on a world of bookings. */
export function classParties(world: BookingWorld) {
  let made = 0
  return {
    /** An event type with 12 seats. */
    type: (more: Partial<EventTypeInput> = {}) =>
      world.eventType({ title: 'Yoga', seats: { capacity: 12 }, ...more }),
    /** A party of one with a booker of its own, confirmed. */
    async party(
      type: EventType,
      start: string,
      { seats = 1, booker, isHeld = false }: PartyOptions = {},
    ): Promise<Booking> {
      made += 1
      const person = booker ?? { name: `Guest ${made}`, email: `guest-${made}@example.com` }
      const { booking } = await world.created(type.id, start, { seats, booker: person })
      return isHeld || booking.status === 'confirmed'
        ? booking
        : unwrap(await confirmBooking(world.deps, world.caller, booking.id))
    },
    /** A booking as it is stored now. */
    async now({ id }: Pick<Booking, 'id'>): Promise<Booking> {
      const found = await bookingEntity.read(world.store, bookingKey(id))
      if (found === undefined) throw new Error(`booking ${id} is gone`)
      return found
    },
    /** The session of an event type at a start, as it is stored now. */
    async session(type: EventType, start: string) {
      const at = { eventTypeId: type.id, startEpochSeconds: secondsOf(start) }
      return (await readSession(world.deps, at))?.session
    },
    /** Runs the due tasks of the schedule once; on another store, if one is given. */
    follow(store: Store = world.store) {
      const deps = { ...world.deps, store }
      const options = { limit: 100, concurrency: 1 }
      return runQueue({ ...deps, random: () => 0.5 }, scheduleConsumer(deps), options)
    },
    /** The events that were not published yet, of these types, in their order. */
    async events(...types: readonly string[]) {
      const items = await world.items('OUTBOX#')
      return items
        .map(eventFromOutbox)
        .filter(({ type }) => types.includes(type))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
    },
  }
}
