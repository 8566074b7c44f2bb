import { describe, expect, test } from 'vitest'
import { desiredAfter, refundEndsAt } from './desired.ts'
import type { DesiredPayment } from './payment.ts'

const START = 1_800_000_000
const terms = {
  onCaptureFailure: 'keep',
  captureFailureMinutes: 1440,
  refunds: [{ untilMinutesBefore: 1440, percent: 50 }],
} as const
const payment = (desired: DesiredPayment) => ({ desired, amount: 5000, currency: 'EUR', terms })
const booking = (status: 'pending' | 'confirmed' | 'expired' | 'completed' | 'no_show') => ({
  status,
  startEpochSeconds: START,
})
const cancelled = (cancelledBy: 'booker' | 'account' | 'system', minutesBefore: number) => ({
  status: 'cancelled' as const,
  cancelledBy,
  cancelledAtEpochSeconds: START - minutesBefore * 60,
  startEpochSeconds: START,
})

describe('a booking that is confirmed', () => {
  test('because the money is there is captured', () => {
    expect(
      desiredAfter(payment({ kind: 'none' }), booking('pending'), booking('confirmed'), true),
    ).toEqual({ kind: 'captured' })
  })

  test('without the money needs none any more', () => {
    expect(
      desiredAfter(payment({ kind: 'none' }), booking('pending'), booking('confirmed'), false),
    ).toEqual({ kind: 'void' })
  })

  test('again after a move keeps what was paid', () => {
    expect(
      desiredAfter(payment({ kind: 'captured' }), booking('pending'), booking('confirmed'), false),
    ).toEqual({ kind: 'captured' })
  })
})

describe('a booking that ends', () => {
  test.each(['none', 'void'] as const)('takes nothing if %s was desired', (kind) => {
    expect(desiredAfter(payment({ kind }), booking('pending'), booking('expired'), false)).toEqual({
      kind: 'void',
    })
  })

  test.each([
    ['booker', 1440, 2500],
    ['booker', 1439, 0],
    ['account', 10, 5000],
    ['system', 10, 5000],
  ] as const)('by its %s, %d minutes before, refunds %d', (by, minutesBefore, amount) => {
    expect(
      desiredAfter(
        payment({ kind: 'captured' }),
        booking('confirmed'),
        cancelled(by, minutesBefore),
        false,
      ),
    ).toEqual({ kind: 'refunded', amount })
  })

  test.each([
    [START - 7 * 86_400, 0],
    [START + 7 * 86_400, 2500],
  ])(
    'by its booker counts from the earlier of its start and of that before a late move, %d',
    (refundStartEpochSeconds, amount) => {
      const shown = { id: 'pay_1', status: 'paid', amount: 5000, currency: 'EUR' } as const
      const after = { ...cancelled('booker', 1440), payment: { ...shown, refundStartEpochSeconds } }
      expect(
        desiredAfter(payment({ kind: 'captured' }), booking('confirmed'), after, false),
      ).toEqual({ kind: 'refunded', amount })
    },
  )

  test('while it waits for approval again refunds everything', () => {
    expect(
      desiredAfter(payment({ kind: 'captured' }), booking('pending'), booking('expired'), false),
    ).toEqual({ kind: 'refunded', amount: 5000 })
  })

  test('counts an earlier refund toward what the rules say', () => {
    expect(
      desiredAfter(
        payment({ kind: 'refunded', amount: 3000 }),
        booking('confirmed'),
        cancelled('booker', 1440),
        false,
      ),
    ).toEqual({ kind: 'refunded', amount: 3000 })
  })
})

test.each(['completed', 'no_show'] as const)('a booking that is %s keeps the money', (status) => {
  expect(
    desiredAfter(payment({ kind: 'captured' }), booking('confirmed'), booking(status), false),
  ).toEqual({ kind: 'captured' })
})

test.each([
  [1500, 1440],
  [1440, 1440],
  [1439, 60],
  [59, undefined],
])(
  '%d minutes before the start, the refund stays as it is until %d minutes before it',
  (now, until) => {
    const refunds = [
      { untilMinutesBefore: 60, percent: 10 },
      { untilMinutesBefore: 1440, percent: 50 },
    ]
    const ends = refundEndsAt({ startEpochSeconds: START }, refunds, START - now * 60)
    expect(ends).toBe(until && START - until * 60)
  },
)

test('the deadlines for refunds count from the first start of a booking that was moved too late', () => {
  const payment = {
    id: 'pay_1',
    status: 'paid',
    amount: 5000,
    currency: 'EUR',
    refundStartEpochSeconds: START,
  } as const
  const moved = { startEpochSeconds: START + 86_400, payment }
  expect(refundEndsAt(moved, terms.refunds, START - 100_000)).toBe(START - 86_400)
})
