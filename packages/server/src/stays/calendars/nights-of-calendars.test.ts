import { parseDate } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../../../tests/support/stores.ts'
import type { TestClock } from '../../adapters/system/clock.ts'
import { systemCaller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { nightsRange } from '../../ledger/keys.ts'
import {
  calendarContents,
  calendarEventIdKey,
  calendarRemovalKey,
  calendarRemovalsDue,
} from '../keys.ts'
import { createCalendar, deleteCalendar, getCalendar, listCalendars } from './calendars.ts'
import {
  createCalendarEvent,
  deleteCalendarEvent,
  getCalendarEvent,
  replaceCalendarEvent,
} from './events.ts'
import { listCalendarEvents } from './list-events.ts'
import { listNights } from './nights.ts'
import { removeCalendars, SECOND_PASS_SECONDS } from './remove-calendars.ts'

const NOW = '2026-04-20T08:00:00Z'
const caller = systemCaller('acc_1', 'test')
const day = (date: string) => parseDate(date) as number
const seconds = (instant: string) => Date.parse(instant) / 1000

type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

function unwrap<Value>(answer: Answer<Value>): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.value
}

const stay = (from: string, to: string, title = 'A guest') => ({
  title,
  time: { startDay: day(from), endDay: day(to) },
})

/** Counts the nights of 2026 and 2027 that are taken in the ledger of a calendar. */
async function takenNights(deps: Dependencies, calendarId: string): Promise<number> {
  const { items } = await deps.store.query(nightsRange(calendarId, '2026-01', '2027-12'))
  return items.reduce((sum, item) => sum + ledgerFromItem(item).taken.size, 0)
}

describe.each(SOME_ENGINES)('on %s', (engine) => {
  let opened: TestStore
  let deps: Dependencies
  let clock: TestClock
  beforeAll(async () => {
    opened = await openTestStore(engine)
    const made = testDependencies(opened.store, NOW)
    deps = made.deps
    clock = made.clock
  })
  afterAll(() => opened.close())

  const house = async (more = {}) =>
    unwrap(
      await createCalendar(deps, caller, {
        name: 'House by the lake',
        timeZone: 'Europe/Berlin',
        exclusive: 'nights',
        ...more,
      }),
    ).id
  const diary = async () =>
    unwrap(await createCalendar(deps, caller, { name: 'Diary', timeZone: 'Europe/Berlin' })).id

  test('60 concurrent stays on overlapping nights never share a night', async () => {
    const calendarId = await house()
    const wanted = Array.from({ length: 60 }, (_, n) => {
      const from = day('2026-06-25') + (n % 12)
      return { title: `Guest ${n}`, time: { startDay: from, endDay: from + 3 } }
    })
    const answers = await Promise.all(
      wanted.map((input) => createCalendarEvent(deps, caller, calendarId, input)),
    )
    const nights = answers.flatMap((answer) =>
      answer.ok ? [0, 1, 2].map((n) => (answer.value.days?.startDay ?? 0) + n) : [],
    )
    expect(new Set(nights).size).toBe(nights.length)
    expect(await takenNights(deps, calendarId)).toBe(nights.length)
    for (const answer of answers.filter((one) => !one.ok)) {
      expect(answer).toMatchObject({ refusal: { code: 'night_taken' } })
    }
  })

  test('a refused stay names every taken night, across months', async () => {
    const calendarId = await house()
    await createCalendarEvent(deps, caller, calendarId, stay('2026-07-30', '2026-08-02'))
    const refused = await createCalendarEvent(
      deps,
      caller,
      calendarId,
      stay('2026-07-28', '2026-08-05'),
    )
    expect(refused).toEqual({
      ok: false,
      refusal: {
        code: 'night_taken',
        days: [day('2026-07-30'), day('2026-07-31'), day('2026-08-01')],
      },
    })
  })

  test('a refused move across a month boundary names the taken nights of both months', async () => {
    const calendarId = await house()
    await createCalendarEvent(deps, caller, calendarId, stay('2026-07-30', '2026-08-02'))
    const made = unwrap(
      await createCalendarEvent(deps, caller, calendarId, stay('2026-07-20', '2026-07-24')),
    )
    const to = stay('2026-07-29', '2026-08-03')
    expect(await replaceCalendarEvent(deps, caller, calendarId, made.id, to)).toEqual({
      ok: false,
      refusal: {
        code: 'night_taken',
        days: [day('2026-07-30'), day('2026-07-31'), day('2026-08-01')],
      },
    })
  })

  test('one stay can end on the day another starts', async () => {
    const calendarId = await house()
    const [a, b] = await Promise.all([
      createCalendarEvent(deps, caller, calendarId, stay('2026-09-01', '2026-09-05')),
      createCalendarEvent(deps, caller, calendarId, stay('2026-09-05', '2026-09-09')),
    ])
    expect([a.ok, b.ok]).toEqual([true, true])
  })

  test('a stay of a year claims 365 nights and releases them all when it is deleted', async () => {
    const calendarId = await house()
    const made = unwrap(
      await createCalendarEvent(deps, caller, calendarId, stay('2026-05-15', '2027-05-15')),
    )
    expect(await takenNights(deps, calendarId)).toBe(365)
    unwrap(await deleteCalendarEvent(deps, caller, calendarId, made.id))
    expect(await takenNights(deps, calendarId)).toBe(0)
  })

  test.each([
    ['extended at both ends', '2026-06-08', '2026-06-14', 6],
    ['shortened at both ends', '2026-06-11', '2026-06-12', 1],
    ['moved across a month boundary', '2026-06-12', '2026-07-02', 20],
    ['moved to other nights', '2026-10-01', '2026-10-03', 2],
    ['not moved', '2026-06-10', '2026-06-13', 3],
  ])('a stay that is %s has exactly its new nights', async (_name, from, to, nights) => {
    const calendarId = await house()
    const made = unwrap(
      await createCalendarEvent(deps, caller, calendarId, stay('2026-06-10', '2026-06-13')),
    )
    const moved = unwrap(
      await replaceCalendarEvent(deps, caller, calendarId, made.id, stay(from, to)),
    )
    expect(moved.version).toBe(2)
    expect(await takenNights(deps, calendarId)).toBe(nights)
    const listed = unwrap(
      await listNights(deps, caller, calendarId, {
        fromDay: day('2026-01-01'),
        toDay: day('2027-01-01'),
      }),
    )
    expect(listed).toHaveLength(365)
    expect(listed.filter(({ status }) => status === 'taken').map((night) => night.day)).toEqual(
      Array.from({ length: nights }, (_, n) => day(from) + n),
    )
  })

  test('two stays that swap nights concurrently are refused and keep their own', async () => {
    const calendarId = await house()
    const a = unwrap(
      await createCalendarEvent(deps, caller, calendarId, stay('2026-06-01', '2026-06-05')),
    )
    const b = unwrap(
      await createCalendarEvent(deps, caller, calendarId, stay('2026-06-10', '2026-06-14')),
    )
    const answers = await Promise.all([
      replaceCalendarEvent(deps, caller, calendarId, a.id, stay('2026-06-10', '2026-06-14')),
      replaceCalendarEvent(deps, caller, calendarId, b.id, stay('2026-06-01', '2026-06-05')),
    ])
    expect(answers.map((answer) => answer.ok)).toEqual([false, false])
    expect(await takenNights(deps, calendarId)).toBe(8)
  })

  test('a concurrent deletion and extension leave no nights behind', async () => {
    const calendarId = await house()
    for (let round = 0; round < 10; round += 1) {
      const made = unwrap(
        await createCalendarEvent(deps, caller, calendarId, stay('2026-06-01', '2026-06-05')),
      )
      const [removed, extended] = await Promise.all([
        deleteCalendarEvent(deps, caller, calendarId, made.id),
        replaceCalendarEvent(deps, caller, calendarId, made.id, stay('2026-06-01', '2026-06-09')),
      ])
      expect(removed.ok).toBe(true)
      const isNotFound = !extended.ok && extended.refusal.code === 'not_found'
      expect(extended.ok || isNotFound).toBe(true)
      expect(await takenNights(deps, calendarId)).toBe(0)
    }
  })

  test('a stay that breaks rules is refused with these rules and claims no night', async () => {
    const calendarId = await house({ stayPolicy: { minNights: 3, arrivalWeekdays: ['saturday'] } })
    const refused = await createCalendarEvent(
      deps,
      caller,
      calendarId,
      stay('2026-06-01', '2026-06-03'),
    )
    expect(refused).toMatchObject({
      ok: false,
      refusal: {
        code: 'stay_not_bookable',
        reasons: [{ code: 'too_few_nights' }, { code: 'arrival_weekday' }],
      },
    })
    expect(await takenNights(deps, calendarId)).toBe(0)
  })

  test('a range lists every event that overlaps it, even if it started years before', async () => {
    const calendarId = await diary()
    const times: readonly (readonly [string, string, string])[] = [
      ['three years', '2024-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
      ['a year', '2025-06-01T00:00:00Z', '2026-05-01T00:00:00Z'],
      ['ends at the start of the range', '2026-04-26T00:00:00Z', '2026-04-27T00:00:00Z'],
      ['across midnight', '2026-04-26T23:00:00Z', '2026-04-27T01:00:00Z'],
      ['inside', '2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z'],
      ['starts at the end of the range', '2026-04-28T00:00:00Z', '2026-04-28T01:00:00Z'],
    ]
    for (const [title, start, end] of times) {
      const time = { startEpochSeconds: seconds(start), endEpochSeconds: seconds(end) }
      unwrap(await createCalendarEvent(deps, caller, calendarId, { title, time }))
    }
    const range = {
      fromEpochSeconds: seconds('2026-04-27T00:00:00Z'),
      toEpochSeconds: seconds('2026-04-28T00:00:00Z'),
    }
    const all = unwrap(await listCalendarEvents(deps, caller, calendarId, range, { limit: 50 }))
    expect(all.events.data.map(({ title }) => title)).toEqual([
      'three years',
      'a year',
      'across midnight',
      'inside',
    ])
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const { events } = unwrap(
        await listCalendarEvents(deps, caller, calendarId, range, {
          limit: 1,
          ...(cursor === undefined ? {} : { cursor }),
        }),
      )
      paged.push(...events.data.map(({ title }) => title))
      cursor = events.cursor
    } while (cursor !== undefined)
    expect(paged).toEqual(['three years', 'a year', 'across midnight', 'inside'])
  })

  test('an event with a new start and duration keeps its id and is listed once', async () => {
    const calendarId = await diary()
    const time = {
      startEpochSeconds: seconds('2026-05-04T09:00:00Z'),
      endEpochSeconds: seconds('2026-05-04T10:00:00Z'),
    }
    const made = unwrap(
      await createCalendarEvent(deps, caller, calendarId, { title: 'Talk', time }),
    )
    const longer = {
      startEpochSeconds: seconds('2026-05-06T09:00:00Z'),
      endEpochSeconds: seconds('2026-05-16T09:00:00Z'),
    }
    unwrap(
      await replaceCalendarEvent(deps, caller, calendarId, made.id, {
        title: 'Fair',
        time: longer,
      }),
    )
    const read = unwrap(await getCalendarEvent(deps, caller, calendarId, made.id))
    expect(read.event).toMatchObject({ id: made.id, title: 'Fair', version: 2, ...longer })
    const may = {
      fromEpochSeconds: seconds('2026-05-01T00:00:00Z'),
      toEpochSeconds: seconds('2026-06-01T00:00:00Z'),
    }
    const listed = unwrap(await listCalendarEvents(deps, caller, calendarId, may, { limit: 50 }))
    expect(listed.events.data.map(({ id }) => id)).toEqual([made.id])
  })

  test('an all-day event covers the local days of its calendar', async () => {
    const calendarId = await diary()
    const made = unwrap(
      await createCalendarEvent(deps, caller, calendarId, stay('2026-03-28', '2026-03-30', 'Fair')),
    )
    // Berlin skips an hour in this night, so the two days have 47 hours.
    expect(made).toMatchObject({
      isStay: false,
      startEpochSeconds: seconds('2026-03-27T23:00:00Z'),
      endEpochSeconds: seconds('2026-03-29T22:00:00Z'),
    })
  })

  test('a deleted calendar accepts no events, reports its progress, and is finally gone', async () => {
    const calendarId = await diary()
    const made = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        createCalendarEvent(deps, caller, calendarId, {
          title: `Event ${n}`,
          time: {
            startEpochSeconds: seconds(NOW) + n * 3600,
            endEpochSeconds: seconds(NOW) + n * 3600 + 60,
          },
        }),
      ),
    )
    unwrap(await deleteCalendar(deps, caller, calendarId))
    const listed = await listCalendars(deps, caller, { limit: 100 })
    expect(listed.data.map(({ id }) => id)).not.toContain(calendarId)
    const input = { title: 'Late', time: { startDay: 20_600, endDay: 20_601 } }
    expect(await createCalendarEvent(deps, caller, calendarId, input)).toMatchObject({
      refusal: { code: 'not_found' },
    })
    expect(await removeCalendars(deps, 10)).toMatchObject({ removedItems: 45, more: true })
    expect(unwrap(await getCalendar(deps, caller, calendarId)).removal).toMatchObject({
      removedItems: 45,
    })
    await removeCalendars(deps, 10)
    await removeCalendars(deps, 10)
    expect(await removeCalendars(deps, 10)).toMatchObject({ removedCalendars: 1, more: false })
    expect((await getCalendar(deps, caller, calendarId)).ok).toBe(false)
    const first = made[0]
    const id = first?.ok ? first.value.id : ''
    expect((await getCalendarEvent(deps, caller, calendarId, id)).ok).toBe(false)
  })

  test('an event that is committed after the removal of its calendar is removed as well', async () => {
    for (const make of [house, diary]) {
      const calendarId = await make()
      const { promise: isRead, resolve: onRead } = Promise.withResolvers<void>()
      const { promise: isGone, resolve: onGone } = Promise.withResolvers<void>()
      // A request that reads the calendar before its deletion and commits after its removal.
      const late: Dependencies = {
        ...deps,
        store: {
          ...deps.store,
          get: (key, options) => deps.store.get(key, options),
          getMany: (keys, options) => deps.store.getMany(keys, options),
          async transact(writes, token) {
            onRead()
            await isGone
            return deps.store.transact(writes, token)
          },
        },
      }
      const making = createCalendarEvent(late, caller, calendarId, stay('2026-06-01', '2026-06-05'))
      await isRead
      unwrap(await deleteCalendar(deps, caller, calendarId))
      while ((await removeCalendars(deps, 10)).more);
      expect((await getCalendar(deps, caller, calendarId)).ok).toBe(false)
      onGone()
      const event = unwrap(await making)
      expect(await deps.store.get(calendarEventIdKey(event.id))).toBeDefined()
      clock.moveTo(clock.nowEpochMilliseconds() + SECOND_PASS_SECONDS * 1000)
      while ((await removeCalendars(deps, 10)).more);
      expect(await deps.store.get(calendarEventIdKey(event.id))).toBeUndefined()
      expect((await deps.store.query(calendarContents(calendarId))).items).toEqual([])
      expect(await takenNights(deps, calendarId)).toBe(0)
    }
    const due = calendarRemovalsDue(Number.MAX_SAFE_INTEGER)
    expect((await deps.store.query(due)).items).toEqual([])
    clock.moveTo(Date.parse(NOW))
  })

  test('a calendar that was not deleted keeps its contents, even if the queue of removals names it', async () => {
    const calendarId = await house()
    const made = unwrap(
      await createCalendarEvent(deps, caller, calendarId, stay('2026-06-01', '2026-06-05')),
    )
    const item = { ...calendarRemovalKey(calendarId, 0), version: 1 }
    await deps.store.transact([{ kind: 'put-if-absent', item }], 'planted-removal')
    await removeCalendars(deps, 10)
    expect(unwrap(await getCalendarEvent(deps, caller, calendarId, made.id)).event).toEqual(made)
    expect(await takenNights(deps, calendarId)).toBe(4)
    expect(await deps.store.get(item)).toBeUndefined()
  })
})
