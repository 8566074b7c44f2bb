import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import {
  at,
  date,
  everyDayOf,
  invalidTo,
  minutesOf,
  mondayStartsOf,
  slotsOf,
  startsOf,
} from '../../../tests/support/slot-starts.ts'
import { FORMAT } from '../../kernel/format.ts'
import { formatKey } from '../../kernel/keys.ts'
import { createBlock } from '../blocks/blocks.ts'
import { setEventTypeStatus } from '../event-types/event-types.ts'
import { checkRange, listSlots } from './slots.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const HALF_OPEN = '`to` must be after `from`; ranges are half-open'

describe('the slots of a date', () => {
  test('are the starts of the open hours whose duration still fits', async () => {
    const type = await world.eventType({ durationMinutes: 90, slotStepMinutes: 60 })
    expect(await slotsOf(world, type.id, [date('2026-04-27'), date('2026-04-28')])).toEqual({
      ok: true,
      value: {
        starts: ['09', '10', '11', '12', '13', '14', '15'].map((hour) =>
          minutesOf(`2026-04-27T${hour}:00:00Z`),
        ),
        durationMinutes: 90,
        timeZone: 'UTC',
      },
    })
  })

  test('are those of its midnights in the zone of the provider', async () => {
    const provider = await world.provider({ timeZone: 'Asia/Tokyo' })
    const type = await world.eventType({
      providerId: provider.id,
      availabilityRules: everyDayOf('08:00', '10:00'),
    })
    const asked = [date('2026-04-27'), date('2026-04-28')] as const
    expect(unwrap(await slotsOf(world, type.id, asked)).timeZone).toBe('Asia/Tokyo')
    expect(await startsOf(world, type.id, asked)).toEqual([
      '2026-04-26T23:00Z',
      '2026-04-27T00:00Z',
    ])
  })

  test('are those of its midnights in another zone, where one is named', async () => {
    const provider = await world.provider({ timeZone: 'Asia/Tokyo' })
    const type = await world.eventType({
      providerId: provider.id,
      availabilityRules: everyDayOf('08:00', '10:00'),
    })
    const asked = { timeZone: 'UTC' }
    const range = [date('2026-04-27'), date('2026-04-28')] as const
    expect(await startsOf(world, type.id, range, asked)).toEqual([
      '2026-04-27T00:00Z',
      '2026-04-27T23:00Z',
    ])
    expect(unwrap(await slotsOf(world, type.id, range, asked)).timeZone).toBe('Asia/Tokyo')
  })

  test('may be mixed with an instant as the other end', async () => {
    const type = await world.eventType()
    expect(
      await startsOf(world, type.id, [at('2026-04-27T15:00:00Z'), date('2026-04-28')]),
    ).toEqual(['2026-04-27T15:00Z', '2026-04-27T16:00Z'])
    expect(
      await startsOf(world, type.id, [date('2026-04-27'), at('2026-04-27T11:00:00Z')]),
    ).toEqual(['2026-04-27T09:00Z', '2026-04-27T10:00Z'])
  })
})

describe('a clock change', () => {
  const berlin = async () => {
    const provider = await world.provider({ timeZone: 'Europe/Berlin' })
    return world.eventType({
      providerId: provider.id,

      availabilityRules: [{ weekday: 'sunday', windows: [{ start: '01:00', end: '04:00' }] }],
    })
  }

  test('that skips an hour leaves the slots of the hours that exist', async () => {
    world.moveTo('2026-03-20T08:00:00Z')
    const type = await berlin()
    // 02:00 is skipped: 01:00 is 00:00 UTC, and 03:00 is 01:00 UTC.
    expect(await startsOf(world, type.id, [date('2026-03-29'), date('2026-03-30')])).toEqual([
      '2026-03-29T00:00Z',
      '2026-03-29T01:00Z',
    ])
  })

  test('that repeats an hour offers it twice', async () => {
    const type = await berlin()
    expect(await startsOf(world, type.id, [date('2026-10-25'), date('2026-10-26')])).toEqual([
      '2026-10-24T23:00Z',
      '2026-10-25T00:00Z',
      '2026-10-25T01:00Z',
      '2026-10-25T02:00Z',
    ])
  })

  test('makes a range of 62 dates an hour longer, and it is then too long', async () => {
    const type = await berlin()
    expect(await slotsOf(world, type.id, [date('2026-09-01'), date('2026-11-01')])).toMatchObject({
      ok: true,
    })
    expect(await slotsOf(world, type.id, [date('2026-09-01'), date('2026-11-02')])).toEqual(
      invalidTo('the range spans 63 days; a call may span 62'),
    )
  })

  test('that skips a date makes its range an empty list, also for an inactive event type', async () => {
    world.moveTo('2011-12-01T00:00:00Z')
    const provider = await world.provider({ timeZone: 'Pacific/Apia' })
    const type = await world.eventType({
      providerId: provider.id,
      availabilityRules: everyDayOf(),
      durationMinutes: 720,
    })
    const skipped = [date('2011-12-30'), date('2011-12-31')] as const
    const nothing = {
      ok: true,
      value: { starts: [], durationMinutes: 720, timeZone: 'Pacific/Apia' },
    }
    expect(await slotsOf(world, type.id, skipped)).toEqual(nothing)
    unwrap(await setEventTypeStatus(world.deps, world.caller, type.id, 'inactive'))
    expect(await slotsOf(world, type.id, skipped)).toEqual(nothing)
    // The same instants are an empty range, and in UTC the date exists.
    expect(
      await slotsOf(world, type.id, [at('2011-12-30T10:00:00Z'), at('2011-12-30T10:00:00Z')]),
    ).toEqual(invalidTo(HALF_OPEN))
    expect(await slotsOf(world, type.id, [date('2011-12-30'), at('2011-12-30T10:00:00Z')])).toEqual(
      invalidTo(HALF_OPEN),
    )
    expect(await slotsOf(world, type.id, [date('2011-12-31'), date('2011-12-30')])).toEqual(
      invalidTo(HALF_OPEN),
    )
    expect(await slotsOf(world, type.id, [date('2011-12-30'), date('2011-12-30')])).toEqual(
      invalidTo(HALF_OPEN),
    )
  })
})

describe('a range of starts', () => {
  test('includes its first minute and excludes its last', async () => {
    const type = await world.eventType()
    const range = [at('2026-04-27T10:00:00Z'), at('2026-04-27T12:00:00Z')] as const
    expect(await startsOf(world, type.id, range)).toEqual([
      '2026-04-27T10:00Z',
      '2026-04-27T11:00Z',
    ])
    const odd = [at('2026-04-27T10:01:00Z'), at('2026-04-27T12:01:00Z')] as const
    expect(await startsOf(world, type.id, odd)).toEqual(['2026-04-27T11:00Z', '2026-04-27T12:00Z'])
  })

  test('that is empty or reversed is refused', async () => {
    const type = await world.eventType()
    const [early, late] = [at('2026-04-27T10:00:00Z'), at('2026-04-27T10:01:00Z')]
    for (const range of [
      [early, early],
      [late, early],
    ] as const) {
      expect(await slotsOf(world, type.id, range)).toEqual(invalidTo(HALF_OPEN))
    }
    expect(await slotsOf(world, type.id, [early, late])).toMatchObject({ ok: true })
  })

  test('spans at most 62 days', () => {
    const days = (count: number) => ({ fromEpochMinutes: 60, toEpochMinutes: 60 + count * 1440 })
    expect(checkRange(days(62))).toEqual({ ok: true, value: undefined })
    const tooLong = { ...days(62), toEpochMinutes: days(62).toEpochMinutes + 1 }
    expect(checkRange(tooLong)).toEqual(invalidTo('the range spans 63 days; a call may span 62'))
    expect(checkRange(days(63))).toEqual(invalidTo('the range spans 63 days; a call may span 62'))
  })
})

describe('time that is taken', () => {
  test('is not offered, nor is a slot whose buffers would touch it', async () => {
    const type = await world.eventType({ bufferBeforeMinutes: 10, bufferAfterMinutes: 15 })
    // The claim is 11:50 to 13:15; another slot claims ten minutes before and fifteen after itself.
    await world.book(type.id, '2026-04-27T12:00:00Z')
    expect(await mondayStartsOf(world, type.id)).toEqual([
      '09:00',
      '10:00',
      '14:00',
      '15:00',
      '16:00',
    ])
  })

  test('before the first minute and after the last one counts through the buffers', async () => {
    const provider = await world.provider()
    const plain = await world.eventType({
      providerId: provider.id,
      availabilityRules: everyDayOf(),
    })
    const early = await world.eventType({
      providerId: provider.id,
      availabilityRules: everyDayOf(),
      bufferBeforeMinutes: 30,
    })
    const late = await world.eventType({
      providerId: provider.id,
      availabilityRules: everyDayOf(),
      bufferAfterMinutes: 30,
    })
    await world.book(plain.id, '2026-04-26T23:00:00Z')
    await world.book(plain.id, '2026-04-28T00:00:00Z')
    const ends = (all: readonly string[]) => [all[0], all.at(-1)]
    expect(ends(await mondayStartsOf(world, plain.id))).toEqual(['00:00', '23:00'])
    expect(ends(await mondayStartsOf(world, early.id))).toEqual(['01:00', '23:00'])
    expect(ends(await mondayStartsOf(world, late.id))).toEqual(['00:00', '22:00'])
  })

  test('by a hold is offered again from the second at which it lapses', async () => {
    const type = await world.eventType()
    await world.book(type.id, '2026-04-27T10:00:00Z')
    world.moveTo('2026-04-20T08:04:59Z')
    expect(await mondayStartsOf(world, type.id)).not.toContain('10:00')
    world.moveTo('2026-04-20T08:05:00Z')
    expect(await mondayStartsOf(world, type.id)).toContain('10:00')
  })

  test('by a block is not offered by any event type of the provider', async () => {
    const type = await world.eventType({ durationMinutes: 120 })
    const times = {
      startEpochSeconds: secondsOf('2026-04-27T10:30:00Z'),
      endEpochSeconds: secondsOf('2026-04-27T13:00:00Z'),
    }
    unwrap(await createBlock(world.deps, world.caller, type.providerId, times))
    expect(await mondayStartsOf(world, type.id)).toEqual(['13:00', '15:00'])
  })
})

describe('notice and advance', () => {
  test('leave out the starts before and after them', async () => {
    const type = await world.eventType({ minNoticeMinutes: 180, maxAdvanceDays: 1 })
    const all = await startsOf(world, type.id, [date('2026-04-20'), date('2026-04-25')])
    expect([all.length, all[0], all.at(-1)]).toEqual([14, '2026-04-20T11:00Z', '2026-04-21T16:00Z'])
  })

  test('let nobody list or book a date before the second at which it opens', async () => {
    const release = { daysAhead: 7, at: '09:30' }
    const type = await world.eventType({ release, maxAdvanceDays: 365 })
    const monday = [date('2026-04-27'), date('2026-04-28')] as const
    world.moveTo('2026-04-20T09:29:59Z')
    expect(await startsOf(world, type.id, monday)).toEqual([])
    const start = '2026-04-27T10:00:00Z'
    expect(await world.create(type.id, start)).toMatchObject({
      ok: false,
      refusal: { reasons: [{ code: 'too_far' }] },
    })
    world.moveTo('2026-04-20T09:30:00Z')
    expect(await startsOf(world, type.id, monday)).toHaveLength(8)
    await world.book(type.id, start)
    expect(await world.deps.store.get(formatKey)).toMatchObject({ format: FORMAT })
  })

  test('are shown as unavailable where unavailable starts are asked for', async () => {
    const type = await world.eventType({ minNoticeMinutes: 300 })
    await world.book(type.id, '2026-04-20T15:00:00Z')
    const range = [date('2026-04-20'), date('2026-04-21')] as const
    const shown = unwrap(await slotsOf(world, type.id, range, { includeUnavailable: true }))
    expect(shown).toEqual({
      starts: ['09', '10', '11', '12', '13', '14', '15', '16'].map((hour) =>
        minutesOf(`2026-04-20T${hour}:00:00Z`),
      ),
      available: [false, false, false, false, true, true, false, true],
      durationMinutes: 60,
      timeZone: 'UTC',
    })
    expect(unwrap(await slotsOf(world, type.id, range))).not.toHaveProperty('available')
  })
})

describe('an event type', () => {
  test('that is inactive has no slots, and still refuses an invalid range', async () => {
    const type = await world.eventType({ durationMinutes: 30 })
    unwrap(await setEventTypeStatus(world.deps, world.caller, type.id, 'inactive'))
    const asked = { includeUnavailable: true }
    expect(await slotsOf(world, type.id, [date('2026-04-27'), date('2026-04-28')], asked)).toEqual({
      ok: true,
      value: { starts: [], durationMinutes: 30, timeZone: 'UTC' },
    })
    expect(await slotsOf(world, type.id, [date('2026-04-27'), date('2026-04-27')])).toEqual(
      invalidTo(HALF_OPEN),
    )
  })

  test('of another account is not found', async () => {
    const type = await world.eventType()
    const query = { from: date('2026-04-27'), to: date('2026-04-28'), includeUnavailable: false }
    expect(await listSlots(world.deps, world.stranger, type.id, query)).toEqual({
      ok: false,
      refusal: { code: 'not_found', resource: 'event_type', id: type.id },
    })
  })
})
