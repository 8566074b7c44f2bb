import { expect, test } from 'vitest'
import { readNews } from './frame.ts'

const ID = 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'
const START = '2026-04-21T07:00:00Z'

test('of a message about a booking, nothing but its id, start and status is taken', () => {
  const more = { id: ID, start: START, status: 'pending', manageToken: 'hm_x', email: 'a@b.c' }
  expect(readNews({ type: 'holdfast:booked', ...more })).toEqual({
    name: 'booked',
    detail: { id: ID, start: START, status: 'pending' },
  })
  for (const name of ['held', 'rescheduled', 'cancelled']) {
    expect(readNews({ type: `holdfast:${name}`, ...more })).toEqual({
      name,
      detail: { id: ID, start: START },
    })
  }
})

test.each([
  undefined,
  null,
  'holdfast:ready',
  {},
  { type: 'holdfast:open' },
  { type: 'x:ready' },
  { type: ['holdfast:ready', 'x'] },
  { type: 'holdfast:held', id: ID },
  { type: 'holdfast:booked', id: ID, start: START },
  { type: 'holdfast:booked', id: ID, start: START, status: 'x' },
  { type: 'holdfast:cancelled', id: { toString: 'x' }, start: START },
  { type: 'holdfast:height', height: '7' },
  { type: 'holdfast:height', height: 0 },
  { type: 'holdfast:height', height: Number.NaN },
  { type: 'holdfast:leave', url: 'javascript:alert(1)', reason: 'payment' },
  { type: 'holdfast:leave', url: '/pay', reason: 'payment' },
  { type: 'holdfast:leave', url: 'https://example.com', reason: 'x' },
])('the message %j is none', (data) => {
  expect(readNews(data)).toBeUndefined()
})

test('a frame never gets higher than 20,000 pixels', () => {
  expect(readNews({ type: 'holdfast:height', height: 1e9 })).toEqual({
    name: 'height',
    detail: { height: 20_000 },
  })
})
