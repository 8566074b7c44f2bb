import { parseDate } from '@holdfast/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { transact } from '../../kernel/transaction.ts'
import {
  type CalendarEvent,
  calendarEventByTimeEntity,
  calendarEventEntity,
} from './calendar-event.ts'
import { createCalendar } from './calendars.ts'
import type { CalendarEventInput } from './event-content.ts'
import { createCalendarEvent, getCalendarEvent } from './events.ts'
import {
  cancelOccurrence,
  getOccurrence,
  type OccurrenceAddress,
  replaceOccurrence,
} from './occurrences.ts'

let world: BookingWorld
let calendarId: string
beforeEach(async () => {
  world = await openBookingWorld()
  const input = { name: 'Diary', timeZone: 'Europe/Berlin', exclusive: 'none' } as const
  calendarId = unwrap(await createCalendar(world.deps, world.caller, input)).id
})
afterEach(() => world.close())

const seconds = (instant: string) => Date.parse(instant) / 1000
const day = (date: string) => parseDate(date) ?? Number.NaN
const timed = (start: string, end: string) => ({
  startEpochSeconds: seconds(start),
  endEpochSeconds: seconds(end),
})
const add = async (input: CalendarEventInput) =>
  unwrap(await createCalendarEvent(world.deps, world.caller, calendarId, input))

/** A class of an hour on five days from 21 April 2026 at seven. */
const daily = (more: Partial<CalendarEventInput> = {}) =>
  add({
    title: 'Class',
    description: 'Bring a mat',
    extendedProps: { room: 1 },
    time: timed('2026-04-21T07:00:00Z', '2026-04-21T08:00:00Z'),
    recurrence: { rrule: 'FREQ=DAILY;COUNT=5' },
    ...more,
  })
const at = (eventId: string, instant: string): OccurrenceAddress => ({
  calendarId,
  eventId,
  originalStart: { epochSeconds: seconds(instant) },
})
const replace = (address: OccurrenceAddress, input: CalendarEventInput) =>
  replaceOccurrence(world.deps, world.caller, address, input)
const cancel = (address: OccurrenceAddress) => cancelOccurrence(world.deps, world.caller, address)
const get = (address: OccurrenceAddress) => getOccurrence(world.deps, world.caller, address)
const changesOf = async (eventId: string) => {
  const found = await getCalendarEvent(world.deps, world.caller, calendarId, eventId)
  return unwrap(found).event.recurrence
}
const invalidAt = (pointer: string) => ({
  ok: false,
  refusal: { code: 'validation_failed', errors: [expect.objectContaining({ pointer })] },
})
/** Stores a title for some occurrences, whose starts are in UTC. */
async function changed(eventId: string, count: number, startOf: (index: number) => number) {
  const found = await getCalendarEvent(world.deps, world.caller, calendarId, eventId)
  const { event } = unwrap(found)
  const changes = Array.from({ length: count }, (_, index) => ({
    originalWallSeconds: startOf(index),
    originalStartEpochSeconds: startOf(index),
    title: 'Stored',
  }))
  const after = {
    ...event,
    version: event.version + 1,
    recurrence: { ...event.recurrence, changes },
  }
  // The rule of the event is there: it recurs.
  const stored = after as CalendarEvent
  const writes = {
    event: calendarEventEntity.replace(event, stored),
    copy: calendarEventByTimeEntity.replace(event, stored),
  }
  expect(await transact(world.deps, writes)).toMatchObject({ kind: 'done' })
}
const NOT_FOUND = { ok: false, refusal: { code: 'not_found', resource: 'occurrence' } }

const SECOND = '2026-04-22T07:00:00Z'
const THIRD = '2026-04-23T07:00:00Z'
const SAME = {
  title: 'Class',
  description: 'Bring a mat',
  extendedProps: { room: 1 },
  time: timed('2026-04-22T07:00:00Z', '2026-04-22T08:00:00Z'),
}

test('an occurrence that is moved keeps its address, and the others stay', async () => {
  const { id } = await daily()
  const time = timed('2026-04-22T12:00:00Z', '2026-04-22T14:00:00Z')
  const moved = unwrap(await replace(at(id, SECOND), { ...SAME, time }))
  expect(moved).toMatchObject({ ...time, title: 'Class', version: 2 })
  expect(unwrap(await get(at(id, SECOND)))).toMatchObject(time)
  expect(unwrap(await get(at(id, THIRD)))).toMatchObject(
    timed('2026-04-23T07:00:00Z', '2026-04-23T08:00:00Z'),
  )
  expect(await get(at(id, '2026-04-22T12:00:00Z'))).toMatchObject(NOT_FOUND)
})

test('only what differs from the series is stored of an occurrence', async () => {
  const { id } = await daily()
  const stored = async (input: CalendarEventInput) => {
    unwrap(await replace(at(id, SECOND), input))
    const [change] = (await changesOf(id))?.changes ?? []
    const { originalWallSeconds: _, originalStartEpochSeconds: _1, ...rest } = change ?? {}
    return rest
  }
  expect(await stored({ ...SAME, title: 'Yoga' })).toEqual({ title: 'Yoga' })
  expect(await stored({ ...SAME, description: 'Bring water' })).toEqual({
    description: 'Bring water',
  })
  const { description: _, ...bare } = SAME
  expect(await stored(bare)).toEqual({ description: null })
  expect(await stored({ ...SAME, extendedProps: { room: 2 } })).toEqual({
    extendedProps: { room: 2 },
  })
  const { extendedProps: _1, ...plain } = SAME
  expect(await stored(plain)).toEqual({ extendedProps: null })
  const longer = timed('2026-04-22T07:00:00Z', '2026-04-22T09:00:00Z')
  expect(await stored({ ...SAME, time: longer })).toEqual({ time: longer })
  const earlier = timed('2026-04-22T06:00:00Z', '2026-04-22T08:00:00Z')
  expect(await stored({ ...SAME, time: earlier })).toEqual({ time: earlier })
  unwrap(await replace(at(id, SECOND), SAME))
  expect((await changesOf(id))?.changes).toEqual([])
})

test('changed occurrences are kept in the order of their original starts', async () => {
  const { id } = await daily()
  const third = timed('2026-04-23T07:00:00Z', '2026-04-23T08:00:00Z')
  unwrap(await replace(at(id, THIRD), { ...SAME, title: 'Third', time: third }))
  unwrap(await replace(at(id, SECOND), { ...SAME, title: 'Second' }))
  expect((await changesOf(id))?.changes.map(({ title }) => title)).toEqual(['Second', 'Third'])
})

test('a cancelled occurrence is found no more, with its change, and cannot be cancelled again', async () => {
  const { id } = await daily()
  unwrap(await replace(at(id, SECOND), { ...SAME, title: 'Second' }))
  unwrap(await cancel(at(id, SECOND)))
  expect(await get(at(id, SECOND))).toMatchObject(NOT_FOUND)
  expect(await cancel(at(id, SECOND))).toMatchObject(NOT_FOUND)
  unwrap(await cancel(at(id, '2026-04-21T07:00:00Z')))
  const { changes, exdates } = (await changesOf(id)) ?? {}
  expect(changes).toEqual([])
  // Nine o'clock on the walls of Berlin.
  expect(exdates).toEqual([seconds('2026-04-21T09:00:00Z'), seconds('2026-04-22T09:00:00Z')])
  expect(await get(at(id, THIRD))).toMatchObject({ ok: true })
})

test('there is no occurrence off the rule, after its end, or of an event that does not recur', async () => {
  const { id } = await daily()
  const single = await add({ title: 'Once', time: timed(SECOND, '2026-04-22T08:00:00Z') })
  for (const address of [
    at(id, '2026-04-22T07:30:00Z'),
    at(id, '2026-04-26T07:00:00Z'),
    at(id, '2026-04-20T07:00:00Z'),
    at(single.id, SECOND),
  ]) {
    expect(await get(address)).toMatchObject(NOT_FOUND)
    expect(await replace(address, SAME)).toMatchObject(NOT_FOUND)
    expect(await cancel(address)).toMatchObject(NOT_FOUND)
  }
  expect(await get(at(id, '2026-04-25T07:00:00Z'))).toMatchObject({ ok: true })
})

test('the occurrences of days are addressed by dates, and stay days', async () => {
  const dates = (start: string, end: string) => ({ startDay: day(start), endDay: day(end) })
  const made = await add({
    title: 'Fair',
    time: dates('2026-04-21', '2026-04-22'),
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
  })
  const second = { calendarId, eventId: made.id, originalStart: { day: day('2026-04-28') } }
  const time = dates('2026-04-29', '2026-05-01')
  const moved = unwrap(await replace(second, { title: 'Fair', time }))
  expect(moved).toMatchObject({
    days: time,
    startEpochSeconds: seconds('2026-04-28T22:00:00Z'),
    endEpochSeconds: seconds('2026-04-30T22:00:00Z'),
  })
  const asInstant = await replace(second, { title: 'Fair', time: SAME.time })
  expect(asInstant).toMatchObject(invalidAt('/start'))
  expect(JSON.stringify(asInstant)).toContain('must be a date, like that of the event')
  const { id } = await daily()
  const asDate = await replace(at(id, SECOND), { ...SAME, time })
  expect(asDate).toMatchObject(invalidAt('/start'))
  expect(JSON.stringify(asDate)).toContain('must be an instant, like that of the event')
})

test('an occurrence has no rule of its own, and no override', async () => {
  const { id } = await daily()
  const recurring = { ...SAME, recurrence: { rrule: 'FREQ=DAILY' } }
  expect(await replace(at(id, SECOND), recurring)).toMatchObject(invalidAt('/recurrence'))
  const overriding = { ...SAME, isOverride: true }
  expect(await replace(at(id, SECOND), overriding)).toMatchObject(invalidAt('/override'))
})

test('an occurrence ends after its start, and at most 31 days later', async () => {
  const { id } = await daily()
  const ending = (end: string) => replace(at(id, SECOND), { ...SAME, time: timed(SECOND, end) })
  expect(await ending(SECOND)).toMatchObject({ ok: false })
  expect(await ending('2026-05-23T07:00:01Z')).toMatchObject(invalidAt('/end'))
  expect(await ending('2026-05-23T07:00:00Z')).toMatchObject({ ok: true })
})

test('an event has at most 500 cancelled and 100 changed occurrences, and the last of them can be changed again', async () => {
  const first = seconds('2026-04-21T07:00:00Z')
  const start = (index: number) => new Date((first + index * 86_400) * 1000).toISOString()
  const startOf = (index: number) => ({ epochSeconds: first + index * 86_400 })
  const refusal = (count: number, what: string) => ({
    ok: false,
    refusal: {
      code: 'validation_failed',
      errors: [
        {
          pointer: '/path/originalStart',
          message: `an event can have at most ${count} ${what} occurrences; end it and create another one`,
        },
      ],
    },
  })
  const exdates = Array.from({ length: 499 }, (_, index) => startOf(index))
  const often = { rrule: 'FREQ=DAILY;COUNT=700', timeZone: 'UTC', exdates }
  const { id } = await daily({ recurrence: often })
  unwrap(await cancel(at(id, start(499))))
  expect(await cancel(at(id, start(500)))).toEqual(refusal(500, 'cancelled'))
  const change = (index: number, title: string) =>
    replace(at(id, start(index)), {
      ...SAME,
      title,
      time: {
        startEpochSeconds: first + index * 86_400,
        endEpochSeconds: first + index * 86_400 + 60,
      },
    })
  await changed(id, 99, (index) => first + (500 + index) * 86_400)
  unwrap(await change(599, 'Yoga'))
  expect(await change(600, 'Yoga')).toEqual(refusal(100, 'changed'))
  expect(await change(599, 'Choir')).toMatchObject({ ok: true })
  expect((await changesOf(id))?.changes.map(({ title }) => title).slice(98)).toEqual([
    'Stored',
    'Choir',
  ])
})

test('a change that expects an older version of the series is refused', async () => {
  const { id } = await daily()
  const caller = { ...world.caller, ifVersion: 1 }
  const change = (title: string) =>
    replaceOccurrence(world.deps, caller, at(id, SECOND), { ...SAME, title })
  expect(await change('First')).toMatchObject({ ok: true })
  const mismatch = { ok: false, refusal: { code: 'version_mismatch', expected: 1, actual: 2 } }
  expect(await change('Second')).toEqual(mismatch)
  expect(await cancelOccurrence(world.deps, caller, at(id, THIRD))).toEqual(mismatch)
})

test('nobody reads or changes an occurrence of another account', async () => {
  const { id } = await daily()
  const address = at(id, SECOND)
  const notFound = { ok: false, refusal: { code: 'not_found', resource: 'calendar' } }
  expect(await getOccurrence(world.deps, world.stranger, address)).toMatchObject(notFound)
  expect(await replaceOccurrence(world.deps, world.stranger, address, SAME)).toMatchObject(notFound)
  expect(await cancelOccurrence(world.deps, world.stranger, address)).toMatchObject(notFound)
})
