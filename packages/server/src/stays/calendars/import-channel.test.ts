import { formatDate, parseDate } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  counts,
  event,
  file,
  fileOf,
  fileWithoutProduct,
  hour,
  NOTHING,
  nights,
} from '../../../tests/calendars/import-files.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { parseCalendar } from '../../adapters/ical/parse-calendar.ts'
import { eventFromOutbox, isWaiting } from '../../kernel/events/outbox.ts'
import { ALL_SHARDS, outboxPartition } from '../../kernel/keys.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { createCalendar } from './calendars.ts'
import { createCalendarEvent, deleteCalendarEvent, replaceCalendarEvent } from './events.ts'
import { type ImportDependencies, type ImportOptions, importCalendar } from './import-calendar.ts'
import { listCalendarEvents } from './list-events.ts'
import { listUnplacedStays, unplacedStayRepresentation } from './unplaced-stays.ts'

const caller = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const

function unwrap<Value>(
  answer: { readonly ok: true; readonly value: Value } | { readonly ok: false },
): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.value
}

describe.each(ENGINES)('on %s', (engine) => {
  let opened: TestStore
  let deps: ImportDependencies
  beforeAll(async () => {
    opened = await openTestStore(engine)
    const { deps: plain } = testDependencies(opened.store, '2026-04-20T08:00:00Z')
    deps = {
      ...plain,
      calendarParser: { parse: async (content, limits) => parseCalendar(content, limits) },
    }
  })
  afterAll(() => opened.close())
  const make = async (exclusive: 'none' | 'nights' = 'none') =>
    unwrap(await createCalendar(deps, caller, { name: 'C', timeZone: 'Europe/Berlin', exclusive }))
      .id
  const importFile = async (calendarId: string, content: Uint8Array, options?: ImportOptions) =>
    unwrap(await importCalendar(deps, caller, calendarId, content, options))

  describe('a channel whose file is imported again', () => {
    const HERE = nights('here', '20260601', '20260605')
    const titles = async (calendarId: string) => {
      const range = { fromEpochSeconds: 0, toEpochSeconds: Date.parse('2027-01-01') / 1000 }
      const listed = await listCalendarEvents(deps, caller, calendarId, range, { limit: 50 })
      return unwrap(listed).events.data.map(({ startEpochSeconds }) =>
        new Date((startEpochSeconds + 7200) * 1000).toISOString().slice(0, 10),
      )
    }

    const days = (from: string, to: string) => ({
      startDay: parseDate(from) ?? 0,
      endDay: parseDate(to) ?? 0,
    })
    const enter = async (calendarId: string, from: string, to: string) => {
      const input = { title: 'Mine', time: days(from, to) }
      return unwrap(await createCalendarEvent(deps, caller, calendarId, input)).id
    }
    const stays = async (calendarId: string) => {
      const range = { fromEpochSeconds: 0, toEpochSeconds: Date.parse('2027-01-01') / 1000 }
      return unwrap(await listCalendarEvents(deps, caller, calendarId, range, { limit: 50 })).events
        .data
    }
    const waitingEvents = async () => {
      const shards = ALL_SHARDS.map((shard) => ({ partition: outboxPartition(shard) }))
      const pages = await Promise.all(shards.map((shard) => opened.store.query(shard)))
      return pages.flatMap(({ items }) => items.filter(isWaiting).map(eventFromOutbox))
    }
    const ranges = async (calendarId: string) =>
      (await stays(calendarId)).map(
        (stay) =>
          `${formatDate(stay.days?.startDay ?? 0).slice(5)} ${formatDate(stay.days?.endDay ?? 0).slice(5)}`,
      )

    test('frees the nights of stays that it no longer has, for new ones of the same file', async () => {
      const calendarId = await make('nights')
      await importFile(calendarId, file(HERE, nights('gone', '20260610', '20260612')))
      const report = await importFile(calendarId, file(HERE, nights('new', '20260611', '20260614')))
      expect(counts(report)).toEqual({ ...NOTHING, removed: 1, imported: 1, unchanged: 1 })
      expect(await titles(calendarId)).toEqual(['2026-06-01', '2026-06-11'])
      expect(counts(await importFile(calendarId, file()))).toEqual({ ...NOTHING, removed: 2 })
      expect((await inspect(deps)).findings).toEqual([])
    })

    test('keeps stays that are over, that came from elsewhere, or that the owner entered', async () => {
      const calendarId = await make('nights')
      const past = nights('past', '20240601', '20240608')
      await importFile(calendarId, file(past, HERE))
      const other = { source: 'another channel' }
      await importFile(calendarId, file(nights('theirs', '20260610', '20260612')), other)
      const time = { startDay: parseDate('2026-06-20') ?? 0, endDay: parseDate('2026-06-22') ?? 0 }
      unwrap(await createCalendarEvent(deps, caller, calendarId, { title: 'Mine', time }))
      expect(counts(await importFile(calendarId, file()))).toEqual({ ...NOTHING, removed: 1 })
      expect(await titles(calendarId)).toEqual(['2024-06-01', '2026-06-10', '2026-06-20'])
      const report = await importFile(calendarId, file(), other)
      expect(counts(report)).toEqual({ ...NOTHING, removed: 1 })
    })

    test('removes nothing when a part of its file could not be read', async () => {
      const calendarId = await make('nights')
      await importFile(calendarId, file(HERE))
      const unended = nights('new', '20260611', '20260614').slice(0, -1)
      const report = await importFile(calendarId, file(unended))
      expect(report.removed).toBe(0)
      expect(report.warnings.at(-1)?.detail).toBe(
        'Parts of the file could not be read, so no event was removed because the file lacks it.',
      )
      expect(await titles(calendarId)).toContain('2026-06-01')
    })

    test('is told from another channel by the program that wrote the file', async () => {
      const calendarId = await make('nights')
      const airbnb = '-//Airbnb Inc//Hosting Calendar 1.0//EN'
      const booking = '-//admin.booking.com//CalDAV Client//EN'
      await importFile(calendarId, fileOf(airbnb, HERE))
      const theirs = nights('theirs', '20260610', '20260612')
      const report = await importFile(calendarId, fileOf(booking, theirs))
      expect(counts(report)).toEqual({ ...NOTHING, imported: 1 })
      expect(await titles(calendarId)).toEqual(['2026-06-01', '2026-06-10'])
      expect(counts(await importFile(calendarId, fileOf(airbnb)))).toEqual({
        ...NOTHING,
        removed: 1,
      })
      expect(await titles(calendarId)).toEqual(['2026-06-10'])
    })

    test('keeps a stay that comes back with a new UID, and its id', async () => {
      const calendarId = await make('nights')
      await importFile(calendarId, file(HERE))
      const [before] = await stays(calendarId)
      const report = await importFile(calendarId, file(nights('fresh', '20260601', '20260605')))
      expect(counts(report)).toEqual({ ...NOTHING, unchanged: 1 })
      expect((await stays(calendarId)).map(({ id, version }) => [id, version])).toEqual([
        [before?.id, 1],
      ])
      expect(counts(await importFile(calendarId, file()))).toEqual({ ...NOTHING, removed: 1 })
    })

    test("gives two stays each other's nights, and a longer one the nights that a later one leaves", async () => {
      const calendarId = await make('nights')
      const at = (uid: string, from: number, to: number) =>
        nights(uid, `202606${from}`, `202606${to}`)
      await importFile(calendarId, file(at('a', 10, 13), at('b', 13, 15), at('c', 20, 22)))
      const swapped = file(at('a', 13, 15), at('b', 10, 13), at('c', 20, 22))
      expect((await importFile(calendarId, swapped)).skipped).toEqual([])
      expect(await ranges(calendarId)).toEqual(['06-10 06-13', '06-13 06-15', '06-20 06-22'])
      // b grows into nights of a, which moves into nights of c, which moves away.
      const grown = file(at('b', 10, 14), at('a', 21, 23), at('c', 24, 26))
      expect(counts(await importFile(calendarId, grown)).skipped).toEqual([])
      expect(await ranges(calendarId)).toEqual(['06-10 06-14', '06-21 06-23', '06-24 06-26'])
      // A circle: each moves into a part of the nights of the next one.
      const circle = file(at('b', 20, 24), at('a', 25, 27), at('c', 10, 12))
      expect(counts(await importFile(calendarId, circle)).skipped).toEqual([])
      expect(await ranges(calendarId)).toEqual(['06-10 06-12', '06-20 06-24', '06-25 06-27'])
      expect((await inspect(deps)).findings).toEqual([])
    })

    test('takes a stay with times as its dates', async () => {
      const calendarId = await make('nights')
      const zoned = event(
        'zoned',
        'DTSTART;TZID=Europe/Berlin:20260610T150000',
        'DTEND;TZID=Europe/Berlin:20260613T100000',
      )
      const utc = event('utc', 'DTSTART:20260619T220000Z', 'DTEND:20260621T220000Z')
      const unknown = event(
        'unknown',
        'DTSTART;TZID=Middle of nowhere:20260625T150000',
        'DURATION:P1DT19H',
      )
      const sameDay = event('day', 'DTSTART:20260628T100000', 'DTEND:20260628T120000')
      const report = await importFile(calendarId, file(zoned, utc, unknown, sameDay))
      expect(counts(report)).toEqual({ ...NOTHING, imported: 4 })
      expect(await ranges(calendarId)).toEqual([
        '06-10 06-13',
        '06-20 06-22',
        '06-25 06-27',
        '06-28 06-29',
      ])
    })

    test('makes no stay of a block of our own feed that it hands back', async () => {
      const calendarId = await make('nights')
      const id = await enter(calendarId, '2026-06-10', '2026-06-12')
      const echo = nights(`${id}@holdfast`, '20260610', '20260612')
      expect(counts(await importFile(calendarId, file(echo)))).toEqual({ ...NOTHING, unchanged: 1 })
      expect(await ranges(calendarId)).toEqual(['06-10 06-12'])
      unwrap(await deleteCalendarEvent(deps, caller, calendarId, id))
      const report = await importFile(calendarId, file(echo))
      expect(counts(report)).toEqual({ ...NOTHING, skipped: [`${id}@holdfast cancelled`] })
      expect(await ranges(calendarId)).toEqual([])
      const other = await make('nights')
      expect(counts(await importFile(other, file(echo)))).toEqual({ ...NOTHING, imported: 1 })
    })

    describe('with a stay on nights that are taken', () => {
      const theirs = nights('theirs', '20260611', '20260615')
      const other = { source: 'booking' }
      const conflicted = async () => {
        const calendarId = await make('nights')
        await importFile(calendarId, file(nights('ours', '20260610', '20260613')))
        const report = await importFile(calendarId, file(theirs), other)
        expect(counts(report)).toEqual({ ...NOTHING, skipped: ['theirs night_taken'] })
        return calendarId
      }
      const unplaced = async (calendarId: string) =>
        (await listUnplacedStays(deps, caller, { limit: 50 })).data
          .filter((stay) => stay.calendarId === calendarId)
          .map((stay) => unplacedStayRepresentation(stay))

      test('claims the free ones at once and keeps the conflict as an item', async () => {
        const calendarId = await conflicted()
        const [stay] = (await stays(calendarId)).filter((each) => each.unplaced)
        const item = {
          id: stay?.id,
          calendarId,
          source: 'booking',
          arrival: '2026-06-11',
          departure: '2026-06-15',
          nightsTaken: ['2026-06-11', '2026-06-12'],
          since: '2026-04-20T08:00:00Z',
        }
        expect(await unplaced(calendarId)).toEqual([item])
        for (const day of ['2026-06-13', '2026-06-14']) {
          await expect(enter(calendarId, day, '2026-06-15')).rejects.toThrow('night_taken')
        }
        const conflicts = (await waitingEvents()).filter(
          ({ type, resourceId }) => type === 'channel.conflict' && resourceId === stay?.id,
        )
        expect(conflicts.map(({ data }) => data)).toEqual([{ unplacedStay: item }])
        expect((await inspect(deps)).findings).toEqual([])
      })

      test('changes nothing while the conflict lasts, and gives it its nights once they are free', async () => {
        const calendarId = await conflicted()
        const before = await stays(calendarId)
        await importFile(calendarId, file(theirs), other)
        expect(await stays(calendarId)).toEqual(before)
        await importFile(calendarId, file())
        const report = await importFile(calendarId, file(theirs), other)
        expect(counts(report)).toEqual({ ...NOTHING, updated: 1 })
        expect(await unplaced(calendarId)).toEqual([])
        await expect(enter(calendarId, '2026-06-11', '2026-06-12')).rejects.toThrow('night_taken')
        expect((await inspect(deps)).findings).toEqual([])
      })

      test('lets the owner rename it, move it to free nights, and delete it', async () => {
        const calendarId = await conflicted()
        const [stay] = (await stays(calendarId)).filter((each) => each.unplaced)
        const id = stay?.id ?? ''
        const change = (from: string, to: string) =>
          replaceCalendarEvent(deps, caller, calendarId, id, { title: 'Ada', time: days(from, to) })
        expect(unwrap(await change('2026-06-11', '2026-06-15')).unplaced?.nights).toHaveLength(2)
        expect(unwrap(await change('2026-06-13', '2026-06-16')).unplaced).toBeUndefined()
        expect((await inspect(deps)).findings).toEqual([])
        unwrap(await deleteCalendarEvent(deps, caller, calendarId, id))
        expect(await enter(calendarId, '2026-06-13', '2026-06-16')).not.toBe('')
        expect((await inspect(deps)).findings).toEqual([])
      })
    })

    test('removes nothing when neither the file nor the call names it', async () => {
      const calendarId = await make('nights')
      await importFile(calendarId, fileWithoutProduct(HERE))
      const report = await importFile(calendarId, fileWithoutProduct())
      expect(report.removed).toBe(0)
      expect(report.warnings.at(-1)?.detail).toBe(
        'The file has no PRODID and the call names no source, so no event was removed because the file lacks it.',
      )
      expect(await titles(calendarId)).toEqual(['2026-06-01'])
    })

    test('removes nothing where that is not wanted', async () => {
      const house = await make('nights')
      await importFile(house, file(HERE))
      expect((await importFile(house, file(), { removesMissing: false })).removed).toBe(0)
      const diary = await make()
      await importFile(diary, file(hour('talk', 9, 'Talk')))
      expect((await importFile(diary, file())).removed).toBe(0)
      expect((await importFile(diary, file(), { removesMissing: true })).removed).toBe(1)
    })
  })
})
