import { formatDate } from '@holdfast/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  counts,
  event,
  file,
  fileWithoutProduct,
  hour,
  NOTHING,
  nights,
} from '../../../tests/calendars/import-files.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { parseCalendar } from '../../adapters/ical/parse-calendar.ts'
import { createCalendar } from './calendars.ts'
import { type ImportDependencies, type ImportOptions, importCalendar } from './import-calendar.ts'
import { listCalendarEvents } from './list-events.ts'
import { listUnplacedStays, unplacedStayRepresentation } from './unplaced-stays.ts'

const caller = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const

let opened: TestStore
let deps: ImportDependencies
beforeEach(async () => {
  opened = await openTestStore('sqlite')
  const { deps: plain } = testDependencies(opened.store, '2026-04-20T08:00:00Z')
  deps = {
    ...plain,
    calendarParser: { parse: async (content, limits) => parseCalendar(content, limits) },
  }
})
afterEach(() => opened.close())

async function calendar(exclusive: 'none' | 'nights' = 'nights'): Promise<string> {
  const made = await createCalendar(deps, caller, {
    name: 'House',
    timeZone: 'Europe/Berlin',
    exclusive,
  })
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value.id
}
async function importFile(id: string, content: Uint8Array, options?: ImportOptions) {
  const report = await importCalendar(deps, caller, id, content, options)
  if (!report.ok) throw new Error(report.refusal.code)
  return counts(report.value)
}
async function events(id: string) {
  const range = { fromEpochSeconds: 0, toEpochSeconds: Date.parse('2027-01-01') / 1000 }
  const listed = await listCalendarEvents(deps, caller, id, range, { limit: 50 })
  if (!listed.ok) throw new Error(listed.refusal.code)
  return listed.value.events.data
}
const ranges = async (id: string) =>
  (await events(id)).map(({ days }) =>
    [days?.startDay, days?.endDay].map((day) => formatDate(day ?? 0).slice(5)).join(' '),
  )
const june = (uid: string, from: number, to: number) => nights(uid, `202606${from}`, `202606${to}`)
const BOOKING = { source: 'booking' }

test('a file is one state: stays that swap, grow and go away are applied together', async () => {
  const id = await calendar()
  const first = file(june('a', 10, 13), june('b', 13, 15), june('c', 20, 22))
  expect(await importFile(id, first)).toEqual({ ...NOTHING, imported: 3 })
  expect(await importFile(id, first)).toEqual({ ...NOTHING, unchanged: 3 })
  const swapped = file(june('a', 13, 15), june('b', 10, 13))
  expect(await importFile(id, swapped)).toMatchObject({ removed: 1, skipped: [] })
  expect(await ranges(id)).toEqual(['06-10 06-13', '06-13 06-15'])
})

test('a stay that comes back under another UID stays the same one', async () => {
  const id = await calendar()
  await importFile(id, file(june('a', 10, 13)))
  const [before] = await events(id)
  expect(await importFile(id, file(june('new', 10, 13)))).toEqual({ ...NOTHING, unchanged: 1 })
  expect(await events(id)).toEqual([before])
})

test('a stay whose nights are partly taken claims the others, says which it lacks, and gets them later', async () => {
  const id = await calendar()
  await importFile(id, file(june('ours', 10, 13)))
  expect(await importFile(id, file(june('theirs', 11, 15)), BOOKING)).toEqual({
    ...NOTHING,
    skipped: ['theirs night_taken'],
  })
  const unplaced = async () =>
    (await listUnplacedStays(deps, caller, { limit: 50 })).data.map(unplacedStayRepresentation)
  expect(await unplaced()).toMatchObject([
    { source: 'booking', arrival: '2026-06-11', nightsTaken: ['2026-06-11', '2026-06-12'] },
  ])
  // Another channel gets none of its nights.
  expect((await importFile(id, file(june('third', 13, 14)), { source: 'third' })).skipped).toEqual([
    'third night_taken',
  ])
  await importFile(id, file())
  expect(await importFile(id, file(june('theirs', 11, 15)), BOOKING)).toEqual({
    ...NOTHING,
    updated: 1,
  })
  expect((await unplaced()).map(({ source }) => source)).toEqual(['third'])
})

test('a stay that the file cancels goes away, and one that it never had is nothing', async () => {
  const id = await calendar()
  await importFile(id, file(june('a', 10, 13)))
  const cancelled = (uid: string) =>
    event(uid, 'DTSTART;VALUE=DATE:20260610', 'DTEND;VALUE=DATE:20260613', 'STATUS:CANCELLED')
  const report = await importFile(id, file(cancelled('a'), cancelled('unknown')))
  expect(report.imported).toBe(0)
  expect(await ranges(id)).toEqual([])
})

test('a stay that is over remains, although channels leave the past out of their files', async () => {
  const id = await calendar()
  const past = nights('past', '20260410', '20260412')
  // It is 20 April, ten in the morning: the night before has ended, the next has not.
  const ended = nights('ended', '20260418', '20260420')
  const running = nights('running', '20260420', '20260421')
  await importFile(id, file(past, ended, running))
  expect(await importFile(id, file())).toEqual({ ...NOTHING, removed: 1 })
  expect(await ranges(id)).toEqual(['04-10 04-12', '04-18 04-20'])
})

test('a UID that comes with the nights of another stay leaves its own, also where nothing missing is removed', async () => {
  const id = await calendar()
  await importFile(id, file(june('a', 10, 13), june('b', 13, 15), june('c', 20, 22)))
  const [, second, third] = await events(id)
  const taken = () => importFile(id, file(june('a', 13, 15)), { removesMissing: false })
  expect(await taken()).toEqual({ ...NOTHING, unchanged: 1, removed: 1 })
  expect(await events(id)).toEqual([second, third])
  expect(await taken()).toEqual({ ...NOTHING, unchanged: 1 })
})

test('a file of a channel that is unknown removes nothing that it lacks', async () => {
  const id = await calendar()
  await importFile(id, fileWithoutProduct(june('a', 10, 13), june('b', 13, 15)))
  expect(await importFile(id, fileWithoutProduct(june('a', 10, 13)))).toMatchObject({
    removed: 0,
    unchanged: 1,
  })
  expect(await ranges(id)).toEqual(['06-10 06-13', '06-13 06-15'])
})

test('a day that recurs ignores the parts of its rule that are for times or for other programs', async () => {
  const id = await calendar('none')
  const rule = 'RRULE:FREQ=WEEKLY;COUNT=2;BYHOUR=9;X-EXTRA=1;SKIP=OMIT'
  const day = event(
    'd',
    'DTSTART;VALUE=DATE:20260601',
    'DTEND;VALUE=DATE:20260602',
    rule,
    'SUMMARY:D',
  )
  expect(await importFile(id, file(day))).toEqual({ ...NOTHING, imported: 1 })
  expect(await ranges(id)).toEqual(['06-01 06-02', '06-08 06-09'])
})

test('a timed event that recurs keeps the parts for times, and leaves out its EXDATE', async () => {
  const id = await calendar('none')
  const rule = 'RRULE:FREQ=DAILY;COUNT=3;BYHOUR=9'
  const excluded = 'EXDATE;TZID=Europe/Berlin:20260505T090000'
  expect(await importFile(id, file(hour('h', 4, 'Swim', rule, excluded)))).toEqual({
    ...NOTHING,
    imported: 1,
  })
  expect(
    (await events(id)).map((each) => new Date(each.startEpochSeconds * 1000).toISOString()),
  ).toEqual(['2026-05-04T07:00:00.000Z', '2026-05-06T07:00:00.000Z'])
})
