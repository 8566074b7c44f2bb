import { expect, onTestFinished, test } from 'vitest'
import type { Operation } from '../checker/operation.ts'
import { CheckPool } from './check-pool.ts'

const NINE = [{ resource: 'prv_ann', from: 540, to: 570, amount: 1 }]

/** Somebody takes nine o'clock. */
const take = (id: string, invokedAt: number, outcome: Operation['outcome']): Operation => ({
  id,
  client: 0,
  action: { kind: 'take', wanted: [[NINE]] },
  outcome,
  invokedAt,
  returnedAt: invokedAt + 1,
  skewMilliseconds: 0,
  ownSkewMilliseconds: 0,
})
const first = take('op1', 0, {
  kind: 'done',
  bookings: [{ id: 'bkg_1', claims: NINE, state: 'confirmed' }],
})
const second = take('op2', 2, {
  kind: 'done',
  bookings: [{ id: 'bkg_2', claims: NINE, state: 'confirmed' }],
})
const unanswered: Operation = {
  ...first,
  id: 'op3',
  action: { kind: 'release', ids: ['bkg_1'] },
  outcome: { kind: 'unknown' },
  returnedAt: Number.POSITIVE_INFINITY,
}

test('threads give each history its own verdict, also while others wait', async () => {
  const pool = new CheckPool(2)
  onTestFinished(() => pool.close())
  const histories = [[first], [first, second], [first, unanswered, second]]
  const checks = histories.map((operations) => pool.check({ operations, capacities: [] }))
  expect(pool.waitingCount).toBe(3)
  const kinds = (await Promise.all(checks)).map(({ verdict }) => verdict.kind)
  expect(kinds).toEqual(['linearizable', 'violation', 'linearizable'])
  expect(pool.waitingCount).toBe(0)
})
