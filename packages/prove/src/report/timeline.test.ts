import { describe, expect, test } from 'vitest'
import type { Claim, Operation } from '../checker/operation.ts'
import type { FaultRecord } from '../run/faults.ts'
import type { RecordedRun } from '../run/history.ts'
import type { RecordedCell } from '../run/run-report.ts'
import { axisOf } from './axis.ts'
import { explanationOf } from './explain.ts'
import { namesOf } from './names.ts'
import { occupanciesOf } from './occupancy.ts'
import { pageOf } from './page.ts'
import { timelineOf } from './timeline.ts'

const DAY = 20_000 * 24 * 60
const NINE = DAY + 9 * 60
/** When the cell begins, by the run's clock. */
const T = 1_000_000

const claims = (from: number, minutes = 30): readonly Claim[] => [
  { resource: 'prv_ann', from, to: from + minutes, amount: 1 },
]
const op = (
  id: string,
  [invokedAt, returnedAt]: readonly [number, number],
  rest: Pick<Operation, 'action' | 'outcome'>,
  client = 0,
): Operation => ({
  id,
  client,
  ...rest,
  invokedAt: T + invokedAt,
  returnedAt: T + returnedAt,
  skewMilliseconds: 0,
  ownSkewMilliseconds: 0,
})
const take = (id: string, when: readonly [number, number], bookingId: string, client = 0) =>
  op(
    id,
    when,
    {
      action: { kind: 'take', wanted: [[claims(NINE)]] },
      outcome: {
        kind: 'done',
        bookings: [{ id: bookingId, claims: claims(NINE), state: 'held', lapsesAt: T + 90_000 }],
      },
    },
    client,
  )

const TAKE = take('op1', [0, 10], 'bkg_1')
const CONFIRM = op('op2', [20, 30], {
  action: { kind: 'confirm', ids: ['bkg_1'] },
  outcome: { kind: 'done', bookings: [{ id: 'bkg_1', claims: claims(NINE), state: 'confirmed' }] },
})
const REFUSED = op(
  'op3',
  [35, 45],
  { action: { kind: 'take', wanted: [[claims(NINE)]] }, outcome: { kind: 'taken' } },
  1,
)
const CANCEL = op('op4', [60, 70], {
  action: { kind: 'release', ids: ['bkg_1'] },
  outcome: { kind: 'done', bookings: [{ id: 'bkg_1', claims: claims(NINE), state: 'ended' }] },
})
const LIST = op(
  'op5',
  [100, 110],
  {
    action: { kind: 'list' },
    outcome: { kind: 'done', bookings: [{ id: 'bkg_1', claims: claims(NINE), state: 'ended' }] },
  },
  -1,
)
const KILL: FaultRecord = {
  name: 'kill',
  text: 'server 1 was killed',
  server: 1,
  from: T + 15,
  to: T + 40,
}

const cellOf = (
  operations: readonly Operation[],
  more: Partial<RecordedCell> = {},
): RecordedCell => ({
  number: 7,
  shape: 'single',
  dayEpochMinutes: DAY,
  capacities: [],
  operations,
  verdict: 'linearizable',
  ...more,
})
const CELL = cellOf([TAKE, CONFIRM, REFUSED, CANCEL, LIST])

/** Two clients were both given nine o'clock. */
const DOUBLE = cellOf([TAKE, take('op6', [12, 18], 'bkg_2', 1), LIST], {
  verdict: 'violation',
  explainedIds: ['op1'],
  stuckIds: ['op6'],
})

describe('the timeline of a cell', () => {
  test('shows when its resource was held, confirmed and free again', () => {
    const [nine] = timelineOf(CELL, [], 2).times
    const bars = nine?.lines[0]?.map(({ kind, from, to }) => [kind, from, to])
    expect(bars).toEqual([
      ['changing', 0, 10],
      ['held', 10, 20],
      ['changing', 20, 30],
      ['confirmed', 30, 60],
      ['changing', 60, 70],
    ])
  })
  test('marks a refusal where its answer came, in the row of the time that was asked for', () => {
    const [nine] = timelineOf(CELL, [], 2).times
    expect(nine?.label).toBe('09:00')
    expect(nine?.marks).toEqual([
      {
        at: 45,
        title:
          'client 2 asked for 09:00 to 09:30 with provider 1: refused because the time is taken (0.04 s to 0.04 s)',
      },
    ])
  })
  test('shows a fault in the row of its server', () => {
    const rows = timelineOf(CELL, [KILL], 2).faults
    expect(
      rows.map(({ label, lines }) => [label, lines.flat().map((bar) => [bar.from, bar.to])]),
    ).toEqual([
      ['server 0', []],
      ['server 1', [[15, 40]]],
      ['all', []],
    ])
  })
  test('shows the requests of each client, with their outcome', () => {
    const rows = timelineOf(CELL, [], 2).clients
    expect(rows.map(({ label, lines }) => [label, lines.flat().map(({ kind }) => kind)])).toEqual([
      ['client 1', ['done', 'done', 'done']],
      ['client 2', ['refused']],
    ])
  })
  test('puts two bookings of one time into two lines, and marks those of the violation', () => {
    const [nine] = timelineOf(DOUBLE, [], 1).times
    expect(
      nine?.lines.map((line) => line.map((bar) => [bar.text, bar.kind, bar.isConcerned ?? false])),
    ).toEqual([
      [
        ['#1', 'changing', false],
        ['#1', 'held', false],
      ],
      [
        ['#2', 'changing', true],
        ['#2', 'held', true],
      ],
    ])
  })
  test('leaves out the minute by which all clocks jump', () => {
    const lapse: FaultRecord = { name: 'lapse', text: '', from: T + 50, to: T + 61_055 }
    const axis = axisOf(T, T + 61_100, [lapse])
    expect(axis.length).toBe(100)
    expect([T + 50, T + 30_000, T + 61_055, T + 61_100].map(axis.at)).toEqual([50, 55, 55, 100])
  })
})

test('a hold that nobody confirms ends when it lapses', () => {
  const short = { id: 'bkg_1', claims: claims(NINE), state: 'held', lapsesAt: T + 50 } as const
  const held = { ...TAKE, outcome: { kind: 'done', bookings: [short] } } as const
  expect(
    occupanciesOf([held, LIST]).map(({ state, from, to }) => [state, from - T, to - T]),
  ).toEqual([
    ['changing', 0, 10],
    ['held', 10, 50],
  ])
})

test('a violation is explained by the bookings that were live', () => {
  const names = namesOf(DOUBLE, axisOf(T, T + 110, []))
  expect(explanationOf(DOUBLE, names)).toEqual({
    explained: [
      'client 1 asked for 09:00 to 09:30 with provider 1: got #1, held until the end (0.00 s to 0.01 s)',
    ],
    bookings: ['#1: provider 1, 09:00 to 09:30, held until the end'],
    stuck: [
      'client 2 asked for 09:00 to 09:30 with provider 1: got #2, held until the end (0.01 s to 0.02 s). But #1 had that time',
    ],
  })
})

describe('the page of a run', () => {
  const run: RecordedRun = {
    format: 1,
    command: 'npm run prove -- --shapes "<b>" --seed 4',
    seed: 4,
    store: 'sqlite',
    serverCount: 2,
    startedAt: Date.UTC(2026, 10, 23),
    seconds: 150,
    wasInterrupted: false,
    counts: { operations: 1_234, unknown: 5, cells: 16, undecided: 0, faults: 1, violations: 1 },
    eventCount: 900,
    slowest: { operationMilliseconds: 9_000, checkMilliseconds: 40 },
    faults: [KILL],
    violations: [{ kind: 'order', text: 'no order explains them', shape: 'single', cell: 7 }],
    cells: [DOUBLE],
  }
  const page = pageOf(run)
  test('says whether the run was ended early', () => {
    const words = 'It was ended early; what it did until then was checked.'
    expect(pageOf({ ...run, wasInterrupted: true })).toContain(words)
    expect(page).not.toContain(words)
  })
  test('says first how many violations there are', () => {
    expect(page).toContain('<h1 class="alarm">1 violation in 1,234 operations</h1>')
  })
  test('names the command that repeats the run, and escapes it', () => {
    expect(page).toContain('npm run prove -- --shapes &quot;&lt;b&gt;&quot; --seed 4')
  })
  test('needs no other file and no script', () => {
    expect(page).not.toMatch(/<script|src=|href=|url\(/)
  })
  test('draws each bar with what it means', () => {
    expect(page).toContain('<title>#2 is held</title><rect class="bar held concerned" x="190.8"')
  })
})
