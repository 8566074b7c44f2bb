import { expect, test } from 'vitest'
import { createSecrets } from '../adapters/system/secrets.ts'
import { checkManageToken } from './manage-tokens.ts'

const OLD = new Uint8Array(32).fill(1)
const NEW = new Uint8Array(32).fill(2)
const END = Date.parse('2026-05-04T10:00:00Z') / 1000
const ROTATION_END = Date.parse('2026-06-01T00:00:00Z') / 1000

const before = createSecrets(OLD)
const after = createSecrets(NEW, [{ bytes: OLD, validUntilEpochSeconds: ROTATION_END }])
const oldToken = before.manageToken('bkg_1')
const newToken = after.manageToken('bkg_1')

/** Checks a token of a booking that was created with the old key. */
const check = (secrets: typeof before, token: string, now: string) =>
  checkManageToken({ secrets, clock: { nowEpochMilliseconds: () => Date.parse(now) } }, token, {
    id: 'bkg_1',
    manageTokenHash: before.hash(oldToken),
    endEpochSeconds: END,
  })

test('a manage token expires 90 days after the end of its booking', () => {
  expect(check(before, oldToken, '2026-08-02T09:59:59Z')).toBe('valid')
  expect(check(before, oldToken, '2026-08-02T10:00:00Z')).toBe('expired')
})

test('a token of another booking is wrong, also with a previous key', () => {
  for (const secrets of [before, after]) {
    expect(check(secrets, before.manageToken('bkg_2'), '2026-05-01T00:00:00Z')).toBe('wrong')
    expect(check(secrets, secrets.manageToken('bkg_2'), '2026-05-01T00:00:00Z')).toBe('wrong')
  }
})

test('after a rotation, links with the old key work until its end, and links with the new key beyond it', () => {
  expect(check(after, oldToken, '2026-05-31T23:59:59Z')).toBe('valid')
  expect(check(after, oldToken, '2026-06-01T00:00:00Z')).toBe('expired')
  expect(check(after, newToken, '2026-05-31T23:59:59Z')).toBe('valid')
  expect(check(after, newToken, '2026-06-01T00:00:00Z')).toBe('valid')
})

test('a link still works after the server key was lost, because the store has its hash', () => {
  expect(check(createSecrets(NEW), oldToken, '2026-05-01T00:00:00Z')).toBe('valid')
})
