import { expect, test } from 'vitest'
import { shownEmail } from './shown-email.ts'

test.each([
  ['ada@xn--bcher-kva.example', 'ada@bücher.example'],
  ['ada@xn--wgv71a119e.jp', 'ada@日本語.jp'],
  ['ada@xn--80a1acny.xn--p1ai', 'ada@почта.рф'],
  ['ada@example.com', 'ada@example.com'],
  ['xn--ada@example.com', 'xn--ada@example.com'],
])('%s is shown as %s', (email, shown) => {
  expect(shownEmail(email)).toBe(shown)
})

test.each([
  // "аррӏе" in Cyrillic letters, "аpple" with one of them, "ɡoogle" with a Latin letter of phonetics.
  'boss@xn--80ak6aa92e.com',
  'boss@xn--pple-43d.com',
  'boss@xn--oogle-qmc.com',
  // No punycode, and a domain that Node does not decode.
  'ada@xn--a.example',
  'ada@xn--999999999.example',
])('%s is shown as it is, since it looks like another domain or is none', (email) => {
  expect(shownEmail(email)).toBe(email)
})
