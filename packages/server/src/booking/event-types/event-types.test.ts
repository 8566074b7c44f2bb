import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
  WORKING_HOURS,
} from '../../../tests/support/booking-world.ts'
import { getEventTypeBySlug } from './event-type-by-slug.ts'
import {
  createEventType,
  getEventType,
  setEventTypeStatus,
  updateEventType,
} from './event-types.ts'
import { listEventTypes } from './list-event-types.ts'

const PLAIN = { slug: 'x', title: 'X', durationMinutes: 60, availabilityRules: WORKING_HOURS }

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const eventsOf = async (id: string) =>
  (await world.items('OUTBOX#')).filter(({ resourceId }) => resourceId === id)

test('an event type gets the documented defaults and publishes its creation', async () => {
  const provider = await world.provider()
  const type = unwrap(
    await createEventType(world.deps, world.caller, {
      providerId: provider.id,
      slug: 'check-up',
      title: 'Check-up',
      durationMinutes: 45,
      availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:30', end: '24:00' }] }],
    }),
  )
  expect(type).toEqual({
    id: type.id,
    accountId: world.accountId,
    providerId: provider.id,
    version: 1,
    actor: { kind: 'system' },
    status: 'active',
    slug: 'check-up',
    title: 'Check-up',
    durationMinutes: 45,
    slotStepMinutes: 45,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    minNoticeMinutes: 0,
    maxAdvanceDays: 365,
    availabilityRules: [{ weekday: 'monday', windows: [{ startMinute: 570, endMinute: 1440 }] }],
    dateOverrides: [],
    confirmation: 'hold',
    holdMinutes: 5,
    approvalMinutes: 1440,
    createdAtEpochSeconds: secondsOf(NOW),
    updatedAtEpochSeconds: secondsOf(NOW),
  })
  expect(await eventsOf(type.id)).toMatchObject([
    { type: 'event_type.created', resourceVersion: 1, data: { eventType: { slug: 'check-up' } } },
  ])
})

test('every rule that is given is stored', async () => {
  const rules = {
    slug: 'all',
    title: 'All',
    description: 'Long',
    durationMinutes: 60,
    slotStepMinutes: 15,
    bufferBeforeMinutes: 5,
    bufferAfterMinutes: 10,
    minNoticeMinutes: 120,
    maxAdvanceDays: 30,
    confirmation: 'approval',
    holdMinutes: 8,
    approvalMinutes: 60,
  } as const
  const dateOverrides = [{ date: '2026-12-24', windows: [{ start: '09:00', end: '12:00' }] }]
  const type = await world.eventType({ ...rules, dateOverrides })
  expect(type).toMatchObject({
    ...rules,
    dateOverrides: [{ date: '2026-12-24', windows: [{ startMinute: 540, endMinute: 720 }] }],
  })
  expect(await getEventType(world.deps, world.caller, type.id)).toEqual({ ok: true, value: type })
})

describe('invalid rules', () => {
  test.each([
    [
      { availabilityRules: [{ weekday: 'monday', windows: [{ start: '9', end: '25:00' }] }] },
      [
        {
          pointer: '/availabilityRules/0/windows/0/start',
          message: '"9" is not a time of day; use HH:MM from 00:00 to 23:59',
        },
        {
          pointer: '/availabilityRules/0/windows/0/end',
          message: '"25:00" is not a time of day; use HH:MM from 00:00 to 24:00',
        },
      ],
    ],
    [
      { dateOverrides: [{ date: '2026-12-24', windows: [{ start: '24:00', end: '10:00' }] }] },
      [
        {
          pointer: '/dateOverrides/0/windows/0/start',
          message: '"24:00" is not a time of day; use HH:MM from 00:00 to 23:59',
        },
      ],
    ],
  ] as const)('%j are refused with each wrong value', async (rules, errors) => {
    const provider = await world.provider()
    const input = { ...PLAIN, providerId: provider.id }
    expect(await createEventType(world.deps, world.caller, { ...input, ...rules })).toEqual({
      ok: false,
      refusal: { code: 'validation_failed', errors },
    })
    const type = await world.eventType()
    expect(await updateEventType(world.deps, world.caller, type.id, rules)).toEqual({
      ok: false,
      refusal: { code: 'validation_failed', errors },
    })
  })

  test('that the slot engine cannot work with are refused, also as a change', async () => {
    const provider = await world.provider()
    const input = { ...PLAIN, providerId: provider.id }
    const empty = {
      availabilityRules: [{ weekday: 'monday', windows: [{ start: '12:00', end: '12:00' }] }],
    } as const
    expect(await createEventType(world.deps, world.caller, { ...input, ...empty })).toMatchObject({
      refusal: { code: 'validation_failed' },
    })
    const type = await world.eventType()
    expect(await updateEventType(world.deps, world.caller, type.id, empty)).toMatchObject({
      refusal: { code: 'validation_failed' },
    })
  })

  test('a provider of another account has no event types', async () => {
    const provider = await world.provider()
    const input = { ...PLAIN, providerId: provider.id }
    expect(await createEventType(world.deps, world.stranger, input)).toMatchObject({
      refusal: { code: 'not_found', resource: 'provider' },
    })
  })
})

describe('slugs', () => {
  test('are unique within a provider, and free again after a rename', async () => {
    const provider = await world.provider()
    const type = await world.eventType({ providerId: provider.id, slug: 'visit' })
    const again = { ...PLAIN, providerId: provider.id, slug: 'visit' }
    const refused = await createEventType(world.deps, world.caller, again)
    expect(refused).toEqual({ ok: false, refusal: { code: 'slug_taken', slug: 'visit' } })
    unwrap(await updateEventType(world.deps, world.caller, type.id, { slug: 'long-visit' }))
    expect(await createEventType(world.deps, world.caller, again)).toMatchObject({ ok: true })
    expect(await updateEventType(world.deps, world.caller, type.id, { slug: 'visit' })).toEqual({
      ok: false,
      refusal: { code: 'slug_taken', slug: 'visit' },
    })
  })

  test('name one event type of a provider, or of the account if only one has it', async () => {
    const first = await world.eventType({ slug: 'shared' })
    const bySlug = (
      slug: string,
      providerId?: string,
      caller: typeof world.caller = world.caller,
    ) => getEventTypeBySlug(world.deps, caller, slug, providerId)
    expect(await bySlug('shared')).toEqual({ ok: true, value: first })
    const second = await world.eventType({ slug: 'shared' })
    const ambiguous = await bySlug('shared')
    expect(ambiguous).toEqual({
      ok: false,
      refusal: {
        code: 'slug_ambiguous',
        slug: 'shared',
        providerIds: [first.providerId, second.providerId],
      },
    })
    expect(await bySlug('shared', second.providerId)).toEqual({ ok: true, value: second })
    const refusal = { code: 'not_found', resource: 'event_type', id: 'unknown' }
    expect(await bySlug('unknown')).toEqual({ ok: false, refusal })
    expect(await bySlug('unknown', first.providerId)).toEqual({ ok: false, refusal })
    expect(
      await getEventTypeBySlug(world.deps, world.stranger, 'shared', first.providerId),
    ).toMatchObject({ refusal: { code: 'not_found' } })
  })
})

describe('changes', () => {
  test('keep what they do not name, and raise the version', async () => {
    const type = await world.eventType({ description: 'Old', bufferAfterMinutes: 10 })
    world.moveTo('2026-04-20T09:00:00Z')
    const after = unwrap(
      await updateEventType(world.deps, world.caller, type.id, { title: 'New', holdMinutes: 9 }),
    )
    expect(after).toEqual({
      ...type,
      title: 'New',
      holdMinutes: 9,
      version: 2,
      updatedAtEpochSeconds: secondsOf('2026-04-20T09:00:00Z'),
    })
    expect((await eventsOf(type.id)).map((event) => event.type).sort()).toEqual([
      'event_type.created',
      'event_type.updated',
    ])
  })

  test('of the rules replace them as a whole', async () => {
    const type = await world.eventType({ availabilityRules: WORKING_HOURS })
    const after = unwrap(
      await updateEventType(world.deps, world.caller, type.id, {
        availabilityRules: [{ weekday: 'sunday', windows: [] }],
        dateOverrides: [{ date: '2026-05-01', windows: [] }],
      }),
    )
    expect(after.availabilityRules).toEqual([{ weekday: 'sunday', windows: [] }])
    expect(after.dateOverrides).toEqual([{ date: '2026-05-01', windows: [] }])
  })

  test('with a null description remove it', async () => {
    const type = await world.eventType({ description: 'Old' })
    const after = unwrap(
      await updateEventType(world.deps, world.caller, type.id, { description: null }),
    )
    expect(after).not.toHaveProperty('description')
  })

  test('of the duration take the step along only where the step was the duration', async () => {
    const same = await world.eventType({ durationMinutes: 60 })
    const own = await world.eventType({ durationMinutes: 60, slotStepMinutes: 15 })
    const change = { durationMinutes: 30 }
    const changed = async (id: string, more = {}) =>
      unwrap(await updateEventType(world.deps, world.caller, id, { ...change, ...more }))
    expect((await changed(same.id)).slotStepMinutes).toBe(30)
    expect((await changed(own.id)).slotStepMinutes).toBe(15)
    expect((await changed(same.id, { slotStepMinutes: 20 })).slotStepMinutes).toBe(20)
  })

  test('under an outdated version are refused', async () => {
    const type = await world.eventType()
    const caller = { ...world.caller, ifVersion: 3 }
    expect(await updateEventType(world.deps, caller, type.id, { title: 'X' })).toEqual({
      ok: false,
      refusal: { code: 'version_mismatch', expected: 3, actual: 1 },
    })
  })

  test('made at the same time all take effect, one after the other', async () => {
    const type = await world.eventType()
    const change = (title: string) => updateEventType(world.deps, world.caller, type.id, { title })
    const all = await Promise.all(['a', 'b', 'c', 'd'].map(change))
    expect(all.map((one) => unwrap(one).version).sort()).toEqual([2, 3, 4, 5])
  })
})

describe('the status', () => {
  test('changes with an event of its own, and once', async () => {
    const type = await world.eventType()
    const set = (status: 'active' | 'inactive') =>
      setEventTypeStatus(world.deps, world.caller, type.id, status)
    expect(unwrap(await set('inactive'))).toMatchObject({ status: 'inactive', version: 2 })
    expect(unwrap(await set('inactive'))).toMatchObject({ status: 'inactive', version: 2 })
    expect(unwrap(await set('active'))).toMatchObject({ status: 'active', version: 3 })
    expect((await eventsOf(type.id)).map((event) => event.type).sort()).toEqual([
      'event_type.created',
      'event_type.deactivated',
      'event_type.updated',
    ])
  })

  test('that it has already is remembered under an idempotency key without a new version', async () => {
    const type = await world.eventType()
    const idempotency = {
      scopeHash: `scope of ${type.id}`,
      fingerprint: 'body',
      seal: () => new Uint8Array([1, 2, 3]),
    }
    const caller = { ...world.caller, idempotency }
    const set = () => setEventTypeStatus(world.deps, caller, type.id, 'active')
    expect(unwrap(await set())).toEqual(type)
    expect(await set()).toMatchObject({
      refusal: { code: 'idempotency_key_seen', record: { fingerprint: 'body' } },
    })
  })
})

test('lists are of the account or one provider, by status, in order of creation', async () => {
  const provider = await world.provider()
  const first = await world.eventType({ providerId: provider.id })
  const second = await world.eventType({ providerId: provider.id })
  unwrap(await setEventTypeStatus(world.deps, world.caller, second.id, 'inactive'))
  const idsOf = async (filter: Parameters<typeof listEventTypes>[2]) =>
    unwrap(await listEventTypes(world.deps, world.caller, filter, { limit: 100 })).data.map(
      ({ id }) => id,
    )
  const { id: providerId } = provider
  expect(await idsOf({ providerId })).toEqual([first.id, second.id])
  expect(await idsOf({ providerId, status: 'active' })).toEqual([first.id])
  expect(await idsOf({ providerId, status: 'inactive' })).toEqual([second.id])
  const all = await idsOf({ status: 'inactive' })
  expect(all).toContain(second.id)
  expect(all).not.toContain(first.id)
  expect(
    await listEventTypes(world.deps, world.stranger, { providerId }, { limit: 1 }),
  ).toMatchObject({ refusal: { code: 'not_found', resource: 'provider' } })
})
