/**
 * Measures the cost of reading a range of a ten-year-old calendar in requests, DynamoDB read units and
 * milliseconds. It compares three layouts with the same events on the local DynamoDB engine: by length and
 * start (the server's layout), one copy of an event per day, and an index by start only. Then it measures
 * what recurring events of the same ten years add.
 *
 *     npm run bench:calendars -- [events, default 100000]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CapacityUse,
  withCapacityMeter,
} from '../../packages/server/src/adapters/dynamodb/capacity.ts'
import { createTable } from '../../packages/server/src/adapters/dynamodb/create-table.ts'
import {
  connect,
  createStoreOnTransport,
} from '../../packages/server/src/adapters/dynamodb/store.ts'
import { startLocalEngine } from '../../packages/server/src/adapters/dynamodb-local/local-engine.ts'
import { createTestClock } from '../../packages/server/src/adapters/system/clock.ts'
import { createIdSource } from '../../packages/server/src/adapters/system/ids.ts'
import { createSecrets } from '../../packages/server/src/adapters/system/secrets.ts'
import type { Item, Store } from '../../packages/server/src/kernel/ports/store.ts'
import { calendarEntity } from '../../packages/server/src/stays/calendars/calendar.ts'
import {
  type CalendarEvent,
  calendarEventByTimeEntity,
} from '../../packages/server/src/stays/calendars/calendar-event.ts'
import { listCalendarEvents } from '../../packages/server/src/stays/calendars/list-events.ts'
import { readRecurrence } from '../../packages/server/src/stays/calendars/read-recurrence.ts'

const EVENTS = Number(process.argv[2] ?? 100_000)
const ACCOUNT = 'acc_01kqs3v7m8e2f4g6h8j0k2m4n6'
const DAY = 86_400
const YEARS = 10
const TABLE = 'calendars'
const REPEATS = 5
const secondsOf = (date: string): number => Date.parse(date) / 1000
const BEGIN = secondsOf('2016-07-01')
const LONGEST = 366 * DAY

const ids = createIdSource()
const calendarId = ids.next('calendar', BEGIN * 1000)

/** Of 1,000 events, 979 last 30 minutes to 2 hours, 15 last days, 5 last weeks and 1 lasts a year. */
function durationOf(random: () => number): number {
  const kind = random() * 1000
  if (kind < 1) return LONGEST
  if (kind < 6) return Math.ceil(7 + random() * 14) * DAY
  if (kind < 21) return Math.ceil(random() * 5) * DAY
  return 1800 + Math.floor(random() * 6) * 900
}

/** Reproducible numbers in `[0, 1)`: a linear congruential generator modulo 2^32. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function* makeEvents(): Generator<CalendarEvent> {
  const random = seededRandom(20_260_427)
  for (let n = 0; n < EVENTS; n += 1) {
    const startEpochSeconds = BEGIN + Math.floor((random() * YEARS * 365.25 * DAY) / 900) * 900
    yield {
      id: ids.next('calendarEvent', (BEGIN + n) * 1000),
      accountId: ACCOUNT,
      calendarId,
      version: 1,
      title: `Event ${n} of a calendar that is busy`,
      description: 'With a line about what it is, and where: the room on the second floor.',
      extendedProps: { colour: 'teal', room: n % 40 },
      isStay: false,
      startEpochSeconds,
      endEpochSeconds: startEpochSeconds + durationOf(random),
      createdAtEpochSeconds: BEGIN,
      updatedAtEpochSeconds: BEGIN,
    }
  }
}

const text = (number: number): string => String(number).padStart(10, '0')
const dayOf = (epochSeconds: number): number => Math.floor(epochSeconds / DAY)

/** The items of an event in each layout. */
const LAYOUTS: Readonly<Record<string, (event: CalendarEvent) => readonly Item[]>> = {
  'by length and start': (event) => [calendarEventByTimeEntity.encode(event)],
  'a copy a day': (event) => {
    const first = dayOf(event.startEpochSeconds)
    const count = dayOf(event.endEpochSeconds - 1) - first + 1
    const item = calendarEventByTimeEntity.encode(event)
    return Array.from({ length: count }, (_, n) => ({
      ...item,
      PK: 'DAYS',
      SK: `${text(first + n)}#${event.id}`,
    }))
  },
  'by start': (event) => [
    {
      ...calendarEventByTimeEntity.encode(event),
      PK: 'STARTS',
      SK: `${text(event.startEpochSeconds)}#${event.id}`,
    },
  ],
}

async function load(store: Store): Promise<void> {
  await store.transact(
    [{ kind: 'put-if-absent', item: calendarEntity.encode(CALENDAR) }],
    ids.next('event', BEGIN * 1000),
  )
  for (const [name, itemsOf] of Object.entries(LAYOUTS)) {
    const startedAt = performance.now()
    let count = 0
    let waiting: Item[] = []
    const flush = async (): Promise<void> => {
      const writes = waiting.map((item) => ({ kind: 'put-if-absent', item }) as const)
      waiting = []
      await store.transact(writes, ids.next('event', BEGIN * 1000))
    }
    for (const event of ALL) {
      for (const item of itemsOf(event)) {
        waiting.push(item)
        count += 1
        if (waiting.length === 100) await flush()
      }
    }
    if (waiting.length > 0) await flush()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(`${name.padEnd(22)} ${count} items, written in ${seconds} s`)
  }
}

const CALENDAR = {
  id: calendarId,
  accountId: ACCOUNT,
  version: 1,
  name: 'Ten years',
  timeZone: 'UTC',
  exclusive: 'none',
  createdAtEpochSeconds: BEGIN,
  updatedAtEpochSeconds: BEGIN,
} as const

type Read = (store: Store, from: number, to: number) => Promise<ReadonlySet<unknown>>

const idsOf = (items: readonly (Item | CalendarEvent)[]): ReadonlySet<unknown> =>
  new Set(items.map(({ id }) => id))

const READS: Readonly<Record<string, Read>> = {
  'by length and start': async (store, fromEpochSeconds, toEpochSeconds) => {
    const clock = createTestClock(() => undefined)
    const secrets = createSecrets(new Uint8Array(32))
    const deps = { store, clock, ids, secrets, tzdbVersion: 'unknown' }
    const range = { fromEpochSeconds, toEpochSeconds }
    const page = { limit: 2 * EVENTS }
    const found = await listCalendarEvents(deps, CALENDAR, calendarId, range, page)
    if (!found.ok) throw new Error(found.refusal.code)
    return idsOf(found.value.events.data)
  },
  'a copy a day': async (store, from, to) => {
    const days = { from: text(dayOf(from)), to: `${text(dayOf(to - 1))}#~` }
    return idsOf((await store.query({ partition: 'DAYS', ...days })).items)
  },
  'by start, in the range': async (store, from, to) => {
    const starts = { from: text(from), to: text(to) }
    return idsOf((await store.query({ partition: 'STARTS', ...starts })).items)
  },
  'by start, a year back': async (store, from, to) => {
    const starts = { from: text(from - LONGEST + 1), to: text(to) }
    const { items } = await store.query({ partition: 'STARTS', ...starts })
    return idsOf(items.filter((item) => Number(item.endEpochSeconds) > from))
  },
}

const RANGES = [
  ['a day', '2025-05-05', '2025-05-06'],
  ['a month', '2025-05-01', '2025-06-01'],
  ['a month, 2017', '2017-08-01', '2017-09-01'],
  ['a year', '2025-01-01', '2026-01-01'],
] as const

async function measure(
  store: Store,
  metered: Store,
  uses: CapacityUse[],
  layouts = Object.keys(READS),
): Promise<void> {
  console.log(
    `\n${'range'.padEnd(15)} ${'layout'.padEnd(24)} events  missed  requests       RCU  ms (median of ${REPEATS})`,
  )
  for (const [name, fromDate, toDate] of RANGES) {
    const [from, to] = [secondsOf(fromDate), secondsOf(toDate)]
    const all = ALL.filter(
      (event) => event.endEpochSeconds > from && event.startEpochSeconds < to,
    ).length
    for (const [layout, read] of Object.entries(READS).filter(([name]) => layouts.includes(name))) {
      uses.length = 0
      const found = await read(metered, from, to)
      const units = uses.reduce((sum, use) => sum + use.readUnits, 0)
      const times: number[] = []
      for (let n = 0; n < REPEATS; n += 1) {
        const startedAt = performance.now()
        await read(store, from, to)
        times.push(performance.now() - startedAt)
      }
      const median = times.sort((a, b) => a - b)[Math.floor(REPEATS / 2)] ?? 0
      console.log(
        `${name.padEnd(15)} ${layout.padEnd(24)} ${String(found.size).padStart(6)}  ${String(Math.max(0, all - found.size)).padStart(6)}  ${String(uses.length).padStart(8)}  ${units.toFixed(1).padStart(8)}  ${median.toFixed(1).padStart(8)}`,
      )
    }
  }
}

/**
 * Sixty recurring events per year: 48 weekly for 13 weeks, 9 weekly for a year, and 3 without an end:
 * weekly, monthly and every working day.
 */
function* makeRecurring(): Generator<CalendarEvent> {
  const random = seededRandom(20_261_121)
  const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
  for (let n = 0; n < 60 * YEARS; n += 1) {
    const monday = Math.floor((random() * YEARS * 365.25) / 7) * 7 + dayOf(BEGIN) + 3
    const day = monday + Math.floor(random() * 5)
    const startEpochSeconds = day * DAY + (8 + Math.floor(random() * 10)) * 3600
    const weekday = weekdays[new Date(startEpochSeconds * 1000).getUTCDay()] ?? 'MO'
    const endless = [
      'FREQ=WEEKLY',
      `FREQ=MONTHLY;BYMONTHDAY=${new Date(startEpochSeconds * 1000).getUTCDate()}`,
      'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    ]
    const kind = n % 20
    const rrule =
      kind === 0
        ? (endless[Math.floor(n / 20) % 3] ?? '')
        : `FREQ=WEEKLY;COUNT=${kind < 4 ? 52 : 13};BYDAY=${weekday}`
    const time = { startEpochSeconds, endEpochSeconds: startEpochSeconds + 3600 }
    const recurrence = readRecurrence({ rrule }, time, 'Europe/Berlin')
    if (!recurrence.ok) throw new Error(JSON.stringify(recurrence.refusal))
    yield {
      id: ids.next('calendarEvent', BEGIN * 1000 + n),
      accountId: ACCOUNT,
      calendarId,
      version: 1,
      title: `Class ${n} of a calendar that is busy`,
      description: 'With a line about what it is, and where: the room on the second floor.',
      extendedProps: { colour: 'teal', room: n % 40 },
      isStay: false,
      ...time,
      recurrence: recurrence.value,
      createdAtEpochSeconds: BEGIN,
      updatedAtEpochSeconds: BEGIN,
    }
  }
}

/** Adds the recurring events and measures the same ranges again. */
async function measureRecurring(): Promise<void> {
  const recurring = [...makeRecurring()]
  for (let n = 0; n < recurring.length; n += 50) {
    const writes = recurring
      .slice(n, n + 50)
      .map(
        (event) =>
          ({ kind: 'put-if-absent', item: calendarEventByTimeEntity.encode(event) }) as const,
      )
    await store.transact(writes, ids.next('event', BEGIN * 1000))
  }
  console.log(`\nwith ${recurring.length} recurring events`)
  await measure(store, metered, uses, ['by length and start'])
}

const ALL = [...makeEvents()]
const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))
const engine = await startLocalEngine({ dataDir })
const uses: CapacityUse[] = []
const transport = connect({
  endpoint: engine.endpoint,
  region: 'local',
  credentials: async () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
})
await createTable(transport, { tableName: TABLE })
const store = createStoreOnTransport(transport, { tableName: TABLE })
const metered = createStoreOnTransport(
  withCapacityMeter(transport, (use) => uses.push(use)),
  { tableName: TABLE },
)
try {
  await load(store)
  await measure(store, metered, uses)
  await measureRecurring()
} finally {
  await store.close()
  await engine.close()
  await rm(dataDir, { recursive: true })
}
