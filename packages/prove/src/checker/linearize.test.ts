import { describe, expect, test } from 'vitest'
import { apply } from './bookings-spec.ts'
import { type BookingsState, keyOfState, NO_BOOKINGS } from './bookings-state.ts'
import { linearize } from './linearize.ts'
import type { Action, Claim, Operation, Outcome, ShownBooking } from './operation.ts'

const MINUTE = 60_000
const CAPACITIES = new Map([
  ['seats of yoga', 5],
  ['limit of Monday', 2],
])

const claim = (resource: string, from: number, to: number, more: Partial<Claim> = {}): Claim => ({
  resource,
  from,
  to,
  amount: 1,
  ...more,
})
const at = (from: number, to = from + 30) => [claim('ann', from, to)]
const held = (id: string, claims: readonly Claim[], lapsesAt = 10 * MINUTE): ShownBooking => ({
  id,
  claims,
  state: 'held',
  lapsesAt,
})

let count = 0
/** An operation between two milliseconds. */
const op = (
  [invokedAt, returnedAt]: readonly [number, number],
  action: Action,
  outcome: Outcome,
  skewMilliseconds = 0,
): Operation => {
  count += 1
  const skews = { skewMilliseconds, ownSkewMilliseconds: skewMilliseconds }
  return { id: `op${count}`, client: 0, action, outcome, invokedAt, returnedAt, ...skews }
}
const take = (
  when: readonly [number, number],
  claims: readonly Claim[],
  outcome: Outcome,
  skew?: number,
) => op(when, { kind: 'take', wanted: [[claims]] }, outcome, skew)
const done = (...bookings: readonly ShownBooking[]): Outcome => ({ kind: 'done', bookings })
const TAKEN: Outcome = { kind: 'taken' }
const list = (when: number, ...bookings: readonly ShownBooking[]) =>
  op([when, when + 1], { kind: 'list' }, done(...bookings))

const verdictOf = (history: readonly Operation[]) =>
  linearize<BookingsState>(history, {
    initial: NO_BOOKINGS,
    apply: (state, operation) => apply(state, operation, CAPACITIES),
    keyOf: keyOfState,
  }).kind

/** A server whose clock is ahead takes the room of a hold of Ann and the room. Then somebody is refused Ann. */
const halfTakenOver = (refusedAt: number): readonly Operation[] => {
  const room = [claim('room', 0, 30)]
  return [
    take([0, 1], [...at(0), ...room], done(held('a', [...at(0), ...room], 60_000))),
    take([10, 20], room, done(held('b', room, 180_000)), 120_000),
    take([refusedAt, refusedAt + 1], at(0), TAKEN),
  ]
}

describe('a history is right if', () => {
  test('of two takes at once, either is first', () => {
    const a = held('a', at(0))
    expect(verdictOf([take([0, 9], at(0), TAKEN), take([1, 5], at(0), done(a))])).toBe(
      'linearizable',
    )
  })
  test('a hold lapses, and its time is free at that moment', () => {
    const history = [
      take([0, 1], at(0), done(held('a', at(0), 5_000))),
      take([4_000, 4_500], at(0), TAKEN),
      take([5_000, 5_100], at(0), done(held('b', at(0)))),
    ]
    expect(verdictOf(history)).toBe('linearizable')
  })
  test('a lapsed hold cannot be confirmed, and reads as pending until it is expired', () => {
    const a = held('a', at(0), 5_000)
    const history = [
      take([0, 1], at(0), done(a)),
      op([5_000, 5_100], { kind: 'confirm', ids: ['a'] }, { kind: 'not_possible' }),
      op([5_200, 5_300], { kind: 'read', id: 'a' }, done(a)),
      op([5_400, 5_500], { kind: 'read', id: 'a' }, done({ ...a, state: 'ended' })),
      list(6_000, { ...a, state: 'ended' }),
    ]
    expect(verdictOf(history)).toBe('linearizable')
  })
  test('a hold whose time has a new owner cannot be confirmed, because that is taken', () => {
    const history = [
      take([0, 1], at(0), done(held('a', at(0), 5_000))),
      take([5_000, 5_100], at(0), done(held('b', at(0), 90_000))),
      op([5_200, 5_300], { kind: 'confirm', ids: ['a'] }, TAKEN),
    ]
    expect(verdictOf(history)).toBe('linearizable')
  })
  test('a server whose clock is ahead gives away the nights of a hold in one month, and others find those of the next one taken', () => {
    const DAY = 24 * 60
    // The last night of November, and the first of December.
    const last = Date.parse('2026-11-30') / MINUTE
    const [november, december] = [
      claim('cal', last, last + DAY),
      claim('cal', last + DAY, last + 2 * DAY),
    ]
    const both = claim('cal', last, last + 2 * DAY)
    const takenOver = [
      take([0, 1], [both], done(held('a', [both], 60_000))),
      take([10, 20], [november], done(held('b', [november], 180_000)), 120_000),
    ]
    const later = (when: number, outcome: Outcome) =>
      verdictOf([...takenOver, take([when, when + 1], [december], outcome)])
    expect(later(30, TAKEN)).toBe('linearizable')
    expect(later(60_001, TAKEN)).toBe('violation')
  })
  test('a confirmed booking can be confirmed again, and reads as confirmed', () => {
    const a = held('a', at(0), 5_000)
    const confirmed = { id: a.id, claims: a.claims, state: 'confirmed' } as const
    const history = [
      take([0, 1], at(0), done(a)),
      op([10, 20], { kind: 'confirm', ids: ['a'] }, done(confirmed)),
      op([5_100, 5_200], { kind: 'confirm', ids: ['a'] }, done(confirmed)),
      list(6_000, confirmed),
    ]
    expect(verdictOf(history)).toBe('linearizable')
  })
  test('a hold that is in nobody’s way outlives a clock that was ahead', () => {
    const [a, b] = [held('a', at(0), 5_000), held('b', at(60), 6_000)]
    const history = [
      take([0, 1], at(0), done(a)),
      take([2, 3], at(60), done(b)),
      // A server whose clock is ahead takes the time of the second hold.
      take([10, 20], at(60), done(held('c', at(60), 90_000)), 60_000),
      op([30, 40], { kind: 'confirm', ids: ['a'] }, done({ ...a, state: 'confirmed' })),
    ]
    expect(verdictOf(history)).toBe('linearizable')
  })
  test('a hold of two providers keeps one of them after a clock that was ahead gave the other away', () => {
    expect(verdictOf(halfTakenOver(20_000))).toBe('linearizable')
  })
  test('an unknown cancellation happened, or not', () => {
    const a = held('a', at(0))
    const cancel = op(
      [2, Number.POSITIVE_INFINITY],
      { kind: 'release', ids: ['a'] },
      { kind: 'unknown' },
    )
    const first = take([0, 1], at(0), done(a))
    expect(verdictOf([first, cancel, list(50, a)])).toBe('linearizable')
    expect(verdictOf([first, cancel, list(50, { ...a, state: 'ended' })])).toBe('linearizable')
  })
  test('an unknown move happened, or not, if its new time was free', () => {
    const a = held('a', at(0))
    const moved = { ...a, claims: at(60) }
    const move = op(
      [2, Number.POSITIVE_INFINITY],
      { kind: 'move', id: 'a', wanted: [at(60)] },
      { kind: 'unknown' },
    )
    const first = take([0, 1], at(0), done(a))
    expect(verdictOf([first, move, list(50, a)])).toBe('linearizable')
    expect(verdictOf([first, move, list(50, moved)])).toBe('linearizable')
    const b: ShownBooking = { id: 'b', claims: at(60), state: 'confirmed' }
    const other = take([0, 1], at(60), done(b))
    expect(verdictOf([first, other, move, list(50, moved, b)])).toBe('violation')
  })
  test('seats of one session share their teacher and fill it exactly', () => {
    const seat = (id: string, amount: number) =>
      held(id, [claim('ann', 0, 30, { owner: 'yoga' }), claim('seats of yoga', 0, 30, { amount })])
    const history = [
      take([0, 1], seat('a', 3).claims, done(seat('a', 3))),
      take([2, 3], seat('b', 2).claims, done(seat('b', 2))),
      take([4, 5], seat('c', 1).claims, TAKEN),
      take([6, 7], at(15), TAKEN),
    ]
    expect(verdictOf(history)).toBe('linearizable')
  })
})

const both: Action = { kind: 'take', wanted: [[at(0)], [at(60)]] }
const confirmBoth: Action = { kind: 'confirm', ids: ['a', 'b'], isGroup: true }
const cancelBoth: Action = { kind: 'release', ids: ['a', 'b'], isGroup: true }
const [first, second] = [held('a', at(0), 5_000), held('b', at(60), 5_000)]
const as = (state: ShownBooking['state'], { id, claims }: ShownBooking) => ({ id, claims, state })

describe('a history of a group is', () => {
  const made = op([0, 1], both, done(first, second))
  const cancelFirst = op([2, 3], { kind: 'release', ids: ['a'] }, done(as('ended', first)))
  test('right if what was cancelled before is left out of its confirmation and its cancellation', () => {
    const confirmed = op([4, 5], confirmBoth, done(as('ended', first), as('confirmed', second)))
    const cancelled = op([6, 7], cancelBoth, done(as('ended', first), as('ended', second)))
    expect(verdictOf([made, cancelFirst, confirmed, cancelled, list(8)])).toBe('linearizable')
  })
  test('right if it is refused because one hold has lapsed, and a violation if both are live', () => {
    const refusedAt = (when: number) => op([when, when + 1], confirmBoth, TAKEN)
    expect(verdictOf([made, refusedAt(5_100)])).toBe('linearizable')
    expect(verdictOf([made, refusedAt(2)])).toBe('violation')
  })
  test('a violation if a part is confirmed, or what is there counts as cancelled', () => {
    const part = op([2, 3], confirmBoth, done(as('confirmed', first), second))
    expect(verdictOf([made, part])).toBe('violation')
    const lost = op([2, 3], confirmBoth, done(as('confirmed', first), as('ended', second)))
    expect(verdictOf([made, lost])).toBe('violation')
  })
  test('right if a confirmation that was sent again shows that it was cancelled since', () => {
    const cancelled = op([4, 5], cancelBoth, done(as('ended', first), as('ended', second)))
    const shown = done(as('ended', first), as('ended', second))
    const confirmed = op([2, 9], confirmBoth, shown)
    expect(verdictOf([made, confirmed, cancelled])).toBe('violation')
    const attempt = { server: 0, sentAt: 2, endedAt: 9, status: null }
    const again = { ...confirmed, attempts: [attempt, attempt] }
    expect(verdictOf([made, again, cancelled])).toBe('linearizable')
  })
  test('right if a confirmation without an answer happened or not, and a violation if it confirms what had ended', () => {
    const unknown = op([4, Number.POSITIVE_INFINITY], confirmBoth, { kind: 'unknown' })
    const listed = (one: ShownBooking) => list(50, as('ended', first), one)
    expect(verdictOf([made, cancelFirst, unknown, listed(second)])).toBe('linearizable')
    expect(verdictOf([made, cancelFirst, unknown, listed(as('confirmed', second))])).toBe(
      'linearizable',
    )
    const revived = list(50, as('confirmed', first), as('confirmed', second))
    expect(verdictOf([made, cancelFirst, unknown, revived])).toBe('violation')
  })
})

describe('a history is a violation if', () => {
  test('a booking is made, or moved, to another time than the one that was asked for', () => {
    const a = held('a', at(0))
    expect(verdictOf([take([0, 1], at(60), done(a))])).toBe('violation')
    const move: Action = { kind: 'move', id: 'a', wanted: [at(60)] }
    const moved = (start: number) => op([2, 3], move, done(held('a', at(start))))
    expect(verdictOf([take([0, 1], at(0), done(a)), moved(90)])).toBe('violation')
    expect(verdictOf([take([0, 1], at(0), done(a)), moved(60)])).toBe('linearizable')
  })
  test('a group is made without one of its bookings', () => {
    expect(verdictOf([op([0, 1], both, done(held('a', at(0))))])).toBe('violation')
  })
  const a = held('a', at(0))
  test.each<readonly [string, readonly Operation[]]>([
    [
      'two bookings overlap',
      [take([0, 1], at(0), done(a)), take([2, 3], at(15), done(held('b', at(15))))],
    ],
    [
      'two bookings overlap, although asked for at once',
      [take([0, 9], at(0), done(a)), take([0, 9], at(29), done(held('b', at(29))))],
    ],
    ['a free time is refused', [take([0, 1], at(0), done(a)), take([2, 3], at(30), TAKEN)]],
    [
      'a refused time was free since its last owner left',
      [
        take([0, 1], at(0), done(a)),
        op([2, 3], { kind: 'release', ids: ['a'] }, done({ ...a, state: 'ended' })),
        take([4, 5], at(0), TAKEN),
      ],
    ],
    ['what is left of a hold of two providers is in the way after its end', halfTakenOver(65_000)],
    [
      'a lapsed hold is still in the way',
      [take([0, 1], at(0), done(held('a', at(0), 5_000))), take([5_001, 5_100], at(0), TAKEN)],
    ],
    [
      'a live hold is taken over',
      [
        take([0, 1], at(0), done(held('a', at(0), 5_000))),
        take([2_000, 3_000], at(0), done(held('b', at(0)))),
      ],
    ],
    [
      'a lapsed hold is confirmed',
      [
        take([0, 1], at(0), done(held('a', at(0), 5_000))),
        op([5_100, 5_200], { kind: 'confirm', ids: ['a'] }, done({ ...a, state: 'confirmed' })),
      ],
    ],
    [
      'the time of a live hold is taken when it is confirmed',
      [take([0, 1], at(0), done(a)), op([2, 3], { kind: 'confirm', ids: ['a'] }, TAKEN)],
    ],
    [
      'a live hold cannot be confirmed',
      [
        take([0, 1], at(0), done(a)),
        op([2, 3], { kind: 'confirm', ids: ['a'] }, { kind: 'not_possible' }),
      ],
    ],
    [
      'a confirmed booking cannot be confirmed again',
      [
        take([0, 1], at(0), done(a)),
        op([2, 3], { kind: 'confirm', ids: ['a'] }, done({ ...a, state: 'confirmed' })),
        op([4, 5], { kind: 'confirm', ids: ['a'] }, { kind: 'not_possible' }),
      ],
    ],
    [
      'a hold is confirmed after its time has a new owner',
      [
        take([0, 1], at(0), done(held('a', at(0), 5_000))),
        take([5_000, 5_100], at(0), done(held('b', at(0), 90_000))),
        op([5_200, 5_300], { kind: 'confirm', ids: ['a'] }, done({ ...a, state: 'confirmed' })),
      ],
    ],
    ['an acknowledged booking is not in the list', [take([0, 1], at(0), done(a)), list(9)]],
    [
      'an acknowledged confirmation is not in the list',
      [
        take([0, 1], at(0), done(a)),
        op([2, 3], { kind: 'confirm', ids: ['a'] }, done({ ...a, state: 'confirmed' })),
        list(9, a),
      ],
    ],
    ['a booking is in the list that nobody was given', [list(9, a)]],
    [
      'a booking is read as cancelled before anybody cancels it',
      [
        take([0, 1], at(0), done(a)),
        op([2, 3], { kind: 'read', id: 'a' }, done({ ...a, state: 'ended' })),
        op([4, 5], { kind: 'release', ids: ['a'] }, done({ ...a, state: 'ended' })),
      ],
    ],
    [
      'a read is older than a change that was acknowledged',
      [
        take([0, 1], at(0), done(a)),
        op([2, 3], { kind: 'confirm', ids: ['a'] }, done({ ...a, state: 'confirmed' })),
        op([4, 5], { kind: 'read', id: 'a' }, done(a)),
      ],
    ],
    [
      'a moved booking keeps its old time',
      [
        take([0, 1], at(0), done(a)),
        op([2, 3], { kind: 'move', id: 'a', wanted: [at(60)] }, done(held('a', at(60)))),
        take([4, 5], at(0), TAKEN),
      ],
    ],
    [
      'a limit is exceeded',
      ['x', 'y', 'z'].map((id, n) => {
        const claims = [...at(n * 60), claim('limit of Monday', 0, 1)]
        return take([n, n], claims, done(held(id, claims)))
      }),
    ],
    [
      'a party of two gets the last seat',
      ['x', 'y', 'z'].map((id, n) => {
        const claims = [claim('seats of yoga', 0, 30, { amount: 2 })]
        return take([n, n], claims, done(held(id, claims)))
      }),
    ],
  ])('%s', (_, history) => {
    expect(verdictOf(history)).toBe('violation')
  })

  test('clocks differ by less than a hold was taken over early', () => {
    const history = (skew: number) => [
      take([0, 1], at(0), done(held('a', at(0), 5_000)), skew),
      take([2_000, 3_000], at(0), done(held('b', at(0), 90_000)), skew),
    ]
    expect(verdictOf(history(1_999))).toBe('violation')
    expect(verdictOf(history(2_000))).toBe('linearizable')
  })
})
