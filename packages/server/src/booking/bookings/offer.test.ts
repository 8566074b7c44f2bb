import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
  WORKING_HOURS,
} from '../../../tests/support/booking-world.ts'
import { createStaleStore } from '../../../tests/support/stale-store.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { openAvailability } from '../availability/availability.ts'
import { createEventType, setEventTypeStatus } from '../event-types/event-types.ts'
import { createProvider, updateProvider } from '../provider-changes/save-provider.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { getProvider } from '../providers/read-providers.ts'
import { createSchedule } from '../schedules/schedules.ts'
import { eventTypeOffer, loadEventType, offerHint, openedSlotOffer, wallTimeOf } from './offer.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const notFound = (resource: string, id: string) => ({
  ok: false,
  refusal: { code: 'not_found', resource, id },
})

/** Stores a provider as it is while its deletion is being decided. */
async function markDeletion(providerId: string): Promise<void> {
  const before = unwrap(await getProvider(world.deps, world.caller, providerId))
  const after: Provider = {
    ...before,
    version: before.version + 1,
    deletionBeganAtEpochSeconds: secondsOf('2026-04-20T08:00:00Z'),
  }
  await world.store.transact([providerEntity.replace(before, after)], `mark ${providerId}`)
}

const stored = async (providerId: string) =>
  unwrap(await getProvider(world.deps, world.caller, providerId))

describe('the offer of an event type', () => {
  const offerOf = (eventTypeId: string, accountId = world.accountId) =>
    eventTypeOffer(world.deps, accountId, eventTypeId)

  test('has its rules in the zone of its provider', async () => {
    const provider = await world.provider({ timeZone: 'Asia/Tokyo' })
    const eventType = await world.eventType({
      providerId: provider.id,
      confirmation: 'approval',
      holdMinutes: 7,
      approvalMinutes: 90,
      bufferBeforeMinutes: 10,
    })
    expect(await offerOf(eventType.id)).toEqual({
      ok: true,
      value: {
        schedules: new Map(),
        provider,
        eventType,
        policy: {
          timeZone: 'Asia/Tokyo',
          durationMinutes: 60,
          slotStepMinutes: 60,
          bufferBeforeMinutes: 10,
          bufferAfterMinutes: 0,
          minNoticeMinutes: 0,
          maxAdvanceDays: 365,
          availabilityRules: WORKING_HOURS.map(({ weekday }) => ({
            weekday,
            windows: [{ startMinute: 540, endMinute: 1020 }],
          })),
          dateOverrides: [],
        },
        confirmation: 'approval',
        holdMinutes: 7,
        approvalMinutes: 90,
      },
    })
  })

  test('is refused while the event type is inactive, and to another account', async () => {
    const { id } = await world.eventType()
    expect(await offerOf(id, 'acc_stranger')).toEqual(notFound('event_type', id))
    expect(await offerOf('evt_none')).toEqual(notFound('event_type', 'evt_none'))
    unwrap(await setEventTypeStatus(world.deps, world.caller, id, 'inactive'))
    expect(await offerOf(id)).toEqual({
      ok: false,
      refusal: { code: 'event_type_inactive', eventTypeId: id },
    })
  })

  test('aborts a deletion of the provider that is being decided', async () => {
    const { id, providerId } = await world.eventType()
    await markDeletion(providerId)
    expect(await offerOf(id)).toMatchObject({ ok: true })
    expect(await stored(providerId)).not.toHaveProperty('deletionBeganAtEpochSeconds')
  })

  test('is refused once its provider is deleted, also in between', async () => {
    const { id, providerId } = await world.eventType()
    await markDeletion(providerId)
    // The provider is deleted after it was read: the abort finds that out.
    const store = storeWith(world.store, {
      async transact(writes, token) {
        await deleteProvider(world.deps, world.caller, providerId)
        return await world.store.transact(writes, token)
      },
    })
    expect(await eventTypeOffer({ ...world.deps, store }, world.accountId, id)).toEqual(
      notFound('event_type', id),
    )
    expect(await offerOf(id)).toEqual(notFound('event_type', id))
  })
})

describe('what this process remembers of an event type', () => {
  test('is nothing before it is read, then its provider and rules, then the newest ones', async () => {
    const eventType = await world.eventType()
    const { id, providerId } = eventType
    const load = () => loadEventType(world.deps, world.accountId, id, true)
    expect(offerHint(id)).toBeUndefined()
    expect(await loadEventType(world.deps, 'acc_stranger', id, true)).toMatchObject({ ok: false })
    expect(offerHint(id)).toBeUndefined()
    await load()
    expect(offerHint(id)).toMatchObject({
      providerId,
      hasCalendars: false,
      policy: { timeZone: 'UTC', durationMinutes: 60 },
    })
    const before = await stored(providerId)
    const connected = { ...before, version: 2, connectedKinds: ['ical'] as const }
    await world.store.transact([providerEntity.replace(before, connected)], `connect ${id}`)
    unwrap(await updateProvider(world.deps, world.caller, providerId, { timeZone: 'Asia/Tokyo' }))
    expect(await load()).toMatchObject({ ok: true, value: { eventType } })
    expect(offerHint(id)).toMatchObject({ hasCalendars: true, policy: { timeZone: 'Asia/Tokyo' } })
  })

  test('stays beside that of another one', async () => {
    const [first, second] = [await world.eventType(), await world.eventType()]
    for (const { id } of [first, second]) await loadEventType(world.deps, world.accountId, id, true)
    expect(offerHint(first.id)?.providerId).toBe(first.providerId)
    expect(offerHint(second.id)?.providerId).toBe(second.providerId)
  })

  test.each([true, false])('is read again as consistently as asked for: %s', async (consistent) => {
    const { id } = await world.eventType()
    const options: unknown[] = []
    const store = storeWith(world.store, {
      getMany(keys, given) {
        options.push([keys.length, given?.consistent ?? false])
        return world.store.getMany(keys, given)
      },
    })
    const deps = { ...world.deps, store }
    await loadEventType(deps, world.accountId, id, consistent)
    await loadEventType(deps, world.accountId, id, consistent)
    expect(options).toEqual([
      [1, consistent],
      [1, consistent],
      [2, consistent],
    ])
  })

  test('is found at once with all that is new, also by reads that may be old', async () => {
    const store = createStaleStore(world.store, { mode: 'worst' })
    const deps = { ...world.deps, store }
    const hours = { name: 'Office', timeZone: 'UTC', availabilityRules: WORKING_HOURS }
    const schedule = unwrap(await createSchedule(deps, world.caller, hours))
    const person = { name: 'Ada', timeZone: 'UTC', scheduleId: schedule.id }
    const provider = unwrap(await createProvider(deps, world.caller, person))
    const visit = { slug: 'visit', title: 'Visit', durationMinutes: 60, providerId: provider.id }
    const eventType = unwrap(await createEventType(deps, world.caller, visit))
    const loaded = unwrap(await loadEventType(deps, world.accountId, eventType.id, false))
    expect(loaded).toMatchObject({ eventType, provider })
    expect([...loaded.schedules.values()]).toMatchObject([{ id: schedule.id }])
  })
})

describe('the offer of an opened slot', () => {
  const offerAt = (providerId: string, start: string, accountId = world.accountId) =>
    openedSlotOffer(world.deps, accountId, providerId, secondsOf(start))
  const open = async (providerId: string, startTime: string, endTime: string, minutes: number) =>
    unwrap(
      await openAvailability(world.deps, world.caller, providerId, {
        date: '2026-04-27',
        startTime,
        endTime,
        slotDurationMinutes: minutes,
      }),
    )

  test('is the opening that contains the start, in the zone of the provider', async () => {
    const provider = await world.provider({ timeZone: 'Asia/Tokyo' })
    await open(provider.id, '00:00', '01:00', 30)
    await open(provider.id, '01:00', '02:00', 20)
    const policyAt = async (start: string) => unwrap(await offerAt(provider.id, start)).policy
    const first = await offerAt(provider.id, '2026-04-26T15:30:00Z')
    expect(first).toEqual({
      ok: true,
      value: {
        provider,
        policy: {
          timeZone: 'Asia/Tokyo',
          durationMinutes: 30,
          slotStepMinutes: 30,
          bufferBeforeMinutes: 0,
          bufferAfterMinutes: 0,
          minNoticeMinutes: 0,
          maxAdvanceDays: 1095,
          availabilityRules: [],
          dateOverrides: [{ date: '2026-04-27', windows: [{ startMinute: 0, endMinute: 60 }] }],
        },
        confirmation: 'hold',
        holdMinutes: 5,
        approvalMinutes: 0,
      },
    })
    expect((await policyAt('2026-04-26T15:00:00Z')).durationMinutes).toBe(30)
    expect((await policyAt('2026-04-26T15:59:59Z')).durationMinutes).toBe(30)
    expect((await policyAt('2026-04-26T16:00:00Z')).durationMinutes).toBe(20)
    // Outside of all openings: the windows of the date, in which nothing fits.
    const windows = [
      { startMinute: 0, endMinute: 60 },
      { startMinute: 60, endMinute: 120 },
    ]
    const whole = { durationMinutes: 1440, dateOverrides: [{ date: '2026-04-27', windows }] }
    expect(await policyAt('2026-04-26T17:00:00Z')).toMatchObject(whole)
    expect(await policyAt('2026-04-27T15:00:00Z')).toMatchObject({
      dateOverrides: [{ date: '2026-04-28', windows: [] }],
    })
  })

  test('is refused to another account, and for an unknown provider', async () => {
    const { id } = await world.provider()
    expect(await offerAt(id, '2026-04-27T10:00:00Z', 'acc_stranger')).toEqual(
      notFound('provider', id),
    )
    expect(await offerAt('prv_none', '2026-04-27T10:00:00Z')).toEqual(
      notFound('provider', 'prv_none'),
    )
  })

  test('aborts a deletion of the provider that is being decided', async () => {
    const { id } = await world.provider()
    await markDeletion(id)
    expect(await offerAt(id, '2026-04-27T10:00:00Z', 'acc_stranger')).toMatchObject({ ok: false })
    expect(await stored(id)).toHaveProperty('deletionBeganAtEpochSeconds')
    expect(await offerAt(id, '2026-04-27T10:00:00Z')).toMatchObject({ ok: true })
    expect(await stored(id)).not.toHaveProperty('deletionBeganAtEpochSeconds')
  })
})

test('the wall time of an instant is that of its zone, to the minute', () => {
  expect(wallTimeOf(secondsOf('2026-04-27T10:30:59Z'), 'UTC')).toBe('2026-04-27T10:30')
  expect(wallTimeOf(secondsOf('2026-04-27T15:00:00Z'), 'Asia/Kolkata')).toBe('2026-04-27T20:30')
})
