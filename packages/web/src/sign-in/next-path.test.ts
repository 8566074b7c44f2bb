import { expect, test } from 'vitest'
import { ownPath } from './next-path.ts'

const ORIGIN = 'https://book.example'

test.each([
  ['/dashboard', '/dashboard'],
  ['/dashboard/bookings/bkg_1?status=pending#top', '/dashboard/bookings/bkg_1?status=pending#top'],
])('a sign-in leads on to %s', (next, path) => {
  expect(ownPath(next, ORIGIN)).toBe(path)
})

test.each([
  'https://evil.example/dashboard',
  '//evil.example/dashboard',
  '/\\evil.example/dashboard',
  '/dashboard/..//evil.example',
  '/dashboard/../v1/session',
  '/dashboards',
  'dashboard',
  'javascript:alert(1)',
  '/%00//[',
  '',
])('a sign-in never leads on to "%s"', (next) => {
  expect(ownPath(next, ORIGIN)).toBeUndefined()
})
