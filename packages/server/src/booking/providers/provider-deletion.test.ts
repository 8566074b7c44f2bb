import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { MemoryCalendars } from '../../../tests/support/memory-calendars.ts'
import { storeInterruptedAfter, storeInterruptedBefore } from '../../../tests/support/store-with.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { createBlock } from '../blocks/blocks.ts'
import { cancelBooking } from '../bookings/change-booking.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import type { Provider } from './provider.ts'
import { providerEntity } from './provider.ts'
import { abortPendingDeletion, deleteProvider } from './provider-deletion.ts'
import { getProvider, listProviders } from './read-providers.ts'

let world: BookingWorld
beforeEach(async () => {
  world = await openBookingWorld()
})
afterEach(() => world.close())

const stored = async (providerId: string): Promise<Provider> => {
  const key = { PK: `PROVIDER#${providerId}`, SK: '#METADATA' }
  const provider = await providerEntity.read(world.store, key)
  if (provider === undefined) throw new Error(`${providerId} is not stored`)
  return provider
}
const remove = (providerId: string) => deleteProvider(world.deps, world.caller, providerId)
const hasBookings = (providerId: string) => ({
  ok: false,
  refusal: { code: 'provider_has_bookings', providerId },
})
const DELETED = { ok: true, value: undefined }

/** A provider with an event type that is confirmed at once, so that its claims are final. */
async function bookable() {
  const type = await world.eventType({ confirmation: 'instant' })
  return { type, id: type.providerId }
}

/** The provider with the mark of a deletion that was interrupted. */
async function marked(providerId: string): Promise<Provider> {
  const before = await stored(providerId)
  const pending = {
    ...before,
    version: before.version + 1,
    deletionBeganAtEpochSeconds: secondsOf('2026-04-20T07:59:00Z'),
  }
  await world.store.transact([providerEntity.replace(before, pending)], `mark ${providerId}`)
  return pending
}

const isMark = (write: Write) =>
  write.kind === 'put-if-version' && write.item.deletionBeganAtEpochSeconds !== undefined
const isDeletion = (write: Write) =>
  write.kind === 'put-if-version' && write.item.deletedAtEpochSeconds !== undefined

describe('the deletion of a provider', () => {
  test('hides it, frees its slug and keeps its item for its past bookings', async () => {
    const provider = await world.provider({ specialty: 'Dentist', listed: true })
    world.moveTo('2026-04-20T08:00:30Z')
    expect(await remove(provider.id)).toEqual(DELETED)
    expect(await getProvider(world.deps, world.caller, provider.id)).toMatchObject({ ok: false })
    const page = { limit: 10 }
    expect(await listProviders(world.deps, world.caller, {}, page)).toEqual({ data: [] })
    expect(await world.items('PROVIDERSLUG#')).toEqual([])
    expect(await stored(provider.id)).toEqual({
      ...provider,
      version: 3,
      updatedAtEpochSeconds: secondsOf('2026-04-20T08:00:30Z'),
      deletedAtEpochSeconds: secondsOf('2026-04-20T08:00:30Z'),
    })
  })

  test('disconnects its calendars', async () => {
    const { id } = await world.provider()
    const calendars = new MemoryCalendars()
    const deps = { ...world.deps, connectedCalendars: calendars }
    expect(await deleteProvider(deps, world.caller, id)).toEqual(DELETED)
    expect(calendars.calls).toEqual([{ method: 'disconnectAll', providerId: id }])
  })

  test('of another account, or of one that was deleted before, is not found', async () => {
    const { id } = await world.provider()
    const refusal = { code: 'not_found', resource: 'provider', id }
    expect(await deleteProvider(world.deps, world.stranger, id)).toEqual({ ok: false, refusal })
    expect(await remove(id)).toEqual(DELETED)
    expect(await remove(id)).toEqual({ ok: false, refusal })
  })

  test('under an outdated version is refused with both versions', async () => {
    const { id } = await world.provider()
    const caller = { ...world.caller, ifVersion: 2 }
    expect(await deleteProvider(world.deps, caller, id)).toEqual({
      ok: false,
      refusal: { code: 'version_mismatch', expected: 2, actual: 1 },
    })
  })

  test('under an idempotency key that was used is refused', async () => {
    const idempotency = {
      scopeHash: 'deletes',
      fingerprint: 'body',
      seal: () => new Uint8Array([1]),
    }
    const caller = { ...world.caller, idempotency }
    const first = await world.provider()
    const second = await world.provider()
    expect(await deleteProvider(world.deps, caller, first.id)).toEqual(DELETED)
    expect(await deleteProvider(world.deps, caller, second.id)).toMatchObject({
      refusal: { code: 'idempotency_key_seen' },
    })
    expect(await getProvider(world.deps, world.caller, second.id)).toMatchObject({ ok: true })
  })
})

describe('the bookings that refuse a deletion', () => {
  test('are those of a later day, and the refusal writes nothing', async () => {
    const { type, id } = await bookable()
    await world.book(type.id, '2026-04-27T10:00:00Z')
    expect(await remove(id)).toEqual(hasBookings(id))
    expect((await stored(id)).version).toBe(1)
  })

  test('include the one of this moment, until its last five minutes have passed', async () => {
    const { type, id } = await bookable()
    await world.book(type.id, '2026-04-20T09:00:00Z')
    world.moveTo('2026-04-20T09:59:59Z')
    expect(await remove(id)).toEqual(hasBookings(id))
    world.moveTo('2026-04-20T10:00:00Z')
    expect(await remove(id)).toEqual(DELETED)
  })

  test('do not include one of an earlier day', async () => {
    const { type, id } = await bookable()
    await world.book(type.id, '2026-04-20T16:00:00Z')
    world.moveTo('2026-04-21T00:00:00Z')
    expect(await remove(id)).toEqual(DELETED)
  })

  test('include the early hours of a later day', async () => {
    const type = await world.eventType({
      confirmation: 'instant',
      availabilityRules: [{ weekday: 'tuesday', windows: [{ start: '00:00', end: '01:00' }] }],
    })
    await world.book(type.id, '2026-04-21T00:00:00Z')
    world.moveTo('2026-04-20T23:59:59Z')
    expect(await remove(type.providerId)).toEqual(hasBookings(type.providerId))
  })

  test('do not include cancelled ones', async () => {
    const { type, id } = await bookable()
    const booking = await world.book(type.id, '2026-04-27T10:00:00Z')
    unwrap(await cancelBooking(world.deps, world.caller, booking.id, {}))
    expect(await remove(id)).toEqual(DELETED)
  })

  test('include a hold until the second at which it lapses', async () => {
    const type = await world.eventType({ holdMinutes: 5 })
    await world.book(type.id, '2026-04-27T10:00:00Z')
    world.moveTo('2026-04-20T08:04:59Z')
    expect(await remove(type.providerId)).toEqual(hasBookings(type.providerId))
    world.moveTo('2026-04-20T08:05:00Z')
    expect(await remove(type.providerId)).toEqual(DELETED)
  })

  test('do not include blocks, also where a booking of the same day is over', async () => {
    const { type, id } = await bookable()
    await world.book(type.id, '2026-04-20T09:00:00Z')
    for (const [start, end] of [
      ['2026-04-20T10:00:00Z', '2026-04-20T12:00:00Z'],
      ['2026-04-21T00:00:00Z', '2026-04-23T00:00:00Z'],
    ] as const) {
      const times = { startEpochSeconds: secondsOf(start), endEpochSeconds: secondsOf(end) }
      unwrap(await createBlock(world.deps, world.caller, id, times))
    }
    expect(await remove(id)).toEqual(hasBookings(id))
    world.moveTo('2026-04-20T10:00:00Z')
    expect(await remove(id)).toEqual(DELETED)
  })

  test('include one right after a block', async () => {
    const { type, id } = await bookable()
    const times = {
      startEpochSeconds: secondsOf('2026-04-27T09:00:00Z'),
      endEpochSeconds: secondsOf('2026-04-27T10:00:00Z'),
    }
    unwrap(await createBlock(world.deps, world.caller, id, times))
    await world.book(type.id, '2026-04-27T10:00:00Z')
    expect(await remove(id)).toEqual(hasBookings(id))
  })
})

describe('while a deletion is being decided', () => {
  const interruptedAfterMark = (interrupt: () => Promise<unknown>) => ({
    ...world.deps,
    store: storeInterruptedAfter(world.store, isMark, interrupt),
  })

  test('a booking that arrives aborts it', async () => {
    const { type, id } = await bookable()
    const deps = interruptedAfterMark(() => world.book(type.id, '2026-04-27T10:00:00Z'))
    expect(await deleteProvider(deps, world.caller, id)).toEqual(hasBookings(id))
    const after = await stored(id)
    expect(after).not.toHaveProperty('deletionBeganAtEpochSeconds')
    // The mark, and its removal by the booking.
    expect(after.version).toBe(3)
  })

  test('a booking that arrived before the mark removes the mark', async () => {
    const { type, id } = await bookable()
    const store = storeInterruptedBefore(world.store, isMark, () =>
      world.book(type.id, '2026-04-27T10:00:00Z'),
    )
    const deps = { ...world.deps, store }
    expect(await deleteProvider(deps, world.caller, id)).toEqual(hasBookings(id))
    const after = await stored(id)
    expect(after).not.toHaveProperty('deletionBeganAtEpochSeconds')
    expect(after.version).toBe(3)
  })

  test('a booking that arrives and is cancelled delays it by a round', async () => {
    const { type, id } = await bookable()
    const deps = interruptedAfterMark(async () => {
      const booking = await world.book(type.id, '2026-04-27T10:00:00Z')
      unwrap(await cancelBooking(world.deps, world.caller, booking.id, {}))
    })
    expect(await deleteProvider(deps, world.caller, id)).toEqual(DELETED)
    // Mark, its removal by the booking, mark, deletion.
    expect((await stored(id)).version).toBe(5)
  })

  test('a change of the provider before the mark delays it by a round', async () => {
    const { id } = await world.provider()
    const rename = () => updateProvider(world.deps, world.caller, id, { name: 'New' })
    const store = storeInterruptedBefore(world.store, isMark, rename)
    expect(await deleteProvider({ ...world.deps, store }, world.caller, id)).toEqual(DELETED)
    expect(await stored(id)).toMatchObject({ name: 'New', version: 4 })
  })

  test('a change of the provider before the last step delays it by a round', async () => {
    const { id } = await world.provider()
    const rename = () => updateProvider(world.deps, world.caller, id, { name: 'New' })
    const store = storeInterruptedBefore(world.store, isDeletion, rename)
    expect(await deleteProvider({ ...world.deps, store }, world.caller, id)).toEqual(DELETED)
    expect(await stored(id)).toMatchObject({ name: 'New', version: 5 })
  })
})

describe('a provider whose deletion was interrupted', () => {
  test('is like any other, and can be deleted under the same mark', async () => {
    const { id } = await world.provider()
    await marked(id)
    expect(await getProvider(world.deps, world.caller, id)).toMatchObject({ ok: true })
    expect(await remove(id)).toEqual(DELETED)
    const after = await stored(id)
    expect(after.version).toBe(3)
    expect(after).not.toHaveProperty('deletionBeganAtEpochSeconds')
  })

  test('is cleared of the mark by a change', async () => {
    const { id } = await world.provider()
    await marked(id)
    const after = unwrap(await updateProvider(world.deps, world.caller, id, { name: 'New' }))
    expect(after).not.toHaveProperty('deletionBeganAtEpochSeconds')
  })
})

describe('aborting a pending deletion', () => {
  test('of a provider without a mark writes nothing', async () => {
    const provider = await world.provider()
    expect(await abortPendingDeletion(world.deps, provider)).toBe(true)
    expect((await stored(provider.id)).version).toBe(1)
  })

  test('removes the mark under a new version, and nothing else', async () => {
    const provider = await world.provider({ email: 'a@example.com' })
    world.moveTo('2026-04-20T08:30:00Z')
    expect(await abortPendingDeletion(world.deps, await marked(provider.id))).toBe(true)
    expect(await stored(provider.id)).toEqual({ ...provider, version: 3 })
  })

  test('answers that a deleted provider does not exist', async () => {
    const { id } = await world.provider()
    await remove(id)
    expect(await abortPendingDeletion(world.deps, await stored(id))).toBe(false)
  })

  test('decides again on a provider that changed since it was read', async () => {
    const { id } = await world.provider()
    const outdated = await marked(id)
    unwrap(await updateProvider(world.deps, world.caller, id, { name: 'New' }))
    expect(await abortPendingDeletion(world.deps, outdated)).toBe(true)
    expect((await stored(id)).version).toBe(3)
    const other = await world.provider()
    const pending = await marked(other.id)
    await remove(other.id)
    expect(await abortPendingDeletion(world.deps, pending)).toBe(false)
  })
})
