import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CORPUS_FOLDER } from '../../../tests/ical/busy-of.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createCalendarParser } from '../../adapters/ical/calendar-parser.ts'
import { createIcalPool } from '../../adapters/ical/worker-pool.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { createCalendar } from './calendars.ts'
import { type ImportDependencies, importCalendar } from './import-calendar.ts'
import { listCalendarEvents } from './list-events.ts'

const caller = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const
const FILES = readdirSync(CORPUS_FOLDER).filter((name) => name.endsWith('.ics'))

const pool = createIcalPool()
let opened: TestStore
let deps: ImportDependencies
beforeAll(async () => {
  opened = await openTestStore()
  const { deps: plain } = testDependencies(opened.store, '2026-04-20T08:00:00Z')
  deps = { ...plain, calendarParser: createCalendarParser(pool) }
})
afterAll(async () => {
  await pool.close()
  await opened.close()
})

let importedCount = 0

test.each(FILES)('%s is imported once, and its events can be listed', async (name) => {
  const file = readFileSync(new URL(name, CORPUS_FOLDER))
  for (const exclusive of ['none', 'nights'] as const) {
    const made = await createCalendar(deps, caller, { name, timeZone: 'Europe/Berlin', exclusive })
    if (!made.ok) throw new Error('no calendar')
    const first = await importCalendar(deps, caller, made.value.id, file)
    const second = await importCalendar(deps, caller, made.value.id, file)
    expect(second.ok).toBe(first.ok)
    if (!first.ok || !second.ok) continue
    importedCount += first.value.imported
    expect(second.value).toEqual({
      ...first.value,
      imported: 0,
      unchanged: first.value.imported + first.value.unchanged,
    })
    const range = { fromEpochSeconds: 1_700_000_000, toEpochSeconds: 1_900_000_000 }
    const listed = await listCalendarEvents(deps, caller, made.value.id, range, { limit: 100 })
    expect(listed.ok).toBe(true)
  }
})

test('the corpus gave over 100 events, and the store is consistent', async () => {
  expect(importedCount).toBeGreaterThan(100)
  expect((await inspect(deps)).findings).toEqual([])
})
