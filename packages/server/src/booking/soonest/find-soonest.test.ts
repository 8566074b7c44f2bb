import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { MemoryCalendars } from '../../../tests/support/memory-calendars.ts'
import { date, everyDayOf, slotsOf } from '../../../tests/support/slot-starts.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { createTimeOff } from '../absences/time-offs.ts'
import { setEventTypeStatus } from '../event-types/event-types.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { providerEntity } from '../providers/provider.ts'
import { getProvider } from '../providers/read-providers.ts'
import { createSchedule } from '../schedules/schedules.ts'
import { type SoonestQuery, type SoonestSlot, soonestOfEventTypes } from './find-soonest.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const instant = (text: string) => ({ epochMinutes: secondsOf(text) / 60 })
const textOf = (epochMinutes: number) =>
  `${new Date(epochMinutes * 60_000).toISOString().slice(0, 16)}Z`

/** Slots as `start name`, with the names of the event types. */
const named =
  (names: Readonly<Record<string, string>>) =>
  ({ startEpochMinutes, eventTypeId }: SoonestSlot) =>
    `${textOf(startEpochMinutes)} ${names[eventTypeId] ?? 'another'}`

const ofIds = async (
  ids: readonly string[],
  query: Partial<SoonestQuery> = {},
  deps = world.deps,
) => unwrap(await soonestOfEventTypes(deps, world.caller, ids, { limit: 5, ...query })).data

/** The dependencies on a store that records the queries of ledgers. */
const countingLedgers = () => {
  const queries: string[] = []
  const store = storeWith(world.store, {
    query(request) {
      if (request.from?.startsWith('DAY#')) queries.push(`${request.from} to ${request.to}`)
      return world.store.query(request)
    },
  })
  return { queries, deps: { ...world.deps, store } }
}

describe('the first slots of several event types', () => {
  test('come by start, and those of one start by event type id', async () => {
    const long = await world.eventType({ availabilityRules: everyDayOf('09:00', '12:00') })
    const short = await world.eventType({
      availabilityRules: everyDayOf('10:00', '11:00'),
      durationMinutes: 30,
      slotStepMinutes: 30,
    })
    const found = await ofIds([short.id, long.id], { from: instant('2026-04-21T00:00:00Z') })
    expect(found.map(named({ [long.id]: 'long', [short.id]: 'short' }))).toEqual([
      '2026-04-21T09:00Z long',
      '2026-04-21T10:00Z long',
      '2026-04-21T10:00Z short',
      '2026-04-21T10:30Z short',
      '2026-04-21T11:00Z long',
    ])
    expect(found[3]).toEqual({
      startEpochMinutes: secondsOf('2026-04-21T10:30:00Z') / 60,
      endEpochMinutes: secondsOf('2026-04-21T11:00:00Z') / 60,
      eventTypeId: short.id,
      providerId: short.providerId,
    })
  })

  test('begin now if the query says nothing else', async () => {
    const type = await world.eventType({ availabilityRules: everyDayOf('07:00', '11:00') })
    const found = await ofIds([type.id], { limit: 3 })
    expect(found.map(named({}))).toEqual([
      '2026-04-20T08:00Z another',
      '2026-04-20T09:00Z another',
      '2026-04-20T10:00Z another',
    ])
  })

  test('are the same as the slots of each event type, over all windows', async () => {
    const provider = await world.provider({ timeZone: 'Europe/Berlin' })
    const types = [
      await world.eventType({ providerId: provider.id, bufferAfterMinutes: 30 }),
      await world.eventType({
        providerId: provider.id,
        durationMinutes: 45,
        minNoticeMinutes: 3000,
      }),
      await world.eventType({ maxAdvanceDays: 12 }),
    ]
    await world.book(types[0]?.id ?? '', '2026-04-22T07:00:00Z')
    await world.book(types[2]?.id ?? '', '2026-04-22T09:00:00Z')
    const range = [instant('2026-04-20T08:00:00Z'), instant('2026-05-20T00:00:00Z')] as const
    const each = await Promise.all(
      types.map(async ({ id }) => {
        const listed = unwrap(await slotsOf(world, id, range))
        return listed.starts.map((start) => `${textOf(start)} ${id}`)
      }),
    )
    const [from, to] = range
    const found = await ofIds(
      types.map(({ id }) => id),
      { from, to, limit: 1000 },
    )
    expect(each.map(({ length }) => length)).toEqual([173, 196, 79])
    expect(found.map((slot) => `${textOf(slot.startEpochMinutes)} ${slot.eventTypeId}`)).toEqual(
      each.flat().sort(),
    )
  })

  test('are without those of an inactive event type or provider', async () => {
    const [off, away, on] = [
      await world.eventType(),
      await world.eventType(),
      await world.eventType(),
    ]
    unwrap(await setEventTypeStatus(world.deps, world.caller, off.id, 'inactive'))
    unwrap(await updateProvider(world.deps, world.caller, away.providerId, { active: false }))
    const found = await ofIds([off.id, away.id, on.id], { limit: 50 })
    expect(new Set(found.map(({ eventTypeId }) => eventTypeId))).toEqual(new Set([on.id]))
  })

  test('leave out what a connected calendar closes', async () => {
    const type = await world.eventType()
    const before = unwrap(await getProvider(world.deps, world.caller, type.providerId))
    const after = { ...before, version: 2, connectedKinds: ['google'] as const }
    await world.store.transact([providerEntity.replace(before, after)], `connect ${before.id}`)
    const calendars = new MemoryCalendars()
    calendars.set(before.id, {
      source: 'google',
      busy: [['2026-04-20T09:00:00Z', '2026-04-20T16:00:00Z']],
    })
    const deps = { ...world.deps, connectedCalendars: calendars }
    const found = await ofIds([type.id], { limit: 1 }, deps)
    expect(found.map(named({}))).toEqual(['2026-04-20T16:00Z another'])
  })

  test('lie within the working hours of their provider, without its time off', async () => {
    const schedule = unwrap(
      await createSchedule(world.deps, world.caller, {
        name: 'Mornings',
        timeZone: 'UTC',
        availabilityRules: everyDayOf('09:00', '11:00'),
      }),
    )
    const provider = await world.provider({ scheduleId: schedule.id })
    const [own, bounded] = [
      await world.eventType({ providerId: provider.id, availabilityRules: null }),
      await world.eventType({ providerId: provider.id, availabilityRules: everyDayOf('10:00') }),
    ]
    const time = { startDate: '2026-04-21', endDate: '2026-04-24' }
    unwrap(await createTimeOff(world.deps, world.caller, provider.id, { time }))
    const found = await ofIds([own.id, bounded.id], { limit: 6 })
    expect(found.map(named({ [own.id]: 'own', [bounded.id]: 'bounded' })).sort()).toEqual([
      '2026-04-20T09:00Z own',
      '2026-04-20T10:00Z bounded',
      '2026-04-20T10:00Z own',
      '2026-04-24T09:00Z own',
      '2026-04-24T10:00Z bounded',
      '2026-04-24T10:00Z own',
    ])
  })

  test('of a team are those that enough of its candidates can serve, each candidate read once', async () => {
    const [ada, bob] = [await world.provider(), await world.provider()]
    const owner = await world.provider({ kind: 'team' })
    const requirements = [{ name: 'who', providerIds: [ada.id, bob.id], count: 1 }]
    const types = [
      await world.eventType({ providerId: owner.id, requirements }),
      await world.eventType({ providerId: owner.id, requirements, durationMinutes: 120 }),
    ]
    const busy = await Promise.all(
      [ada, bob].map(({ id }) => world.eventType({ providerId: id, durationMinutes: 120 })),
    )
    for (const { id } of busy) await world.book(id, '2026-04-20T09:00:00Z')
    const { queries, deps } = countingLedgers()
    const ids = types.map(({ id }) => id)
    const found = await ofIds(ids, { limit: 3 }, deps)
    const [hour = '', double = ''] = ids
    expect(found.map(named({ [hour]: 'hour', [double]: 'double' }))).toEqual([
      '2026-04-20T11:00Z hour',
      '2026-04-20T11:00Z double',
      '2026-04-20T12:00Z hour',
    ])
    expect(new Set(found.map(({ providerId }) => providerId))).toEqual(new Set([owner.id]))
    expect(queries).toHaveLength(2)
  })

  test('of an event type that does not exist, or of another account, are refused', async () => {
    const type = await world.eventType()
    const missing = 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6'
    const of = (ids: readonly string[], caller = world.caller) =>
      soonestOfEventTypes(world.deps, caller, ids, { limit: 5 })
    const notFound = (id: string) => ({
      ok: false,
      refusal: { code: 'not_found', resource: 'event_type', id },
    })
    expect(await of([type.id, missing])).toEqual(notFound(missing))
    expect(await of([type.id], world.stranger)).toEqual(notFound(type.id))
  })

  test('need a range of at most 62 days that is not empty', async () => {
    const type = await world.eventType()
    const of = async (from: string, to: string) => {
      const answer = await soonestOfEventTypes(world.deps, world.caller, [type.id], {
        from: date(from),
        to: date(to),
        limit: 1,
      })
      return answer.ok ? answer.value.data.length : answer.refusal.code
    }
    expect(await of('2026-05-01', '2026-05-01')).toBe('validation_failed')
    expect(await of('2026-05-01', '2026-07-03')).toBe('validation_failed')
    expect(await of('2026-05-01', '2026-07-02')).toBe(1)
    expect(await of('2026-03-01', '2026-04-01')).toBe(0)
  })
})

describe('the reads of a call', () => {
  test('are one ledger query per provider for a day, if the day has enough slots', async () => {
    const [first, second] = [await world.provider(), await world.provider()]
    const ids: string[] = []
    for (const provider of [first, first, first, second, second]) {
      ids.push((await world.eventType({ providerId: provider.id })).id)
    }
    const { queries, deps } = countingLedgers()
    expect(await ofIds(ids, { limit: 20 }, deps)).toHaveLength(20)
    expect(queries).toEqual([
      'DAY#2026-04-20 to DAY#2026-04-21',
      'DAY#2026-04-20 to DAY#2026-04-21',
    ])
  })

  test('begin with the present day, however early the range begins', async () => {
    const type = await world.eventType()
    const { queries, deps } = countingLedgers()
    await ofIds([type.id], { from: date('2026-03-01'), to: date('2026-05-01'), limit: 1 }, deps)
    expect(queries).toEqual(['DAY#2026-04-20 to DAY#2026-04-21'])
  })

  test('cover the buffers of all event types of a provider', async () => {
    const { id: providerId } = await world.provider()
    const early = { providerId, availabilityRules: everyDayOf('00:00', '01:00') }
    const [wide, narrow] = [
      await world.eventType({ ...early, bufferBeforeMinutes: 120 }),
      await world.eventType(early),
    ]
    await world.book(
      (await world.eventType({ providerId, availabilityRules: everyDayOf() })).id,
      '2026-04-26T22:00:00Z',
    )
    const range = { from: date('2026-04-27'), to: date('2026-04-28') }
    for (const ids of [
      [wide.id, narrow.id],
      [narrow.id, wide.id],
    ]) {
      const found = await ofIds(ids, range)
      expect(found.map(({ eventTypeId }) => eventTypeId)).toEqual([narrow.id])
    }
  })

  test('read the calendars of a provider once for all of its event types', async () => {
    const { id: providerId } = await world.provider()
    const ids = [
      (await world.eventType({ providerId })).id,
      (await world.eventType({ providerId })).id,
    ]
    const calendars = new MemoryCalendars()
    await ofIds(ids, { limit: 2 }, { ...world.deps, connectedCalendars: calendars })
    expect(calendars.taken()).toEqual([
      expect.objectContaining({ method: 'list', providerId, consistent: false }),
    ])
  })

  test('reach further in windows of growing length until there are enough slots', async () => {
    const type = await world.eventType({ availabilityRules: everyDayOf('09:00', '10:00') })
    const { queries, deps } = countingLedgers()
    const found = await ofIds([type.id], { limit: 5 }, deps)
    expect(found.at(-1)).toMatchObject({
      startEpochMinutes: secondsOf('2026-04-24T09:00:00Z') / 60,
    })
    expect(queries).toEqual([
      'DAY#2026-04-20 to DAY#2026-04-21',
      'DAY#2026-04-21 to DAY#2026-04-23',
      'DAY#2026-04-23 to DAY#2026-04-27',
    ])
  })

  test('are none where nothing is open anyway', async () => {
    const type = await world.eventType({ minNoticeMinutes: 10 * 1440, maxAdvanceDays: 12 })
    const { queries, deps } = countingLedgers()
    expect(await ofIds([type.id], { limit: 50 }, deps)).toHaveLength(16)
    expect(queries).toEqual(['DAY#2026-04-27 to DAY#2026-05-21'])
  })
})
