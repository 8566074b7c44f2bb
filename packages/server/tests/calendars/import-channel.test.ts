import { parseDate } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCalendarParser } from '../../src/adapters/ical/calendar-parser.ts'
import { createIcalPool } from '../../src/adapters/ical/worker-pool.ts'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { createCalendar } from '../../src/stays/calendars/calendars.ts'
import { createCalendarEvent } from '../../src/stays/calendars/events.ts'
import {
  type ImportDependencies,
  type ImportOptions,
  importCalendar,
} from '../../src/stays/calendars/import-calendar.ts'
import { listCalendarEvents } from '../../src/stays/calendars/list-events.ts'
import { testDependencies } from '../support/dependencies.ts'
import { ENGINES, openTestStore, type TestStore } from '../support/stores.ts'
import { counts, file, fileOf, fileWithoutProduct, hour, NOTHING, nights } from './import-files.ts'

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
  const pool = createIcalPool()
  beforeAll(async () => {
    opened = await openTestStore(engine)
    const { deps: plain } = testDependencies(opened.store, '2026-04-20T08:00:00Z')
    deps = { ...plain, calendarParser: createCalendarParser(pool) }
  })
  afterAll(async () => {
    await pool.close()
    await opened.close()
  })
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
