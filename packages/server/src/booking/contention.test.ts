import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../tests/support/booking-world.ts'
import { storeWith } from '../../tests/support/store-with.ts'
import { StoreUnavailable, type Write } from '../kernel/ports/store.ts'
import { paceRetries, UNPACED } from '../kernel/retry.ts'
import { ledgerKey } from '../ledger/keys.ts'
import { closeAvailability, openAvailability } from './availability/availability.ts'
import { createBlock } from './blocks/blocks.ts'
import { cancelBooking } from './bookings/change-booking.ts'
import { rescheduleBooking } from './bookings/reschedule-booking.ts'
import { setEventTypeStatus, updateEventType } from './event-types/event-types.ts'
import { createProvider, updateProvider } from './provider-changes/save-provider.ts'
import type { Provider } from './providers/provider.ts'
import { abortPendingDeletion, deleteProvider } from './providers/provider-deletion.ts'

let world: BookingWorld
let restorePacing: () => void
beforeAll(async () => {
  // Another test of this worker may have started a server, which paces its retries.
  restorePacing = paceRetries(UNPACED)
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(async () => {
  restorePacing()
  await world.close()
})

/** The dependencies on a store where another writer acts before each attempt to commit. */
function beaten(rival: (round: number) => Promise<unknown>) {
  const attempts = { count: 0 }
  const store = storeWith(world.store, {
    async transact(writes: readonly Write[], token) {
      await rival(attempts.count)
      attempts.count += 1
      return await world.store.transact(writes, token)
    },
  })
  return { attempts, deps: { ...world.deps, store } }
}

const lost = (resource: string) =>
  new StoreUnavailable(
    `${resource} was changed by other writers in each of 40 rounds`,
    'not-applied',
    { isContended: true },
  )

const rename = (providerId: string) => (round: number) =>
  updateProvider(world.deps, world.caller, providerId, { name: `Name ${round}` })
const retitle = (eventTypeId: string) => (round: number) =>
  updateEventType(world.deps, world.caller, eventTypeId, { title: `Title ${round}` })
const DATE = '2026-04-27'
const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
/** Opens five minutes of the night, others in each round. */
const openMore = (providerId: string) => async (round: number) =>
  unwrap(
    await openAvailability(world.deps, world.caller, providerId, {
      date: DATE,
      startTime: timeOf(round * 5),
      endTime: timeOf(round * 5 + 5),
      slotDurationMinutes: 5,
    }),
  )

describe('forty lost rounds end with an error that names the resource', () => {
  test('of a change of a provider', async () => {
    const { id } = await world.provider()
    const { attempts, deps } = beaten(rename(id))
    await expect(updateProvider(deps, world.caller, id, { name: 'Mine' })).rejects.toThrow(
      lost(`provider ${id}`),
    )
    expect(attempts.count).toBe(40)
  })

  test('of a deletion of a provider', async () => {
    const { id } = await world.provider()
    const { deps } = beaten(rename(id))
    await expect(deleteProvider(deps, world.caller, id)).rejects.toThrow(lost(`provider ${id}`))
  })

  test('of an abort of a deletion', async () => {
    const provider = await world.provider()
    const marked = (version: number): Provider => ({
      ...provider,
      version,
      deletionBeganAtEpochSeconds: secondsOf(NOW),
    })
    let version = 1
    const begin = async (round: number) => {
      version += 1
      const { PK, SK } = { PK: `PROVIDER#${provider.id}`, SK: '#METADATA' }
      const item = await world.store.get({ PK, SK })
      if (item === undefined) throw new Error('the provider is not stored')
      const after = { ...item, version, deletionBeganAtEpochSeconds: secondsOf(NOW) }
      const write = { kind: 'put-if-version', item: after, version: version - 1 } as const
      await world.store.transact([write], `${provider.id} ${round}`)
    }
    await begin(-1)
    // Another deletion begins before each attempt.
    const { deps } = beaten(begin)
    await expect(abortPendingDeletion(deps, marked(1))).rejects.toThrow(
      lost(`provider ${provider.id}`),
    )
  })

  test('of a new provider whose suffixes are all taken', async () => {
    await world.provider({ name: 'Crowded' })
    await world.provider({ name: 'Other', slug: 'crowded-aaaaa' })
    const secrets = { ...world.deps.secrets, newSlugSuffix: () => 'aaaaa' }
    const deps = { ...world.deps, secrets }
    await expect(
      createProvider(deps, world.caller, { name: 'Crowded', timeZone: 'UTC' }),
    ).rejects.toThrow(lost('the slug of a provider named "crowded"'))
  })

  test('of a change of an event type', async () => {
    const { id } = await world.eventType()
    const { deps } = beaten(retitle(id))
    await expect(updateEventType(deps, world.caller, id, { title: 'Mine' })).rejects.toThrow(
      lost(`event type ${id}`),
    )
  })

  test('of a status that an event type has already, under an idempotency key', async () => {
    const { id } = await world.eventType()
    const idempotency = { scopeHash: id, fingerprint: 'body', seal: () => new Uint8Array([1]) }
    const { deps } = beaten(retitle(id))
    await expect(
      setEventTypeStatus(deps, { ...world.caller, idempotency }, id, 'active'),
    ).rejects.toThrow(lost(`event type ${id}`))
  })

  test('of opening slots on a date', async () => {
    const { id } = await world.provider()
    const { deps } = beaten(openMore(id))
    const day = { date: DATE, startTime: '10:00', endTime: '12:00', slotDurationMinutes: 60 }
    await expect(openAvailability(deps, world.caller, id, day)).rejects.toThrow(
      lost(`availability of ${id} on 2026-04-27`),
    )
  })

  test('of closing a date', async () => {
    const { id } = await world.provider()
    await openMore(id)(100)
    const { deps } = beaten(openMore(id))
    await expect(closeAvailability(deps, world.caller, id, DATE)).rejects.toThrow(
      lost(`availability of ${id} on 2026-04-27`),
    )
  })

  test('of a block on a day that others rewrite', async () => {
    const { id } = await world.provider()
    const key = ledgerKey(id, '2026-04-27')
    const { deps } = beaten((firstQuantum) =>
      world.store.transact(
        [{ kind: 'ledger-claim', key, firstQuantum, quantumCount: 1 }],
        `${id} ${firstQuantum}`,
      ),
    )
    const times = {
      startEpochSeconds: secondsOf('2026-04-27T10:00:00Z'),
      endEpochSeconds: secondsOf('2026-04-28T00:00:00Z'),
    }
    await expect(createBlock(deps, world.caller, id, times)).rejects.toThrow(
      lost(`the ledger of ${id}`),
    )
  })

  test('of a change of a booking', async () => {
    const { id: eventTypeId } = await world.eventType()
    const { id } = await world.book(eventTypeId, '2026-04-27T10:00:00Z')
    const { deps } = beaten((round) =>
      rescheduleBooking(world.deps, world.caller, id, {
        startEpochSeconds: secondsOf(`2026-04-27T1${round % 2}:00:00Z`),
      }).then(unwrap),
    )
    await expect(cancelBooking(deps, world.caller, id, {})).rejects.toThrow(lost(`booking ${id}`))
  })
})
