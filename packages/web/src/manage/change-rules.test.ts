import { expect, test } from 'vitest'
import { cancelRule, moveRule } from './change-rules.ts'

const booking = {
  start: '2026-04-22T08:00:00Z',
  cancelUntil: '2026-04-21T08:00:00Z',
  rescheduleUntil: '2026-04-22T08:00:00Z',
  reschedulesLeft: null,
}

test.each([
  ['2026-04-21T07:59:59Z', 'until', 'open'],
  ['2026-04-21T08:00:00Z', 'over', 'open'],
  ['2026-04-22T08:00:00Z', 'over', 'over'],
])('at %s cancelling is %s and moving is %s', (now, cancel, move) => {
  expect([cancelRule(booking, now), moveRule(booking, now)]).toEqual([cancel, move])
})

test('a booking that was moved as often as allowed cannot be moved again', () => {
  const now = '2026-04-20T08:00:00Z'
  expect(moveRule({ ...booking, reschedulesLeft: 0 }, now)).toBe('used')
  expect(moveRule({ ...booking, reschedulesLeft: 1 }, now)).toBe('open')
})
