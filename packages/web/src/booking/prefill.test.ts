import { expect, test } from 'vitest'
import { readPrefill } from './prefill.ts'

const NOTHING = {
  name: '',
  email: '',
  phone: '',
  date: undefined,
  durationMinutes: undefined,
  guests: [],
  answers: new Map(),
}

test('a link can carry the details of the booker, a date, a duration, guests and answers', () => {
  const search =
    '?name=Grace+Hopper&email=grace%40example.com&phone=%2B4930123&date=2026-05-04&duration=60' +
    '&guests=max@example.com,%20eva@example.com&answers[reason]=Check-up&answers[topics]=a&answers[topics]=b'
  expect(readPrefill({ search, hash: '' })).toEqual({
    name: 'Grace Hopper',
    email: 'grace@example.com',
    phone: '+4930123',
    date: '2026-05-04',
    durationMinutes: 60,
    guests: ['max@example.com', 'eva@example.com'],
    answers: new Map([
      ['reason', ['Check-up']],
      ['topics', ['a', 'b']],
    ]),
  })
})

test('the fragment can carry the same, so that it reaches no server', () => {
  expect(readPrefill({ search: '?lang=de', hash: '#name=Ada&answers[reason]=x' })).toEqual({
    ...NOTHING,
    name: 'Ada',
    answers: new Map([['reason', ['x']]]),
  })
})

test.each([
  '?date=2026-02-30',
  '?date=tomorrow',
  '?duration=0',
  '?duration=20161',
  '?duration=30.5',
  '?duration=-5',
  '?guests=nobody,,',
  '?answers[UPPER]=x',
  '?answers=x',
  '?answers[__proto__]',
  `?name=${'x'.repeat(201)}`,
  '?%E0%A4%A',
])('the invalid value in %s is ignored', (search) => {
  expect(readPrefill({ search, hash: '' })).toEqual(NOTHING)
})
