import { describe, expect, test } from 'vitest'
import { checkHistory } from './check-history.ts'
import type { Action, Claim, Operation, Outcome, ShownBooking, StayChange } from './operation.ts'
import { placesOf } from './stay-places.ts'

/** A night is a day here: today is day 4. */
const DAY = 24 * 60
const TODAY = 4
const nights = (resource: string, from: number, to: number): Claim => ({
  resource,
  from: from * DAY,
  to: to * DAY,
  amount: 1,
})
const changeTo = (units: readonly string[], to?: readonly [number, number]): StayChange => ({
  today: TODAY * DAY,
  units,
  ...(to && { nights: { from: to[0] * DAY, to: to[1] * DAY } }),
})
const ALL = ['a', 'b', 'c']
const BEGUN = { claims: [nights('a', 1, 7)], isConfirmed: true }
const SPLIT = { claims: [nights('a', 1, 4), nights('b', 4, 7)], isConfirmed: true }

describe('a stay that gets another unit', () => {
  test('leaves the nights that are over where they were', () => {
    expect(placesOf(BEGUN, changeTo(ALL))).toEqual([
      [nights('a', 1, 4), nights('b', 4, 7)],
      [nights('a', 1, 4), nights('c', 4, 7)],
    ])
  })
  test.each([
    ['is held', { claims: [nights('a', 1, 7)], isConfirmed: false }],
    ['begins today', { claims: [nights('a', 4, 7)], isConfirmed: true }],
  ])('takes all of its nights along if it %s', (_, stay) => {
    const from = (stay.claims[0]?.from ?? 0) / DAY
    expect(placesOf(stay, changeTo(['b']))).toEqual([[nights('b', from, 7)]])
  })
  test('goes back without a trace on the day of the change, or on to a third unit', () => {
    expect(placesOf(SPLIT, changeTo(ALL))).toEqual([
      [nights('a', 1, 7)],
      [nights('a', 1, 4), nights('c', 4, 7)],
    ])
  })
  test('does not return to a unit that it left before today', () => {
    const earlier = {
      claims: [nights('a', 1, 2), nights('b', 2, 3), nights('c', 3, 7)],
      isConfirmed: true,
    }
    expect(placesOf(earlier, changeTo(ALL))).toEqual([])
  })
  test.each([
    ['its own', BEGUN, ['a']],
    ['any, if no night is left', { claims: [nights('a', 1, 4)], isConfirmed: true }, ALL],
  ])('is refused %s', (_, stay, units) => {
    expect(placesOf(stay, changeTo(units))).toEqual([])
  })
})

describe('a stay that gets other nights', () => {
  test('has them in its unit, or from today on in another one', () => {
    expect(placesOf(BEGUN, changeTo(['a', 'b'], [1, 9]))).toEqual([
      [nights('a', 1, 9)],
      [nights('a', 1, 4), nights('b', 4, 9)],
    ])
  })
  test('keeps its unit if its nights would be over, or another day of arrival is', () => {
    expect(placesOf(BEGUN, changeTo(ALL, [1, 3]))).toEqual([[nights('a', 1, 3)]])
    expect(placesOf(BEGUN, changeTo(ALL, [2, 7]))).toEqual([[nights('a', 2, 7)]])
  })
  test('moves whole to nights to come', () => {
    expect(placesOf(BEGUN, changeTo(['a', 'b'], [4, 6]))).toEqual([
      [nights('a', 4, 6)],
      [nights('b', 4, 6)],
    ])
  })
  test('keeps its arrival, and a night in its present unit, if it has changed units', () => {
    expect(placesOf(SPLIT, changeTo(ALL, [2, 7]))).toEqual([])
    expect(placesOf(SPLIT, changeTo(ALL, [1, 4]))).toEqual([])
    expect(placesOf(SPLIT, changeTo(['b'], [1, 9]))).toEqual([
      [nights('a', 1, 4), nights('b', 4, 9)],
    ])
  })
})

let count = 0
/** An operation during one second. Without an answer, it may happen at any later time. */
const at = (second: number, action: Action, outcome: Outcome): Operation => {
  count += 1
  const returnedAt = outcome.kind === 'unknown' ? Number.POSITIVE_INFINITY : second * 1000 + 900
  const skews = { skewMilliseconds: 0, ownSkewMilliseconds: 0 }
  return {
    id: `op${count}`,
    client: 0,
    action,
    outcome,
    invokedAt: second * 1000,
    returnedAt,
    ...skews,
  }
}
const shown = (id: string, claims: readonly Claim[]): ShownBooking => ({
  id,
  claims,
  state: 'confirmed',
})
const done = (...bookings: readonly ShownBooking[]): Outcome => ({ kind: 'done', bookings })
const made = (id: string, claims: readonly Claim[]) =>
  at(0, { kind: 'take', wanted: [[claims]] }, done(shown(id, claims)))
const take = (second: number, claims: readonly Claim[], outcome: Outcome) =>
  at(second, { kind: 'take', wanted: [[claims]] }, outcome)
const alter = (second: number, change: StayChange, outcome: Outcome) =>
  at(second, { kind: 'alter', id: 's', change }, outcome)
const adopt = (second: number, outcome: Outcome) =>
  at(second, { kind: 'adopt', id: 'bkg_s', stayId: 'cev_s' }, outcome)
const read = (second: number, id: string, ...seen: readonly ShownBooking[]) =>
  at(second, { kind: 'read', id }, done(...seen))
const [TAKEN, REFUSED, UNKNOWN] = [
  { kind: 'taken' },
  { kind: 'not_possible' },
  { kind: 'unknown' },
] as const
const verdictOf = (...operations: readonly Operation[]) =>
  checkHistory({ operations, capacities: [] }).kind

const REST = [nights('a', 4, 7)]

describe('a change of a stay that nobody answered', () => {
  const lost = alter(1, changeTo(['b']), UNKNOWN)
  test.each([
    ['happened', [take(2, REST, done(shown('g', REST))), read(3, 's', shown('s', SPLIT.claims))]],
    ['did not happen', [take(2, REST, TAKEN), read(3, 's', shown('s', BEGUN.claims))]],
    ['happens later', [take(2, REST, TAKEN), take(3, REST, done(shown('g', REST)))]],
  ])('may show that it %s', (_, later) => {
    expect(verdictOf(made('s', BEGUN.claims), lost, ...later)).toBe('linearizable')
  })
  test.each([
    [
      'gives both outcomes',
      [take(2, REST, done(shown('g', REST))), read(3, 's', shown('s', BEGUN.claims))],
    ],
    [
      'gives away a night that is over',
      [take(2, [nights('a', 3, 4)], done(shown('g', [nights('a', 3, 4)])))],
    ],
    ['is undone', [read(2, 's', shown('s', SPLIT.claims)), read(3, 's', shown('s', BEGUN.claims))]],
  ])('is a violation if it %s', (_, later) => {
    expect(verdictOf(made('s', BEGUN.claims), lost, ...later)).toBe('violation')
  })
})

test('a change to where a stay cannot be is refused, and one to a free unit is not', () => {
  const stay = made('s', BEGUN.claims)
  expect(verdictOf(stay, alter(1, changeTo(['a']), REFUSED))).toBe('linearizable')
  expect(verdictOf(stay, alter(1, changeTo(['b']), REFUSED))).toBe('violation')
  expect(verdictOf(stay, alter(1, changeTo(['b']), TAKEN))).toBe('violation')
  const other = made('g', [nights('b', 5, 6)])
  expect(verdictOf(stay, other, alter(1, changeTo(['b']), TAKEN))).toBe('linearizable')
})

describe('a stay of a calendar that becomes a booking', () => {
  const NIGHTS = [nights('a', 5, 7)]
  const stay = made('cev_s', NIGHTS)
  const booking = shown('bkg_s', NIGHTS)
  test('keeps its nights, and is found as a booking only', () => {
    const history = [
      stay,
      adopt(1, done(booking)),
      take(2, NIGHTS, TAKEN),
      at(3, { kind: 'release', ids: ['cev_s'] }, REFUSED),
      read(4, 'bkg_s', booking),
    ]
    expect(verdictOf(...history)).toBe('linearizable')
  })
  test.each([
    ['loses its nights', [adopt(1, done(booking)), take(2, NIGHTS, done(shown('g', NIGHTS)))]],
    ['gets other nights', [adopt(1, done(shown('bkg_s', [nights('a', 6, 7)])))]],
    ['is adopted twice', [adopt(1, done(booking)), adopt(2, done(booking))]],
    ['is not there', [adopt(1, done(booking)), read(2, 'bkg_s')]],
    [
      'is still a stay',
      [adopt(1, done(booking)), at(2, { kind: 'release', ids: ['cev_s'] }, done())],
    ],
  ])('is a violation if it %s', (_, later) => {
    expect(verdictOf(stay, ...later)).toBe('violation')
  })
  test.each([
    ['happened', [read(2, 'bkg_s', booking)]],
    ['did not happen', [at(2, { kind: 'release', ids: ['cev_s'] }, done()), read(3, 'bkg_s')]],
  ])('may show that it %s, if nobody answered', (_, later) => {
    expect(verdictOf(stay, adopt(1, UNKNOWN), ...later)).toBe('linearizable')
  })
})
