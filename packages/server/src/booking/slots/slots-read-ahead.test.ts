import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { MemoryCalendars } from '../../../tests/support/memory-calendars.ts'
import {
  date,
  everyDayOf,
  invalidTo,
  minutesOf,
  mondayStartsOf,
  slotsOf,
  startsOf,
} from '../../../tests/support/slot-starts.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { createTimeOff } from '../absences/time-offs.ts'
import { updateEventType } from '../event-types/event-types.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { providerEntity } from '../providers/provider.ts'
import { getProvider } from '../providers/read-providers.ts'
import { createSchedule } from '../schedules/schedules.ts'
import { explainEventTypeSlot } from './explain-slot.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const HALF_OPEN = '`to` must be after `from`; ranges are half-open'

describe('an event type that was listed before', () => {
  /** The dependencies on a store that records the requests of each call. */
  const recording = () => {
    const requests: string[] = []
    const store = storeWith(world.store, {
      get(key, options) {
        requests.push(`get ${key.PK.split('#')[0]}`)
        return world.store.get(key, options)
      },
      getMany(keys, options) {
        requests.push(`get ${keys.map(({ PK }) => PK.split('#')[0]).join(' and ')}`)
        return world.store.getMany(keys, options)
      },
      query(request) {
        const { partition, from, to, ...rest } = request
        requests.push(`query ${from} to ${to} ${JSON.stringify(rest)}`)
        return world.store.query(request)
      },
    })
    return { requests, deps: { ...world.deps, store } }
  }
  const LEDGER = 'query DAY#2026-04-27 to DAY#2026-04-28 {"consistent":false}'

  test('is read in one request with its provider, and the ledger beside it', async () => {
    const type = await world.eventType({ availabilityRules: everyDayOf() })
    const { requests, deps } = recording()
    await mondayStartsOf(world, type.id, { deps })
    expect(requests.splice(0)).toEqual(['get EVENTTYPE', 'get PROVIDER', LEDGER])
    await mondayStartsOf(world, type.id, { deps })
    expect(requests.sort()).toEqual(['get EVENTTYPE and PROVIDER', LEDGER])
  })

  test('with working hours and time off is read in the same requests, and its time off beside', async () => {
    const hours = { name: 'Office', timeZone: 'UTC', availabilityRules: everyDayOf() }
    const { id: scheduleId } = unwrap(await createSchedule(world.deps, world.caller, hours))
    const { id: providerId } = await world.provider({ scheduleId })
    const type = await world.eventType({ providerId, availabilityRules: null })
    const { requests, deps } = recording()
    await mondayStartsOf(world, type.id, { deps })
    expect(requests.splice(0)).toEqual(['get EVENTTYPE', 'get PROVIDER', 'get SCHEDULE', LEDGER])
    await mondayStartsOf(world, type.id, { deps })
    expect(requests.splice(0).sort()).toEqual(['get EVENTTYPE and PROVIDER and SCHEDULE', LEDGER])
    const time = { startDate: '2026-05-04', endDate: '2026-05-05' }
    unwrap(await createTimeOff(world.deps, world.caller, providerId, { time }))
    await mondayStartsOf(world, type.id, { deps })
    const begun: string[] = []
    const rounds = storeWith(deps.store, {
      async query(request) {
        begun.push(`${request.from?.split('#')[0]}`)
        return deps.store.query(request)
      },
    })
    await mondayStartsOf(world, type.id, { deps: { ...deps, store: rounds } })
    expect(begun.sort()).toEqual(['DAY', 'TIMEOFF'])
    await startsOf(world, type.id, [date('2026-06-01'), date('2026-06-02')], {
      deps: { ...deps, store: rounds },
    })
    expect(begun).toEqual(['DAY', 'TIMEOFF', 'DAY'])
  })

  test('with an invalid range is refused without a read of the ledger', async () => {
    const type = await world.eventType()
    const { requests, deps } = recording()
    await mondayStartsOf(world, type.id, { deps })
    requests.splice(0)
    const day = date('2026-04-27')
    expect(await slotsOf(world, type.id, [day, day], { deps })).toEqual(invalidTo(HALF_OPEN))
    expect(requests).toEqual(['get EVENTTYPE and PROVIDER'])
  })

  test('reads the ledger again where changed rules need an earlier day', async () => {
    const provider = await world.provider()
    const type = await world.eventType({ providerId: provider.id, availabilityRules: everyDayOf() })
    await world.book(type.id, '2026-04-26T22:00:00Z')
    expect((await mondayStartsOf(world, type.id))[0]).toBe('00:00')
    const change = { bufferBeforeMinutes: 120 }
    unwrap(await updateEventType(world.deps, world.caller, type.id, change))
    const { requests, deps } = recording()
    expect((await mondayStartsOf(world, type.id, { deps }))[0]).toBe('01:00')
    expect(requests).toContain('query DAY#2026-04-26 to DAY#2026-04-28 {"consistent":false}')
  })

  test('reads the ledger again where changed rules need a later day', async () => {
    const type = await world.eventType({ availabilityRules: everyDayOf() })
    await world.book(type.id, '2026-04-28T01:00:00Z')
    expect((await mondayStartsOf(world, type.id)).at(-1)).toBe('23:00')
    const change = { bufferAfterMinutes: 120 }
    unwrap(await updateEventType(world.deps, world.caller, type.id, change))
    expect((await mondayStartsOf(world, type.id)).at(-1)).toBe('22:00')
  })

  test('follows the new zone of its provider', async () => {
    const type = await world.eventType({ availabilityRules: everyDayOf('09:00', '10:00') })
    await world.book(type.id, '2026-04-26T09:00:00Z')
    expect(await mondayStartsOf(world, type.id)).toEqual(['09:00'])
    const change = { timeZone: 'Asia/Tokyo' }
    unwrap(await updateProvider(world.deps, world.caller, type.providerId, change))
    expect(await mondayStartsOf(world, type.id)).toEqual(['00:00'])
    const provider = { timeZone: 'Pacific/Kiritimati' }
    unwrap(await updateProvider(world.deps, world.caller, type.providerId, provider))
    // 09:00 in Kiritimati is 19:00 UTC of the day before.
    const all = await startsOf(world, type.id, [date('2026-04-27'), date('2026-04-28')])
    expect(all).toEqual(['2026-04-26T19:00Z'])
  })
})

describe('connected calendars', () => {
  const connected = async () => {
    const type = await world.eventType({ bufferBeforeMinutes: 10, bufferAfterMinutes: 5 })
    const { providerId } = type
    const before = unwrap(await getProvider(world.deps, world.caller, providerId))
    const after = { ...before, version: 2, connectedKinds: ['google'] as const }
    await world.store.transact([providerEntity.replace(before, after)], `connect ${providerId}`)
    const calendars = new MemoryCalendars()
    return { type, providerId, calendars, deps: { ...world.deps, connectedCalendars: calendars } }
  }
  const REACH = ['2026-04-26T23:50Z', '2026-04-28T01:05Z'] as const

  test('close the time that is busy or unknown in them', async () => {
    const { type, providerId, calendars, deps } = await connected()
    calendars.set(
      providerId,
      { source: 'google', busy: [['2026-04-27T10:30:00Z', '2026-04-27T10:40:00Z']] },
      { source: 'ical', unknown: [['2026-04-27T15:00:00Z', '2026-04-28T00:00:00Z']] },
    )
    for (const _ of ['first', 'after it was read once']) {
      expect(await mondayStartsOf(world, type.id, { deps })).toEqual([
        '09:00',
        '11:00',
        '12:00',
        '13:00',
      ])
    }
  })

  test('are read with the provider, and beside it once it is known', async () => {
    const { type, providerId, calendars, deps } = await connected()
    const own = { providerId, reach: REACH }
    await mondayStartsOf(world, type.id, { deps })
    expect(calendars.taken()).toEqual([{ method: 'list', ...own, consistent: false }])
    await mondayStartsOf(world, type.id, { deps })
    expect(calendars.taken()).toEqual([
      { method: 'prefetch', ...own },
      { method: 'complete', ...own },
    ])
  })

  test('are read again where changed rules need more of them', async () => {
    const { type, providerId, calendars, deps } = await connected()
    await mondayStartsOf(world, type.id, { deps })
    const change = { bufferBeforeMinutes: 60 }
    unwrap(await updateEventType(world.deps, world.caller, type.id, change))
    calendars.taken()
    await mondayStartsOf(world, type.id, { deps })
    expect(calendars.taken()).toEqual([
      { method: 'prefetch', providerId, reach: REACH },
      {
        method: 'list',
        providerId,
        reach: ['2026-04-26T23:00Z', '2026-04-28T01:05Z'],
        consistent: false,
      },
    ])
  })

  test('are completed from what was read where changed rules need less of them', async () => {
    const { type, providerId, calendars, deps } = await connected()
    await mondayStartsOf(world, type.id, { deps })
    const change = { bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }
    unwrap(await updateEventType(world.deps, world.caller, type.id, change))
    calendars.taken()
    await mondayStartsOf(world, type.id, { deps })
    expect(calendars.taken()).toEqual([
      { method: 'prefetch', providerId, reach: REACH },
      { method: 'complete', providerId, reach: ['2026-04-27T00:00Z', '2026-04-28T01:00Z'] },
    ])
  })

  test('are not read ahead for a provider without connections', async () => {
    const type = await world.eventType()
    const calendars = new MemoryCalendars()
    const deps = { ...world.deps, connectedCalendars: calendars }
    await mondayStartsOf(world, type.id, { deps })
    await mondayStartsOf(world, type.id, { deps })
    expect(calendars.taken().map(({ method }) => method)).toEqual(['list', 'list'])
  })

  test('are not read for an invalid range', async () => {
    const { type, calendars, deps } = await connected()
    await mondayStartsOf(world, type.id, { deps })
    calendars.taken()
    const day = date('2026-04-27')
    expect(await slotsOf(world, type.id, [day, day], { deps })).toEqual(invalidTo(HALF_OPEN))
    expect(calendars.taken()).toEqual([])
  })

  test('explain a start with their newest answer', async () => {
    const { type, providerId, calendars, deps } = await connected()
    calendars.set(
      providerId,
      { source: 'google', busy: [['2026-04-27T10:30:00Z', '2026-04-27T10:40:00Z']] },
      { source: 'ical', unknown: [['2026-04-27T11:00:00Z', '2026-04-27T12:00:00Z']] },
    )
    const start = secondsOf('2026-04-27T10:00:00Z')
    const explained = await explainEventTypeSlot(deps, world.caller, type.id, start)
    const claim = {
      startEpochMinutes: minutesOf('2026-04-27T09:50:00Z'),
      endEpochMinutes: minutesOf('2026-04-27T11:05:00Z'),
    }
    const busy = {
      startEpochMinutes: minutesOf('2026-04-27T10:30:00Z'),
      endEpochMinutes: minutesOf('2026-04-27T10:40:00Z'),
    }
    expect(explained).toEqual({
      ok: true,
      value: {
        available: false,
        reasons: [
          { code: 'calendar_busy', source: 'google', claim, busy },
          { code: 'calendar_unknown', source: 'ical', because: 'stale' },
        ],
      },
    })
    expect(calendars.taken()).toEqual([
      {
        method: 'list',
        providerId,
        reach: ['2026-04-27T09:50Z', '2026-04-27T11:05Z'],
        consistent: true,
      },
    ])
  })
})
