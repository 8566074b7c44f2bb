import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
  WORKING_HOURS,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { marshall } from '../../adapters/dynamodb/codec.ts'
import { itemSize } from '../../adapters/dynamodb/item-size.ts'
import { knownAccount } from '../../identity/accounts/known-accounts.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { createEventType } from '../event-types/event-types.ts'
import { cancelBooking, confirmBooking } from './change-booking.ts'
import { createBooking } from './create-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

/** What a write takes: the kind of its item and the bytes of the item in DynamoDB. */
const taken = (write: Write): string => {
  const [kind] = ('item' in write ? write.item : write.key).PK.split('#')
  return 'item' in write
    ? `${write.kind} ${kind} ${itemSize(marshall(write.item))}`
    : `${write.kind} ${kind}`
}

/** Counts what some work reads, and lists what it writes. */
async function costOf(work: (deps: BookingWorld['deps']) => Promise<unknown>) {
  const { store } = world.deps
  let reads = 0
  const writes: string[] = []
  const counting = storeWith(store, {
    get: (...given) => {
      reads += 1
      return store.get(...given)
    },
    getMany: (...given) => {
      reads += given[0].length
      return store.getMany(...given)
    },
    query: (...given) => {
      reads += 1
      return store.query(...given)
    },
    transact: (...given) => {
      writes.push(...given[0].map(taken))
      return store.transact(...given)
    },
  })
  const deps = { ...world.deps, store: counting }
  // Every request has read its account when it begins to work, or up to 5 s before.
  await knownAccount(deps, world.accountId)
  reads = 0
  await work(deps)
  return { reads, writes: writes.sort() }
}

// The figures are those of the version before event types had locations, questions, payments and the like.
test('an event type that offers nothing new, and its bookings, take no read, no write and no byte more', async () => {
  const { caller } = world
  const provider = await world.provider({ name: 'Room' })
  let eventTypeId = ''
  const created = await costOf(async (deps) => {
    const input = {
      providerId: provider.id,
      slug: 'visit',
      title: 'Check-up',
      durationMinutes: 60,
      availabilityRules: WORKING_HOURS,
    }
    eventTypeId = unwrap(await createEventType(deps, caller, input)).id
  })
  expect(created).toEqual({
    reads: 1,
    writes: [
      'outbox-append OUTBOX 1010',
      'put-if-absent EVENTTYPE 1028',
      'put-if-absent PROVIDER 108',
    ],
  })
  const bookAt = (start: string, more = {}) => ({
    target: { eventTypeId },
    startEpochSeconds: secondsOf(start),
    ...more,
  })
  await createBooking(world.deps, caller, bookAt('2026-04-28T10:00:00Z'))
  let id = ''
  const held = await costOf(async (deps) => {
    id = unwrap(await createBooking(deps, caller, bookAt('2026-04-27T10:00:00Z'))).booking.id
  })
  const confirmed = await costOf((deps) =>
    confirmBooking(deps, caller, id, { booker: BOOKER }).then(unwrap),
  )
  const cancelled = await costOf((deps) => cancelBooking(deps, caller, id, {}).then(unwrap))
  const booked = await costOf((deps) =>
    createBooking(deps, caller, bookAt('2026-04-27T12:00:00Z', { booker: BOOKER })).then(unwrap),
  )
  expect({ held, confirmed, cancelled, booked }).toEqual({
    held: {
      reads: 2,
      writes: [
        'ledger-claim PROVIDER',
        'outbox-append OUTBOX 873',
        'put-if-absent BOOKING 806',
        'put-if-absent EXPIRATION_TRIGGER 151',
      ],
    },
    confirmed: {
      reads: 1,
      writes: [
        'delete EXPIRATION_TRIGGER',
        'ledger-confirm PROVIDER',
        'outbox-append OUTBOX 930',
        'put-if-version BOOKING 927',
      ],
    },
    cancelled: {
      reads: 1,
      writes: ['ledger-release PROVIDER', 'outbox-append OUTBOX 956', 'put-if-version BOOKING 974'],
    },
    booked: {
      reads: 2,
      writes: [
        'ledger-claim PROVIDER',
        'outbox-append OUTBOX 926',
        'put-if-absent BOOKING 925',
        'put-if-absent EXPIRATION_TRIGGER 151',
      ],
    },
  })
})
