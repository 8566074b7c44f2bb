import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { createBookingGroup } from './create-group.ts'
import type { GroupInput, GroupItem } from './group-input.ts'
import { listBookingGroups } from './read-group.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const MONDAY_10 = '2026-04-27T10:00:00Z'
const MONDAY_11 = '2026-04-27T11:00:00Z'

const at = (eventTypeId: string, start: string, more: Partial<GroupItem> = {}): GroupItem => ({
  eventTypeId,
  startEpochSeconds: secondsOf(start),
  ...more,
})

const group = (items: readonly GroupItem[], more: Partial<GroupInput> = {}) =>
  createBookingGroup(world.deps, world.caller, {
    items,
    onConflict: 'refuse',
    booker: BOOKER,
    fields: {},
    isOverride: false,
    ...more,
  })

const created = async (items: readonly GroupItem[], more?: Partial<GroupInput>) =>
  unwrap(await group(items, more))

/** The start and the refusal of each skipped booking. */
const codesOf = (skipped: Awaited<ReturnType<typeof created>>['skipped']) =>
  skipped.map(({ wanted, refusal }) => [wanted.localStart, refusal.code])

describe('a group', () => {
  test('holds starts of several event types of one provider together', async () => {
    const { id: providerId } = await world.provider()
    const long = await world.eventType({ providerId })
    const short = await world.eventType({ providerId, durationMinutes: 30 })
    const { group: made, bookings } = await created([
      at(long.id, MONDAY_10),
      at(short.id, MONDAY_11),
    ])
    expect(bookings.map(({ groupId }) => groupId)).toEqual([made.id, made.id])
    expect(made.bookingIds).toEqual(bookings.map(({ id }) => id))
    const { taken, holds } = await world.ledger(providerId, '2026-04-27')
    expect(taken).toHaveLength(18)
    expect(holds).toHaveLength(2)
    const [first] = unwrap(await listBookingGroups(world.deps, world.caller, { limit: 1 })).data
    expect(first?.group).toEqual(made)
  })

  test('books nothing if one start is taken', async () => {
    const type = await world.eventType()
    await world.book(type.id, MONDAY_11)
    const before = await world.ledger(type.providerId, '2026-04-27')
    const refused = await group([at(type.id, MONDAY_10), at(type.id, MONDAY_11)])
    expect(refused).toMatchObject({
      refusal: {
        code: 'group_item_refused',
        refusal: { code: 'slot_taken' },
        item: { index: 1, localStart: '2026-04-27T11:00' },
      },
    })
    expect(await world.ledger(type.providerId, '2026-04-27')).toEqual(before)
  })

  test('goes without what is taken or not bookable if it may', async () => {
    const type = await world.eventType()
    await world.book(type.id, MONDAY_11)
    const { bookings, skipped } = await created(
      [at(type.id, MONDAY_10), at(type.id, MONDAY_11), at(type.id, '2026-04-27T20:00:00Z')],
      { onConflict: 'skip' },
    )
    expect(bookings.map(({ localStart }) => localStart)).toEqual(['2026-04-27T10:00'])
    expect(codesOf(skipped)).toEqual([
      ['2026-04-27T11:00', 'slot_taken'],
      ['2026-04-27T20:00', 'slot_not_bookable'],
    ])
  })

  test('is refused like its first start if nothing of it can be booked', async () => {
    const type = await world.eventType()
    const refused = await group([at(type.id, '2026-04-27T20:00:00Z')], { onConflict: 'skip' })
    expect(refused).toMatchObject({
      refusal: { code: 'group_item_refused', refusal: { code: 'slot_not_bookable' } },
    })
  })

  test('does not book one time twice', async () => {
    const type = await world.eventType()
    const twice = [at(type.id, MONDAY_10), at(type.id, MONDAY_10)]
    expect(await group(twice)).toMatchObject({
      refusal: { refusal: { code: 'slot_taken' }, item: { index: 1 } },
    })
    const { bookings, skipped } = await created(twice, { onConflict: 'skip' })
    expect(bookings).toHaveLength(1)
    expect(codesOf(skipped)).toEqual([['2026-04-27T10:00', 'slot_taken']])
  })

  test('keeps the wall time over a clock change, and skips a time that does not exist', async () => {
    const provider = await world.provider({ timeZone: 'Europe/Berlin' })
    const nights = (['saturday', 'sunday', 'monday'] as const).map((weekday) => ({
      weekday,
      windows: [{ start: '00:00', end: '06:00' }],
    }))
    const type = await world.eventType({
      providerId: provider.id,
      availabilityRules: nights,
      durationMinutes: 30,
    })
    // The clocks of Berlin skip 02:30 on 2027-03-28.
    const item = at(type.id, '2027-03-27T01:30:00Z', {
      recurrence: { frequency: 'daily', count: 3 },
    })
    expect(await group([item])).toMatchObject({
      refusal: {
        refusal: { code: 'no_such_time' },
        item: { index: 0, localStart: '2027-03-28T02:30' },
      },
    })
    const { bookings, skipped } = await created([item], { onConflict: 'skip' })
    expect(bookings.map(({ startEpochSeconds }) => startEpochSeconds)).toEqual([
      secondsOf('2027-03-27T01:30:00Z'),
      secondsOf('2027-03-29T00:30:00Z'),
    ])
    expect(codesOf(skipped)).toEqual([['2027-03-28T02:30', 'no_such_time']])
  })
})

describe('a group of a team', () => {
  test('takes different people at the same time', async () => {
    const [ada, bob] = await Promise.all(
      ['Ada', 'Bob'].map(async (name) => (await world.provider({ name })).id),
    )
    const owner = await world.provider({ kind: 'team' })
    const type = await world.eventType({
      providerId: owner.id,
      requirements: [{ name: 'doctor', providerIds: [ada, bob] as string[], count: 1 }],
    })
    const { bookings } = await created([at(type.id, MONDAY_10), at(type.id, MONDAY_10)])
    expect(new Set(bookings.map(({ providerId }) => providerId))).toEqual(new Set([ada, bob]))
    expect(await group([at(type.id, MONDAY_10)])).toMatchObject({
      refusal: { refusal: { code: 'slot_taken' } },
    })
  })

  test('takes somebody else if a person was booked while it was decided', async () => {
    const [ada, bob] = await Promise.all(
      ['Ada', 'Bob'].map(async (name) => (await world.provider({ name })).id),
    )
    const owner = await world.provider({ kind: 'team' })
    const type = await world.eventType({
      providerId: owner.id,
      requirements: [
        { name: 'doctor', providerIds: [ada, bob] as string[], count: 1, choice: 'priority' },
      ],
    })
    const own = await world.eventType({ providerId: ada as string })
    let hasRun = false
    // After the group has read the days, before it claims them.
    const store = storeWith(world.store, {
      query: async (request) => {
        const answer = await world.store.query(request)
        if (
          !hasRun &&
          request.partition === `PROVIDER#${ada}` &&
          request.from?.startsWith('DAY#')
        ) {
          hasRun = true
          await world.book(own.id, MONDAY_10)
        }
        return answer
      },
    })
    const { bookings } = unwrap(
      await createBookingGroup({ ...world.deps, store }, world.caller, {
        items: [at(type.id, MONDAY_10), at(type.id, MONDAY_11)],
        onConflict: 'refuse',
        booker: BOOKER,
        fields: {},
        isOverride: false,
      }),
    )
    expect(hasRun).toBe(true)
    expect(bookings.map(({ providerId }) => providerId)).toEqual([bob, ada])
  })
})

describe('the bound of one transaction', () => {
  test('is 100 writes: 24 confirmed bookings with their email, an idempotency key and an audit entry', async () => {
    const type = await world.eventType({ confirmation: 'instant' })
    const counts: number[] = []
    const store = storeWith(world.store, {
      transact: (writes, token) => {
        counts.push(writes.length)
        return world.store.transact(writes, token)
      },
    })
    const caller = {
      ...world.caller,
      idempotency: { scopeHash: 'bound', fingerprint: 'bound', seal: () => new Uint8Array(1) },
      audit: {
        accountId: world.accountId,
        actor: world.caller.actor,
        operation: 'createBookingGroup',
        requestId: 'test',
        keptDays: 30,
      },
    } as const
    const recurrence = { frequency: 'weekly', count: 24 } as const
    const made = await createBookingGroup({ ...world.deps, store }, caller, {
      items: [at(type.id, MONDAY_10, { recurrence })],
      onConflict: 'refuse',
      booker: BOOKER,
      fields: {},
      isOverride: false,
    })
    expect(unwrap(made).bookings).toHaveLength(24)
    expect(counts).toEqual([100])
  })

  test('lets 24 holds pass, and names the number of starts that fit otherwise', async () => {
    const days = { recurrence: { frequency: 'weekly', count: 24 } } as const
    const plain = await world.eventType()
    expect((await created([at(plain.id, MONDAY_10, days)])).bookings).toHaveLength(24)
    const [ada, bob] = await Promise.all(
      ['Ada', 'Bob'].map(async (name) => (await world.provider({ name })).id),
    )
    const owner = await world.provider({ kind: 'team' })
    const pair = await world.eventType({
      providerId: owner.id,
      requirements: [{ name: 'doctors', providerIds: [ada, bob] as string[], count: 'all' }],
    })
    // A booking, its trigger, its event and two ledger days, beside the group itself: 19 times 5, and 1.
    const fits = { recurrence: { frequency: 'weekly', count: 19 } } as const
    expect((await created([at(pair.id, MONDAY_10, fits)])).bookings).toHaveLength(19)
    const tooMany = { recurrence: { frequency: 'weekly', count: 20 } } as const
    expect(await group([at(pair.id, '2026-04-28T10:00:00Z', tooMany)])).toEqual({
      ok: false,
      refusal: { code: 'group_too_large', max: 19 },
    })
  })
})

describe('what is counted', () => {
  test('a limit of bookings counts all of a group, and the rest is skipped', async () => {
    const type = await world.eventType({ limits: { perDay: 2 } })
    const items = ['10', '11', '12'].map((hour) => at(type.id, `2026-04-27T${hour}:00:00Z`))
    expect(await group(items)).toMatchObject({
      refusal: { refusal: { code: 'limit_reached' }, item: { index: 2 } },
    })
    const { bookings, skipped } = await created(items, { onConflict: 'skip' })
    expect(bookings).toHaveLength(2)
    expect(codesOf(skipped)).toEqual([['2026-04-27T12:00', 'limit_reached']])
  })

  test('a party takes seats of several sessions together, or of none', async () => {
    const type = await world.eventType({ seats: { capacity: 3 } })
    const weeks = { recurrence: { frequency: 'weekly', count: 2 }, seats: 2 } as const
    const first = await created([at(type.id, MONDAY_10, weeks)])
    expect(first.bookings.map(({ seats }) => seats)).toEqual([2, 2])
    expect(await group([at(type.id, MONDAY_10, weeks)])).toMatchObject({
      refusal: { refusal: { code: 'session_full' } },
    })
    const { bookings } = await created([at(type.id, MONDAY_10, { ...weeks, seats: 1 })])
    expect(bookings).toHaveLength(2)
  })
})

test('a party of a group joins a session of a team that began while the group was decided', async () => {
  const [ada, bob] = await Promise.all(
    ['Ada', 'Bob'].map(async (name) => (await world.provider({ name })).id),
  )
  const owner = await world.provider({ kind: 'team' })
  const type = await world.eventType({
    providerId: owner.id,
    seats: { capacity: 5 },
    requirements: [
      { name: 'teacher', providerIds: [ada, bob] as string[], count: 1, choice: 'priority' },
    ],
  })
  const weeks = { recurrence: { frequency: 'weekly', count: 2 } } as const
  let other: Booking | undefined
  const store = storeWith(world.store, {
    // The commit reads the sessions together, after each start was prepared.
    getMany: async (keys, options) => {
      if (!other && keys.some(({ PK }) => PK === `EVENTTYPE#${type.id}#SESSION`)) {
        other = (await world.created(type.id, MONDAY_10)).booking
      }
      return await world.store.getMany(keys, options)
    },
  })
  const { bookings } = unwrap(
    await createBookingGroup({ ...world.deps, store }, world.caller, {
      items: [at(type.id, MONDAY_10, weeks)],
      onConflict: 'refuse',
      booker: BOOKER,
      fields: {},
      isOverride: false,
    }),
  )
  expect(bookings).toHaveLength(2)
  expect(other).toBeDefined()
  expect(bookings[0]?.providerId).toBe(other?.providerId)
  const { taken } = await world.ledger(other?.providerId ?? '', '2026-04-27')
  expect(taken).toHaveLength(12)
})
