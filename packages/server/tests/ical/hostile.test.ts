import { afterAll, describe, expect, test } from 'vitest'
import { FEED_LIMITS } from '../../src/adapters/ical/free-busy-reader.ts'
import { createIcalPool } from '../../src/adapters/ical/worker-pool.ts'

const pool = createIcalPool()
const closing: (() => Promise<void>)[] = [() => pool.close()]
afterAll(async () => {
  for (const close of closing) await close()
})

const minutes = (time: string) => Date.parse(time) / 60_000
const QUERY = {
  range: {
    startEpochMinutes: minutes('2026-06-01T00:00Z'),
    endEpochMinutes: minutes('2026-06-08T00:00Z'),
  },
  timeZone: 'UTC',
  occurrencesPerRule: 10_000,
  warnings: 20,
}
const calendar = (...lines: readonly string[]) =>
  new TextEncoder().encode(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n'))
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT']
// The limits of work are under test here, not the time limit, which a busy machine may exceed.
const readBusy = (file: Uint8Array) =>
  pool.readBusy({ file, limits: { ...FEED_LIMITS, milliseconds: 60_000 }, query: QUERY })

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n).join(',')
const all = { start: '2026-06-01T00:00Z', end: '2026-06-08T00:00Z' }
const TOO_MUCH = 'line 2: the RRULE has too many occurrences; all time until its end counts as busy'

describe('a rule that is too expensive to expand makes its whole time busy, or none', () => {
  test.each([
    ['never', '20260101T100000Z', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', [], []],
    ['every second for years', '20200101T000000Z', 'FREQ=SECONDLY', [all], [TOO_MUCH]],
    ['every minute since 1970', '19700101T000000Z', 'FREQ=MINUTELY', [all], [TOO_MUCH]],
    [
      'every second of every day, a billion times',
      '20260601T000000Z',
      `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)};COUNT=1000000000`,
      [all],
      ['line 2: the RRULE is invalid; every day counts as busy'],
    ],
    [
      'every second of every day, a million times',
      '20260601T000000Z',
      `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)};COUNT=1000000`,
      [all],
      [TOO_MUCH],
    ],
    [
      'every second of every day',
      '20260101T000000Z',
      `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`,
      [all],
      [TOO_MUCH],
    ],
    [
      'every hour, a million times',
      '20000101T000000Z',
      'FREQ=HOURLY;COUNT=1000000',
      [all],
      [TOO_MUCH],
    ],
    [
      'once a month, more often than there are months',
      '20000101T000000Z',
      'FREQ=MONTHLY;COUNT=20000',
      [{ start: '2026-06-01T00:00Z', end: '2026-06-01T00:01Z' }],
      [],
    ],
    [
      'an hour that it never reaches',
      '20260101T000000Z',
      'FREQ=HOURLY;INTERVAL=4;BYHOUR=17',
      [],
      [],
    ],
  ])('%s', async (_, start, rule, busy, warnings) => {
    const length = rule.includes('1000000000') ? 'P1D' : 'PT1S'
    const done = await readBusy(
      calendar(...event(`DTSTART:${start}`, `DURATION:${length}`, `RRULE:${rule}`)),
    )
    expect(done).toEqual({
      ok: true,
      value: {
        busy: busy.map(({ start: from, end }) => ({
          startEpochMinutes: minutes(from),
          endEpochMinutes: minutes(end),
        })),
        warnings,
      },
    })
  })

  test.each([
    ['DTSTART:20260607T230000Z', 'DURATION:P999999999W'],
    ['DTSTART;TZID=Europe/Berlin:20260608T010000', 'DURATION:PT999999999H'],
    ['DTSTART;VALUE=DATE:99991231', 'DURATION:P999999999D', 'RDATE:20260607T230000Z'],
  ])('a duration beyond all bounds: %s %s', async (...lines) => {
    const done = await readBusy(calendar(...event(...lines)))
    expect(done).toMatchObject({
      ok: true,
      value: { busy: [{ endEpochMinutes: minutes(all.end) }] },
    })
  })

  test('every day since the year 1', async () => {
    const done = await readBusy(
      calendar(...event('DTSTART:00010101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY')),
    )
    expect(done.ok && done.value.busy).toHaveLength(7)
  })
})

describe('a file that exceeds a limit is refused', () => {
  const many = (count: number, line: string) => Array.from({ length: count }, () => line)
  test.each([
    ['bytes', calendar('X'.repeat(FEED_LIMITS.bytes)), 'it is larger than 10485760 bytes'],
    [
      'events',
      calendar(...many(25_001, 'BEGIN:VEVENT\r\nEND:VEVENT')),
      'it has more than 25000 events',
    ],
    [
      'dates of one event',
      calendar(...event('DTSTART:20260601T100000Z', `RDATE:${many(5_001, '20260601').join()}`)),
      'an event has more than 5000 dates',
    ],
    [
      'nesting',
      calendar(...many(100_000, 'BEGIN:X')),
      'its components are nested more than 16 deep',
    ],
  ])('%s', async (_, file, detail) => {
    expect(await readBusy(file)).toEqual({
      ok: false,
      refusal: { code: 'calendar_too_large', detail },
    })
  })

  test('lines that are too long are skipped, and the rest is read', async () => {
    const done = await readBusy(
      calendar(
        ...event(`EXDATE:${'x'.repeat(70_000)}`, 'DTSTART:20260601T100000Z', 'DURATION:PT1H'),
      ),
    )
    expect(done).toMatchObject({
      ok: true,
      value: { busy: [{}], warnings: ['line 4: this EXDATE cannot be read'] },
    })
  })

  test('of many problems the first ones are reported, with the number of the others', async () => {
    const done = await readBusy(calendar(...event('DTSTART:20260601T100000Z', ...many(1_000, '?'))))
    const warnings = done.ok ? done.value.warnings : []
    expect(warnings).toHaveLength(21)
    expect(warnings.at(-1)).toBe('and 980 more')
  })
})

describe('a thread', () => {
  const FILE = new Uint8Array([1])
  const ANSWER_JOBS = new URL('../../src/adapters/threads/answer-jobs.ts', import.meta.url).href
  /** A pool whose threads answer jobs by a function, as source. */
  const poolOf = (answer: string, memoryMebibytes = 512) => {
    const program = `import { answerJobs } from '${ANSWER_JOBS}'; answerJobs(${answer})`
    const made = createIcalPool({
      threads: 1,
      memoryMebibytes,
      program: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    })
    closing.push(() => made.close())
    return made
  }
  const job = (milliseconds: number) => ({ file: FILE, limits: { ...FEED_LIMITS, milliseconds } })

  test('that exceeds its time limit is terminated, and the next file gets another one', async () => {
    const hanging = poolOf(
      `({ limits }) => {
         while (limits.milliseconds < 1000);
         return { ok: true, value: 'read' }
       }`,
    )
    expect(await hanging.read(job(100))).toEqual({
      ok: false,
      refusal: { code: 'calendar_too_large', detail: 'it takes longer than 100 ms' },
    })
    expect(await hanging.read(job(60_000))).toEqual({ ok: true, value: 'read' })
  })

  test('that exceeds its memory limit is terminated', async () => {
    const greedy = poolOf(
      '() => { const kept = []; for (;;) kept.push(new Array(1e5).fill({})) }',
      32,
    )
    expect(await greedy.read(job(60_000))).toEqual({
      ok: false,
      refusal: { code: 'calendar_too_large', detail: 'it needs too much memory' },
    })
  })

  test('that fails or exits is replaced', async () => {
    const breaking = poolOf(
      `({ limits }) => {
         if (limits.milliseconds === 60001) throw new Error('broken')
         if (limits.milliseconds === 60002) process.exit(1)
         return { ok: true, value: 'read' }
       }`,
    )
    for (const at of [60_001, 60_002]) {
      expect(await breaking.read(job(at))).toMatchObject({ ok: false })
    }
    expect(await breaking.read(job(60_000))).toEqual({ ok: true, value: 'read' })
  })

  test('never gets a job that was aborted while it waited', async () => {
    const hanging = poolOf('() => { for (;;); }')
    const begun = hanging.read(job(60_000))
    const leaving = new AbortController()
    const waiting = hanging.readBusy({ ...job(60_000), query: QUERY }, leaving.signal)
    leaving.abort()
    const refused = { ok: false, refusal: { detail: 'the request was aborted' } }
    expect(await waiting).toMatchObject(refused)
    expect(await hanging.readBusy({ ...job(1), query: QUERY }, leaving.signal)).toMatchObject(
      refused,
    )
    await hanging.close()
    expect(await begun).toMatchObject({ ok: false })
  })

  test('is terminated with the pool, and waiting jobs are refused', async () => {
    const stopping = poolOf('() => { for (;;); }')
    const waiting = [stopping.read(job(60_000)), stopping.read(job(60_000))]
    await stopping.close()
    for (const one of await Promise.all(waiting)) expect(one).toMatchObject({ ok: false })
    expect(await stopping.read(job(60_000))).toMatchObject({ ok: false })
  })
})
