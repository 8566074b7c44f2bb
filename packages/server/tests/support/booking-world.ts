import type { Booking, Result } from '@holdfast/engine'
import type { BookingInput } from '../../src/booking/bookings/booking-input.ts'
import { type CreatedBooking, createBooking } from '../../src/booking/bookings/create-booking.ts'
import type { EventType } from '../../src/booking/event-types/event-type.ts'
import { createEventType, type EventTypeInput } from '../../src/booking/event-types/event-types.ts'
import {
  createProvider,
  type ProviderInput,
} from '../../src/booking/provider-changes/save-provider.ts'
import type { Provider } from '../../src/booking/providers/provider.ts'
import { firstAccount } from '../../src/identity/accounts/accounts.ts'
import { ledgerFromItem } from '../../src/kernel/items/ledger-item.ts'
import type { Item } from '../../src/kernel/ports/store.ts'
import type { Refusal } from '../../src/kernel/refusals.ts'
import { ledgerKey } from '../../src/ledger/keys.ts'
import { testDependencies } from './dependencies.ts'
import { type Engine, openTestStore, USUAL_ENGINE } from './stores.ts'

/** A Monday; the initial time of the test clock. */
export const NOW = '2026-04-20T08:00:00Z'

/** The epoch second of an RFC 3339 instant. */
export const secondsOf = (instant: string): number => Date.parse(instant) / 1000

/** The value of a result; throws its refusal otherwise. */
export function unwrap<Value>(result: Result<Value, Refusal>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}

const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

/** Rules for 09:00 to 17:00 on weekdays. */
export const WORKING_HOURS = WORKDAYS.map((weekday) => ({
  weekday,
  windows: [{ start: '09:00', end: '17:00' }],
}))

export const BOOKER = { name: 'Ada', email: 'ada@example.com' }

/**
 * Creates an account on a new store, with shorthands for tests of bookings. Default engine: SQLite, or the one that the run is about. Default time zone of
 * providers: UTC. Default rules of event types: `WORKING_HOURS`.
 */
export async function openBookingWorld(engine: Engine = USUAL_ENGINE) {
  const opened = await openTestStore(engine)
  const { deps, clock } = testDependencies(opened.store, NOW)
  const accountId = await firstAccount(deps)
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  let made = 0
  const provider = async (more: Partial<ProviderInput> = {}): Promise<Provider> => {
    made += 1
    const input = { name: `Room ${made}`, timeZone: 'UTC', ...more }
    return unwrap(await createProvider(deps, caller, input))
  }
  const eventType = async (more: Partial<EventTypeInput> = {}): Promise<EventType> => {
    made += 1
    const input = {
      slug: `type-${made}`,
      title: 'Check-up',
      durationMinutes: 60,
      availabilityRules: WORKING_HOURS,
      ...more,
    }
    const providerId = more.providerId ?? (await provider()).id
    return unwrap(await createEventType(deps, caller, { ...input, providerId }))
  }
  const create = (eventTypeId: string, start: string, more: Partial<BookingInput> = {}) =>
    createBooking(deps, caller, {
      target: { eventTypeId },
      startEpochSeconds: secondsOf(start),
      booker: BOOKER,
      ...more,
    })
  return {
    deps,
    clock,
    store: opened.store,
    accountId,
    caller,
    /** A caller of another account without resources. */
    stranger: { ...caller, accountId: 'acc_stranger' },
    moveTo: (instant: string) => clock.moveTo(Date.parse(instant)),
    provider,
    eventType,
    create,
    async created(
      eventTypeId: string,
      start: string,
      more?: Partial<BookingInput>,
    ): Promise<CreatedBooking> {
      return unwrap(await create(eventTypeId, start, more))
    },
    async book(eventTypeId: string, start: string): Promise<Booking> {
      return unwrap(await create(eventTypeId, start)).booking
    },
    /** The ledger of a provider's day: taken quanta in ascending order, and marks of holds and blocks. */
    async ledger(providerId: string, date: string) {
      const item = await opened.store.get(ledgerKey(providerId, date), { consistent: true })
      const { taken, holds, blocks } = ledgerFromItem(item)
      return { taken: [...taken].sort((a, b) => a - b), holds, blocks }
    },
    /** All items whose partition key begins with a prefix. */
    async items(prefix: string): Promise<readonly Item[]> {
      const found: Item[] = []
      for await (const page of opened.store.scan()) {
        found.push(...page.filter((item) => item.PK.startsWith(prefix)))
      }
      return found
    },
    close: () => opened.close(),
  }
}

/** The world of `openBookingWorld`. */
export type BookingWorld = Awaited<ReturnType<typeof openBookingWorld>>
