import { expect, test } from 'vitest'
import { Backlog } from './backlog.ts'

test('work is done in the order of its arrival, and the longest wait is kept', () => {
  const backlog = new Backlog()
  backlog.push(10, 30)
  backlog.push(12, 5)
  expect([backlog.serve(15, 20), backlog.count, backlog.oldestSeconds]).toEqual([20, 15, 5])
  expect([backlog.serve(18, 20), backlog.count, backlog.oldestSeconds]).toEqual([15, 0, 8])
  expect([backlog.serve(40, 20), backlog.deepest, backlog.oldestSeconds]).toEqual([0, 35, 8])
})
