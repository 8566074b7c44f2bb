import { expect, test } from 'vitest'
import type { Contact } from '../api.ts'
import { keptFirst } from './kept-first.ts'

const contact = (id: string, email: string | null): Contact => ({
  id,
  version: 1,
  name: id,
  email,
  phone: null,
  tags: [],
  barred: null,
  bookerId: null,
  bookingCount: 0,
  noShowCount: 0,
  lastBookingId: null,
  mergedInto: null,
  merged: [],
  erasing: false,
  createdAt: '2026-04-20T08:00:00Z',
  updatedAt: '2026-04-20T08:00:00Z',
})

test('the contact with an email address stays, so that the person goes on getting emails', () => {
  const [desk, mailed] = [contact('desk', null), contact('mailed', 'a@example.com')]
  expect(keptFirst(desk, mailed).map(({ id }) => id)).toEqual(['mailed', 'desk'])
  expect(keptFirst(mailed, desk).map(({ id }) => id)).toEqual(['mailed', 'desk'])
})

test('of two alike, the one that is open stays', () => {
  const [a, b] = [contact('a', null), contact('b', null)]
  expect(keptFirst(a, b).map(({ id }) => id)).toEqual(['a', 'b'])
  const [c, d] = [contact('c', 'c@example.com'), contact('d', 'd@example.com')]
  expect(keptFirst(c, d).map(({ id }) => id)).toEqual(['c', 'd'])
})
