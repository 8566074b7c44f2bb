import { parseDate } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  counts,
  event,
  file,
  hour,
  NOTHING,
  nights,
} from '../../../tests/calendars/import-files.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createCalendarParser } from '../../adapters/ical/calendar-parser.ts'
import { createIcalPool } from '../../adapters/ical/worker-pool.ts'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { calendarContents } from '../keys.ts'
import { createCalendar, deleteCalendar, getCalendar } from './calendars.ts'
import { deleteCalendarEvent, replaceCalendarEvent } from './events.ts'
import { type ImportDependencies, importCalendar } from './import-calendar.ts'
import { listCalendarEvents } from './list-events.ts'
import { removeCalendars } from './remove-calendars.ts'

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

describe.each(ENGINES)('an import on %s', (engine) => {
  const pool = createIcalPool()
  let opened: TestStore
  let deps: ImportDependencies
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
  const importFile = async (calendarId: string, content: Uint8Array, own = deps) =>
    unwrap(await importCalendar(own, caller, calendarId, content))
  const list = async (calendarId: string) => {
    const range = {
      fromEpochSeconds: Date.parse('2026-01-01T00:00:00Z') / 1000,
      toEpochSeconds: Date.parse('2027-01-01T00:00:00Z') / 1000,
    }
    const found = await listCalendarEvents(deps, caller, calendarId, range, { limit: 1000 })
    return unwrap(found).events.data
  }
  const shown = async (calendarId: string) =>
    (await list(calendarId)).map(
      ({ title, startEpochSeconds }) =>
        `${new Date(startEpochSeconds * 1000).toISOString().slice(5, 16)} ${title}`,
    )

  test('imports each event once, however often its file is sent, and applies its changes', async () => {
    const calendarId = await make()
    const first = await importFile(calendarId, file(hour('a', 4, 'One'), hour('b', 5, 'Two')))
    expect(counts(first)).toEqual({ ...NOTHING, imported: 2 })
    const ids = (await list(calendarId)).map(({ id }) => id)
    const second = await importFile(
      calendarId,
      file(
        hour('a', 4, 'One'),
        hour('b', 6, 'Two, moved'),
        hour('c', 7, 'Three'),
        hour('d', 8, 'Never there', 'STATUS:CANCELLED'),
      ),
    )
    expect(counts(second)).toEqual({
      ...NOTHING,
      imported: 1,
      updated: 1,
      unchanged: 1,
      skipped: ['d cancelled'],
    })
    const listed = await list(calendarId)
    expect(listed.slice(0, 2).map(({ id, version }) => [id, version])).toEqual([
      [ids[0], 1],
      [ids[1], 2],
    ])
    const third = await importFile(calendarId, file(hour('b', 6, 'Two, moved', 'STATUS:CANCELLED')))
    expect(counts(third)).toEqual({ ...NOTHING, removed: 1 })
    expect(await shown(calendarId)).toEqual(['05-04T07:00 One', '05-07T07:00 Three'])
  })

  test('imports an event again after it was deleted', async () => {
    const calendarId = await make()
    await importFile(calendarId, file(hour('a', 4, 'One')))
    const [first] = await list(calendarId)
    unwrap(await deleteCalendarEvent(deps, caller, calendarId, first?.id ?? ''))
    const again = await importFile(calendarId, file(hour('a', 4, 'One')))
    expect(counts(again)).toEqual({ ...NOTHING, imported: 1 })
    const [second] = await list(calendarId)
    expect(second?.version).toBe(1)
    expect(second?.id).not.toBe(first?.id)
    expect(counts(await importFile(calendarId, file(hour('a', 4, 'One'))))).toEqual({
      ...NOTHING,
      unchanged: 1,
    })
  })

  test('keeps custom values that the file does not have', async () => {
    const calendarId = await make()
    await importFile(calendarId, file(hour('a', 4, 'One', 'LOCATION:Room 1\\nMain Street')))
    const [made] = await list(calendarId)
    if (made === undefined) throw new Error('nothing was imported')
    const { startEpochSeconds, endEpochSeconds, extendedProps } = made
    expect(extendedProps).toEqual({ location: 'Room 1\nMain Street' })
    unwrap(
      await replaceCalendarEvent(deps, caller, calendarId, made.id, {
        title: 'One',
        time: { startEpochSeconds, endEpochSeconds },
        extendedProps: { ...extendedProps, colour: 'red' },
      }),
    )
    await importFile(calendarId, file(hour('a', 5, 'One', 'LOCATION:Room 2')))
    expect((await list(calendarId))[0]?.extendedProps).toEqual({
      location: 'Room 2',
      colour: 'red',
    })
  })

  test('cuts long texts, leaves out custom values without room, and warns', async () => {
    const calendarId = await make()
    await importFile(calendarId, file(hour('a', 4, 'One')))
    const [made] = await list(calendarId)
    if (made === undefined) throw new Error('nothing was imported')
    const { startEpochSeconds, endEpochSeconds } = made
    const full = { notes: 'x'.repeat(4000) }
    unwrap(
      await replaceCalendarEvent(deps, caller, calendarId, made.id, {
        title: 'One',
        time: { startEpochSeconds, endEpochSeconds },
        extendedProps: full,
      }),
    )
    const long = hour('a', 4, '🏔'.repeat(150), `LOCATION:${'y'.repeat(200)}`)
    const { warnings } = await importFile(calendarId, file(long))
    expect(warnings).toEqual([
      { uid: 'a', line: 4, detail: 'The title was cut to 200 characters.' },
      {
        uid: 'a',
        line: 4,
        detail: 'Location and URL were left out: custom values have at most 4096 bytes.',
      },
    ])
    expect((await list(calendarId))[0]).toMatchObject({
      title: '🏔'.repeat(100),
      extendedProps: full,
    })
  })

  test('that is sent several times concurrently imports each event once', async () => {
    const calendarId = await make()
    const content = file(...Array.from({ length: 20 }, (_, n) => hour(`e${n}`, 1 + n, `E${n}`)))
    const reports = await Promise.all(
      Array.from({ length: 4 }, () => importFile(calendarId, content)),
    )
    expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(20)
    expect(reports.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBe(60)
    expect(await list(calendarId)).toHaveLength(20)
  })

  test('that was interrupted continues when the file is sent again', async () => {
    const calendarId = await make()
    const content = file(...Array.from({ length: 30 }, (_, n) => hour(`e${n}`, 1 + n, `E${n}`)))
    let left = 12
    const failing: ImportDependencies = {
      ...deps,
      store: {
        ...deps.store,
        get: (key, options) => deps.store.get(key, options),
        getMany: (keys, options) => deps.store.getMany(keys, options),
        async transact(writes, token) {
          left -= 1
          if (left < 0) throw new StoreUnavailable('out of reach', 'not-applied')
          return deps.store.transact(writes, token)
        },
      },
    }
    await expect(importFile(calendarId, content, failing)).rejects.toThrow('out of reach')
    await expect.poll(async () => (await list(calendarId)).length).toBe(12)
    const again = await importFile(calendarId, content)
    expect(counts(again)).toEqual({ ...NOTHING, imported: 18, unchanged: 12 })
  })

  test('imports recurring events with changed occurrences, and reports what it skips', async () => {
    const calendarId = await make()
    const weekly = 'RRULE:FREQ=WEEKLY;COUNT=4'
    const override = (at: string, ...lines: readonly string[]) =>
      event('r', `RECURRENCE-ID;TZID=Europe/Berlin:${at}`, ...lines)
    const content = file(
      hour('r', 4, 'Weekly', weekly, 'EXDATE;VALUE=DATE:20260511'),
      override(
        '20260518T090000',
        'DTSTART:20260519T100000Z',
        'DTEND:20260519T110000Z',
        'SUMMARY:Moved',
      ),
      override('20260525T090000', 'DTSTART:20260525T070000Z', 'STATUS:CANCELLED'),
      override('20260601T090000', 'DTSTART:20260601T070000Z', 'DTEND:20260601T080000Z'),
      hour('two rules', 5, 'Two', weekly, 'RRULE:FREQ=DAILY;COUNT=2'),
      hour('dates', 6, 'Dates', 'RDATE;TZID=Europe/Berlin:20260608T140000'),
      event(
        'lone',
        'RECURRENCE-ID:20260507T070000Z',
        'DTSTART:20260507T080000Z',
        'DTEND:20260507T090000Z',
        'SUMMARY:Lone',
      ),
      event('moment', 'DTSTART:20260508T080000Z', 'SUMMARY:A moment'),
      event('nowhere', 'DTSTART;TZID=Mars/Olympus:20260508T080000', 'DURATION:PT1H'),
      hour('off', 9, 'Off its rule', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2'),
      hour('twice', 10, 'Old', 'SEQUENCE:1'),
      hour('twice', 11, 'New', 'SEQUENCE:2'),
    )
    const report = await importFile(calendarId, content)
    expect(counts(report)).toEqual({
      ...NOTHING,
      imported: 5,
      skipped: [
        'r no_such_occurrence',
        'two rules recurrence_not_supported',
        'moment no_length',
        'nowhere unknown_time_zone',
        'twice superseded',
      ],
    })
    expect(await shown(calendarId)).toEqual([
      '05-04T07:00 Weekly',
      '05-06T07:00 Dates',
      '05-07T08:00 Lone',
      '05-09T07:00 Off its rule',
      '05-11T07:00 New',
      '05-12T07:00 Off its rule',
      '05-19T10:00 Moved',
      '06-08T12:00 Dates',
    ])
    expect(counts(await importFile(calendarId, content))).toMatchObject({
      imported: 0,
      unchanged: 5,
    })
  })

  test('reads floating times in the zone that the file names', async () => {
    const calendarId = await make()
    const floating = ['DTSTART:20260504T090000', 'DTEND:20260504T100000', 'SUMMARY:Nine']
    const own = (zone: string, uid: string, ...more: readonly string[]) =>
      file([`X-WR-TIMEZONE:${zone}`], event(uid, ...floating, ...more))
    await importFile(calendarId, file(event('here', ...floating)))
    const dates = ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20260505T090000']
    await importFile(calendarId, own('America/New_York', 'there', ...dates))
    const unknown = await importFile(calendarId, own('Mars/Olympus', 'unknown'))
    expect(unknown).toMatchObject({ imported: 1, skipped: [], warnings: [] })
    expect(await shown(calendarId)).toEqual([
      '05-04T07:00 Nine',
      '05-04T07:00 Nine',
      '05-04T13:00 Nine',
      '05-06T13:00 Nine',
    ])
  })

  test('lets an event be renamed whose start does not match its rule', async () => {
    const calendarId = await make()
    const off = hour('off', 9, 'Off its rule', 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3')
    await importFile(calendarId, file(off))
    const [first] = await list(calendarId)
    const eventId = String(first?.occurrence?.recurringEventId)
    const startEpochSeconds = Number(first?.startEpochSeconds)
    const renamed = await replaceCalendarEvent(deps, caller, calendarId, eventId, {
      title: 'New name',
      time: { startEpochSeconds, endEpochSeconds: startEpochSeconds + 3600 },
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3' },
    })
    expect(renamed).toMatchObject({ ok: true })
    expect(await shown(calendarId)).toEqual([
      '05-09T07:00 New name',
      '05-11T07:00 New name',
      '05-18T07:00 New name',
    ])
  })

  test('skips events before 1970 or after 2199, which no range can find', async () => {
    const calendarId = await make()
    const date = (uid: string, at: string, ...more: readonly string[]) =>
      event(uid, `DTSTART;VALUE=DATE:${at}`, `SUMMARY:${uid}`, ...more)
    const daily = 'RRULE:FREQ=DAILY;COUNT=2'
    const report = await importFile(
      calendarId,
      file(
        date('far', '25000101'),
        date('old', '16010101'),
        date('far date', '20260601', 'RDATE;VALUE=DATE:25000101'),
        date('old date', '20260602', 'RDATE;VALUE=DATE:19500101'),
        date('exdates', '20260603', daily, 'EXDATE;VALUE=DATE:16010101,25000101'),
        date('moved', '20260610', daily),
        date('moved', '25000101', 'RECURRENCE-ID;VALUE=DATE:20260611'),
      ),
    )
    expect(counts(report)).toEqual({
      ...NOTHING,
      imported: 2,
      skipped: ['far', 'old', 'far date', 'old date', 'moved'].map((uid) => `${uid} invalid`),
    })
    expect(await shown(calendarId)).toEqual([
      '06-02T22:00 exdates',
      '06-03T22:00 exdates',
      '06-09T22:00 moved',
      '06-10T22:00 moved',
    ])
  })

  test('imports stays against the stay policy, but never two on one night', async () => {
    const calendarId = await make('nights')
    const content = file(
      nights('long past', '20240601', '20240608'),
      nights('a', '20260601', '20260605'),
      nights('b', '20260604', '20260606'),
      nights('c', '20260605', '20260606'),
      hour('timed', 9, 'A day'),
      event('yearly', 'DTSTART;VALUE=DATE:20260701', 'RRULE:FREQ=YEARLY'),
    )
    const report = await importFile(calendarId, content)
    expect(counts(report)).toEqual({
      ...NOTHING,
      imported: 3,
      skipped: ['b night_taken', 'c night_taken', 'yearly recurrence_not_supported'],
    })
    expect(report.skipped.map(({ days }) => days)).toEqual([
      [parseDate('2026-06-04')],
      [parseDate('2026-06-05')],
      undefined,
    ])
    const moved = await importFile(
      calendarId,
      file(
        nights('a', '20260610', '20260612'),
        nights('b', '20260604', '20260606'),
        nights('c', '20260605', '20260606'),
      ),
    )
    expect(counts(moved)).toEqual({
      ...NOTHING,
      removed: 1,
      updated: 2,
      skipped: ['c night_taken'],
    })
    expect(moved.skipped[0]?.days).toEqual([parseDate('2026-06-05')])
  })

  test('leaves nothing behind in a deleted calendar, and the store is consistent', async () => {
    const calendarId = await make('nights')
    await importFile(calendarId, file(nights('a', '20260601', '20260605')))
    unwrap(await deleteCalendar(deps, caller, calendarId))
    // The stay, its month and its UID. The progress counts the first two, which callers know.
    expect(await removeCalendars(deps, 10)).toMatchObject({ removedItems: 3, more: true })
    const half = unwrap(await getCalendar(deps, caller, calendarId))
    expect(half.removal?.removedItems).toBe(2)
    while ((await removeCalendars(deps, 10)).more);
    expect((await deps.store.query(calendarContents(calendarId))).items).toEqual([])
    const { findings } = await inspect(deps)
    expect(findings.map(({ code }) => code)).toEqual([])
  })
})
