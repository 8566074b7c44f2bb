import { parseDate } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import type { Item } from '../kernel/ports/store.ts'
import { nightsKey } from './keys.ts'
import { Known } from './known.ts'
import { planClaims } from './plan-claims.ts'
import type { NightStep } from './steps.ts'

const NOW = 1_776_672_000
const UNTIL = NOW + 300
const JUNE = nightsKey('cal_1', '2026-06')
const JULY = nightsKey('cal_1', '2026-07')

const day = (date: string): number => parseDate(date) as number
const nights = (arrival: string, departure: string) => ({
  arrivalDay: day(arrival),
  departureDay: day(departure),
})
const NONE = { kind: 'none' } as const
const FINAL = { kind: 'final' } as const
const HELD = { kind: 'held', untilEpochSeconds: UNTIL } as const

/** A step of `bkg_1` on nights of `cal_1`. */
const step = (
  from: NightStep['from'],
  to: NightStep['to'],
  more: Partial<NightStep> = {},
): NightStep => ({
  calendarId: 'cal_1',
  nights: nights('2026-06-10', '2026-06-13'),
  from,
  to,
  ifGone: 'lost',
  mark: { ownerId: 'bkg_1' },
  index: 0,
  ...more,
})

function planOf(
  steps: readonly NightStep[],
  items: readonly Item[] = [],
  empty: readonly (typeof JUNE)[] = [],
) {
  const known = new Known()
  for (const item of items) known.learn({ key: { PK: item.PK, SK: item.SK } }, item)
  for (const key of empty) known.learn({ key }, undefined)
  return planClaims(
    { kind: 'steps', times: [], nights: steps, amounts: [], sources: [] },
    known,
    NOW,
  )
}
const writing = (...writes: readonly object[]) => ({
  kind: 'writes',
  writes: writes.map((write) => ({ kind: 'ledger', write })),
})
const june = (
  taken: readonly number[],
  marks: Readonly<Record<string, readonly number[]>> = {},
) => ({
  ...JUNE,
  rev: 4,
  taken: new Set(taken),
  ...marks,
})

describe('nights are claimed', () => {
  test('under a condition on them alone, month by month', () => {
    expect(planOf([step(NONE, FINAL, { nights: nights('2026-06-29', '2026-07-02') })])).toEqual(
      writing(
        { kind: 'ledger-claim', key: JUNE, firstQuantum: 28, quantumCount: 2 },
        { kind: 'ledger-claim', key: JULY, firstQuantum: 0, quantumCount: 1 },
      ),
    )
  })

  test('with the mark of a hold: its first night, how many, and until when', () => {
    const hold = { bookingId: 'bkg_1', firstQuantum: 9, quantumCount: 3 }
    expect(planOf([step(NONE, HELD)])).toEqual(
      writing({
        kind: 'ledger-claim',
        key: JUNE,
        firstQuantum: 9,
        quantumCount: 3,
        hold: { ...hold, expiresAtEpochSeconds: UNTIL },
      }),
    )
  })

  test('for good with the mark of a booking', () => {
    expect(planOf([step(NONE, FINAL, { mark: { ownerId: 'bkg_1', is: 'booking' } })])).toEqual(
      writing({
        kind: 'ledger-claim',
        key: JUNE,
        firstQuantum: 9,
        quantumCount: 3,
        booking: { bookingId: 'bkg_1', firstQuantum: 9, quantumCount: 3 },
      }),
    )
  })

  test('over a lapsed hold, whose mark goes; other marks and members stay', () => {
    const month = {
      ...june([10, 11, 12, 20], { 'hold:bkg_2': [10, 3, NOW], 'bkg:bkg_3': [20, 1] }),
      cleaning: 'daily',
    }
    expect(planOf([step(NONE, FINAL)], [month])).toEqual(
      writing({
        kind: 'ledger-replace',
        key: JUNE,
        ifRev: 4,
        next: {
          taken: new Set([20, 9, 10, 11]),
          holds: [],
          blocks: [],
          bookings: [{ bookingId: 'bkg_3', firstQuantum: 20, quantumCount: 1 }],
          others: { cleaning: 'daily' },
        },
      }),
    )
  })
})

describe('a right to nights', () => {
  test('is confirmed: the mark of the hold becomes that of the booking', () => {
    expect(planOf([step(HELD, FINAL, { mark: { ownerId: 'bkg_1', is: 'booking' } })])).toEqual(
      writing({
        kind: 'ledger-confirm',
        key: JUNE,
        bookingId: 'bkg_1',
        booking: { bookingId: 'bkg_1', firstQuantum: 9, quantumCount: 3 },
      }),
    )
  })

  test('is not confirmed after another claim took it over', () => {
    expect(planOf([step(HELD, FINAL)], [june([9, 10])])).toEqual({
      kind: 'impossible',
      why: 'lost',
      calendarId: 'cal_1',
      index: 0,
    })
  })

  test('is given back with its mark', () => {
    const mark = { ownerId: 'bkg_1', was: 'booking' } as const
    expect(planOf([step(FINAL, NONE, { mark })])).toEqual(
      writing({
        kind: 'ledger-release',
        key: JUNE,
        firstQuantum: 9,
        quantumCount: 3,
        mark: { bookingOf: 'bkg_1' },
      }),
    )
  })

  test('that lapsed and was taken over is not given back again', () => {
    const month = june([9, 10, 11])
    expect(planOf([step(HELD, NONE, { ifGone: 'nothing' })], [month])).toEqual(writing())
  })

  test('moves within a month in one write, with its mark', () => {
    const mark = { ownerId: 'bkg_1', was: 'booking', is: 'booking' } as const
    const later = nights('2026-06-12', '2026-06-14')
    const move = [step(FINAL, NONE, { mark }), step(NONE, FINAL, { mark, nights: later })]
    expect(planOf(move)).toEqual({ kind: 'unread', items: [{ key: JUNE }] })
    expect(planOf(move, [june([9, 10, 11], { 'bkg:bkg_1': [9, 3] })])).toEqual(
      writing({
        kind: 'ledger-replace',
        key: JUNE,
        ifRev: 4,
        next: {
          taken: new Set([11, 12]),
          holds: [],
          blocks: [],
          bookings: [{ bookingId: 'bkg_1', firstQuantum: 11, quantumCount: 2 }],
        },
      }),
    )
  })
})

test('what one owner gives back another may take', () => {
  const other = { mark: { ownerId: 'bkg_2' }, index: 1 }
  const steps = [step(NONE, FINAL, other), step(FINAL, NONE)]
  expect(planOf(steps, [june([9, 10, 11])])).toEqual(
    writing({
      kind: 'ledger-replace',
      key: JUNE,
      ifRev: 4,
      next: { taken: new Set([9, 10, 11]), holds: [], blocks: [] },
    }),
  )
})

test('two owners do not get one night', () => {
  const other = { mark: { ownerId: 'bkg_2' }, index: 1 }
  expect(planOf([step(NONE, FINAL), step(NONE, FINAL, other)], [], [JUNE])).toEqual({
    kind: 'impossible',
    why: 'taken',
    calendarId: 'cal_1',
    index: 1,
    days: ['2026-06-10', '2026-06-11', '2026-06-12'].map(day),
  })
})

test('a refusal names every taken night, also of months that were not read yet', () => {
  const long = step(NONE, FINAL, { nights: nights('2026-06-08', '2026-07-03') })
  const taken = [june([9, 11, 12], { 'hold:bkg_2': [11, 1, NOW] })]
  expect(planOf([long], taken)).toEqual({ kind: 'unread', items: [{ key: JULY }] })
  expect(planOf([long], [...taken, { ...JULY, rev: 1, taken: new Set([1, 2]) }])).toEqual({
    kind: 'impossible',
    why: 'taken',
    calendarId: 'cal_1',
    index: 0,
    days: ['2026-06-10', '2026-06-13', '2026-07-02'].map(day),
  })
})

test('a refused move names the taken nights on both sides of the kept ones', () => {
  const steps = [
    step(NONE, FINAL, { nights: nights('2026-06-08', '2026-06-10') }),
    step(NONE, FINAL, { nights: nights('2026-06-13', '2026-06-15') }),
  ]
  expect(planOf(steps, [june([8, 9, 10, 11, 12])])).toMatchObject({
    why: 'taken',
    days: [day('2026-06-09'), day('2026-06-13')],
  })
})

test('calendars do not share their nights', () => {
  const elsewhere = step(NONE, FINAL, { calendarId: 'cal_2' })
  expect(planOf([step(FINAL, NONE), elsewhere])).toEqual(
    writing(
      { kind: 'ledger-release', key: JUNE, firstQuantum: 9, quantumCount: 3 },
      {
        kind: 'ledger-claim',
        key: nightsKey('cal_2', '2026-06'),
        firstQuantum: 9,
        quantumCount: 3,
      },
    ),
  )
})
