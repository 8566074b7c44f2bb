import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../../../tests/support/stores.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { calendarContents, calendarEventIdKey } from '../keys.ts'
import { calendarEventByTimeEntity } from './calendar-event.ts'
import { createCalendar, deleteCalendar } from './calendars.ts'
import type { ChannelDependencies } from './channel-state.ts'
import { createCalendarEvent, deleteCalendarEvent, getCalendarEvent } from './events.ts'
import { issueFeed, readFeed } from './feed.ts'
import { listCalendarEvents } from './list-events.ts'
import { cancelOccurrence, replaceOccurrence } from './occurrences.ts'
import { removeCalendars } from './remove-calendars.ts'

const NOW = '2026-04-20T08:00:00Z'
const DAY = 86_400
const caller = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const
const seconds = (instant: string) => Date.parse(instant) / 1000

type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

function unwrap<Value>(answer: Answer<Value>): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.value
}

describe.each(SOME_ENGINES)('on %s', (engine) => {
  let opened: TestStore
  let deps: ChannelDependencies
  beforeAll(async () => {
    opened = await openTestStore(engine)
    deps = testDependencies(opened.store, NOW).deps
  })
  afterAll(() => opened.close())

  const makeCalendar = async () =>
    unwrap(await createCalendar(deps, caller, { name: 'Diary', timeZone: 'UTC' })).id
  const add = async (calendarId: string, title: string, start: string, rrule: string) => {
    const startEpochSeconds = seconds(start)
    const time = { startEpochSeconds, endEpochSeconds: startEpochSeconds + 3600 }
    return unwrap(
      await createCalendarEvent(deps, caller, calendarId, { title, time, recurrence: { rrule } }),
    )
  }
  const list = async (calendarId: string, from: string, to: string) => {
    const range = { fromEpochSeconds: seconds(from), toEpochSeconds: seconds(to) }
    const found = await listCalendarEvents(deps, caller, calendarId, range, { limit: 1000 })
    return unwrap(found).events.data
  }

  // More than one query reads, of every span: a term, two years, ten years, without an end.
  test('a range lists exactly the occurrences of 40 recurring events over ten years', async () => {
    const calendarId = await makeCalendar()
    const ends = ['COUNT=13', 'COUNT=104', 'UNTIL=20301231T000000Z', ''].map((end) =>
      end === '' ? end : `;${end}`,
    )
    const made: { readonly title: string; readonly start: number; readonly end: number }[] = []
    for (let n = 0; n < 40; n += 1) {
      const start = seconds('2018-01-01T09:00:00Z') + n * 77 * DAY
      const end = ends[n % 4] ?? ''
      await add(calendarId, `Class ${n}`, new Date(start * 1000).toISOString(), `FREQ=WEEKLY${end}`)
      const weeks = [13, 104, undefined, undefined][n % 4]
      const last = n % 4 === 2 ? seconds('2030-12-31T00:00:00Z') : Number.POSITIVE_INFINITY
      made.push({ title: `Class ${n}`, start, end: weeks ? start + weeks * 7 * DAY : last })
    }
    for (const from of ['2017-12-01', '2019-06-03', '2022-02-07', '2026-04-20', '2031-01-06']) {
      const begin = seconds(`${from}T00:00:00Z`)
      const to = new Date((begin + 14 * DAY) * 1000).toISOString()
      const expected = made.flatMap(({ title, start, end }) =>
        [...Array(14).keys()]
          .map((day) => begin + day * DAY + 9 * 3600)
          .filter((at) => at >= start && at < end && (at - start) % (7 * DAY) === 0)
          .map((at) => `${title} ${at}`),
      )
      const found = await list(calendarId, `${from}T00:00:00Z`, to)
      const seen = found.map(({ title, startEpochSeconds }) => `${title} ${startEpochSeconds}`)
      expect(seen.sort()).toEqual(expected.sort())
    }
  })

  test('concurrent changes and cancellations of occurrences are all applied', async () => {
    const calendarId = await makeCalendar()
    const event = await add(calendarId, 'Talk', '2026-05-04T09:00:00Z', 'FREQ=DAILY')
    const name = (day: number) => ({
      calendarId,
      eventId: event.id,
      originalStart: { epochSeconds: event.startEpochSeconds + day * DAY },
    })
    const days = Array.from({ length: 12 }, (_, day) => day)
    await Promise.all(
      days.map(async (day) => {
        const start = event.startEpochSeconds + day * DAY + 600
        const time = { startEpochSeconds: start, endEpochSeconds: start + 600 }
        return day % 2 === 0
          ? unwrap(await cancelOccurrence(deps, caller, name(day)))
          : unwrap(await replaceOccurrence(deps, caller, name(day), { title: `Day ${day}`, time }))
      }),
    )
    const found = await list(calendarId, '2026-05-04T00:00:00Z', '2026-05-16T00:00:00Z')
    expect(found.map(({ title }) => title)).toEqual([
      'Day 1',
      'Day 3',
      'Day 5',
      'Day 7',
      'Day 9',
      'Day 11',
    ])
    const { event: now } = unwrap(await getCalendarEvent(deps, caller, calendarId, event.id))
    expect(now.version).toBe(13)
  })

  test('a change of an occurrence during the deletion of its event leaves nothing behind', async () => {
    const calendarId = await makeCalendar()
    const event = await add(calendarId, 'Talk', '2026-05-04T09:00:00Z', 'FREQ=DAILY')
    const originalStart = { epochSeconds: event.startEpochSeconds }
    const [, deleted] = await Promise.all([
      cancelOccurrence(deps, caller, { calendarId, eventId: event.id, originalStart }),
      deleteCalendarEvent(deps, caller, calendarId, event.id),
    ])
    expect(deleted.ok).toBe(true)
    const left = await deps.store.query({ ...calendarContents(calendarId), consistent: true })
    expect(left.items).toEqual([])
    expect(await deps.store.get(calendarEventIdKey(event.id), { consistent: true })).toBeUndefined()
  })

  test('an event has at most a hundred changed occurrences', async () => {
    const calendarId = await makeCalendar()
    const event = await add(calendarId, 'Talk', '2026-05-04T09:00:00Z', 'FREQ=DAILY')
    let last: Answer<unknown> = { ok: true, value: undefined }
    for (let day = 0; day <= 100; day += 1) {
      const startEpochSeconds = event.startEpochSeconds + day * DAY
      const time = { startEpochSeconds, endEpochSeconds: startEpochSeconds + 60 }
      const originalStart = { epochSeconds: startEpochSeconds }
      const name = { calendarId, eventId: event.id, originalStart }
      last = await replaceOccurrence(deps, caller, name, { title: 'Short', time })
      expect(last.ok).toBe(day < 100)
    }
    expect(last).toMatchObject({ refusal: { code: 'validation_failed' } })
  })

  test('a range with more than 1,000 recurring events is refused, but the feed has them', async () => {
    const calendarId = await makeCalendar()
    const event = await add(calendarId, 'Talk', '2026-05-04T09:00:00Z', 'FREQ=DAILY')
    const { token } = unwrap(await issueFeed(deps, caller, calendarId, 'details'))
    for (let batch = 0; batch < 10; batch += 1) {
      const writes = Array.from({ length: 100 }, () => {
        const id = deps.ids.next('calendarEvent', deps.clock.nowEpochMilliseconds())
        return {
          kind: 'put-if-absent',
          item: calendarEventByTimeEntity.encode({ ...event, id }),
        } as const
      })
      const made = await deps.store.transact(writes, deps.ids.next('event', batch))
      expect(made.committed).toBe(true)
    }
    const range = {
      fromEpochSeconds: seconds('2026-05-04T00:00:00Z'),
      toEpochSeconds: seconds('2026-05-05T00:00:00Z'),
    }
    const listed = await listCalendarEvents(deps, caller, calendarId, range, { limit: 50 })
    expect(listed).toMatchObject({ refusal: { code: 'validation_failed' } })
    const feed = unwrap(await readFeed(deps, calendarId, token))
    expect(feed.split('BEGIN:VEVENT')).toHaveLength(1002)
    // Without the event that was created first there are exactly 1,000.
    unwrap(await deleteCalendarEvent(deps, caller, calendarId, event.id))
    expect(await list(calendarId, '2026-05-04T00:00:00Z', '2026-05-05T00:00:00Z')).toHaveLength(
      1000,
    )
  })

  test('the removal of a calendar removes both copies of its recurring events', async () => {
    const calendarId = await makeCalendar()
    const event = await add(calendarId, 'Talk', '2026-05-04T09:00:00Z', 'FREQ=DAILY')
    unwrap(await deleteCalendar(deps, caller, calendarId))
    while ((await removeCalendars(deps, 10)).more);
    const left = await deps.store.query({ ...calendarContents(calendarId), consistent: true })
    expect(left.items).toEqual([])
    expect(await deps.store.get(calendarEventIdKey(event.id), { consistent: true })).toBeUndefined()
  })
})
