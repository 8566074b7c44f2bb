import { expect, test } from 'vitest'
import type { FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import { afterCredentialRefresh, afterRead } from './after-read.ts'
import { type Connection, connectionEntity, DEFAULT_POLICY, gapOf } from './connection.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-05-04T10:00Z')
const range = { startEpochMinutes: 0, endEpochMinutes: 1440 }

const connection: Connection = {
  id: 'con_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  kind: 'google',
  version: 4,
  settingsVersion: 2,
  status: 'active',
  credentialReference: 'ref',
  calendarIds: [],
  writesBack: false,
  policy: DEFAULT_POLICY,
  readRevision: 3,
  lastReadAtEpochMilliseconds: NOW - 10 * MINUTE,
  readRange: range,
  readTimeZone: 'UTC',
  warnings: ['odd'],
  refreshAtEpochMilliseconds: NOW,
  createdAtEpochSeconds: 0,
  updatedAtEpochSeconds: 0,
}

const outcome = (before: Connection, of: FreeBusyOutcome, now = NOW) =>
  afterRead(
    before,
    { startedAtEpochMilliseconds: now - 500, range, timeZone: 'UTC', outcome: of },
    now,
  )
const failure = (
  code: (FreeBusyOutcome & { kind: 'failed' })['code'],
  retryAfterSeconds?: number,
): FreeBusyOutcome => ({
  kind: 'failed',
  code,
  detail: code,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
})
const waitMinutes = (after: Connection, now = NOW) =>
  ((after.refreshAtEpochMilliseconds ?? Number.NaN) - now) / MINUTE

test('a successful read is dated by its start, and the next one is due an interval after it', () => {
  const read = { kind: 'read', busy: [], warnings: [], validators: { etag: '"2"' } } as const
  const failed = outcome(connection, failure('unreachable'))
  const after = outcome(failed, read)
  expect(after).toMatchObject({
    version: 6,
    settingsVersion: 2,
    readRevision: 5,
    status: 'active',
    lastReadAtEpochMilliseconds: NOW - 500,
    warnings: [],
    validators: { etag: '"2"' },
  })
  expect(after.failure).toBeUndefined()
  expect(after.refreshAtEpochMilliseconds).toBe(NOW - 500 + 10 * MINUTE)
})

test('after a read during which the clock was set back, the next one is due an interval from now', () => {
  const read = { kind: 'read', busy: [], warnings: [] } as const
  const startedAtEpochMilliseconds = NOW + 60 * MINUTE
  const of = { startedAtEpochMilliseconds, range, timeZone: 'UTC', outcome: read }
  expect(waitMinutes(afterRead(connection, of, NOW))).toBe(10)
})

test('an unchanged answer counts as a fresh read, and keeps range and warnings', () => {
  const after = outcome({ ...connection, validators: { etag: '"1"' } }, { kind: 'unchanged' })
  expect(after).toMatchObject({
    lastReadAtEpochMilliseconds: NOW - 500,
    readRange: range,
    warnings: ['odd'],
    validators: { etag: '"1"' },
  })
})

test('failed reads are retried after 1, 2, 4 … 60 minutes with 50 % jitter', () => {
  let before = connection
  const waits: number[] = []
  for (let attempt = 0; attempt < 9; attempt += 1) {
    before = outcome(before, failure('unreachable'))
    waits.push(waitMinutes(before))
  }
  const full = [1, 2, 4, 8, 16, 32, 60, 60, 60]
  waits.forEach((wait, index) => {
    expect(wait).toBeGreaterThanOrEqual((full[index] as number) / 2)
    expect(wait).toBeLessThanOrEqual(full[index] as number)
  })
  expect(before.failure).toMatchObject({ attemptCount: 9, sinceEpochSeconds: NOW / 1000 })
  const other = outcome({ ...connection, id: 'con_2' }, failure('unreachable'))
  expect(waitMinutes(other)).not.toBe(waits[0])
})

test('a vendor’s Retry-After is respected, up to a day', () => {
  expect(waitMinutes(outcome(connection, failure('throttled', 7200)))).toBe(120)
  expect(waitMinutes(outcome(connection, failure('throttled', 1_000_000)))).toBe(24 * 60)
  expect(outcome(connection, failure('throttled', 7200)).failure).toMatchObject({
    notBeforeEpochMilliseconds: NOW + 7_200_000,
  })
})

test.each([
  ['unreachable', 59, 'failing', undefined],
  ['throttled', 59, 'failing', undefined],
  ['malformed', 59, 'failing', undefined],
  ['too_large', 59, 'failing', undefined],
  ['unreachable', 61, 'unreadable', 'stale'],
  ['unknown_time_zone', 1, 'unreadable', 'unreadable'],
  ['forbidden_address', 1, 'unreadable', 'unreadable'],
  ['unauthorized', 1, 'broken', 'unreadable'],
] as const)('%s, %i minutes after the last read: %s', (code, minutes, status, gap) => {
  const before = { ...connection, lastReadAtEpochMilliseconds: NOW - minutes * MINUTE }
  const after = outcome(before, failure(code))
  expect([after.status, gapOf(after, 'UTC', NOW)]).toEqual([status, gap])
})

test('a revoked grant is not retried, but a rejected feed is', () => {
  expect(outcome(connection, failure('unauthorized')).refreshAtEpochMilliseconds).toBeUndefined()
  const feed = outcome({ ...connection, kind: 'ical' }, failure('unauthorized'))
  expect(waitMinutes(feed)).toBe(60)
})

test('a read is stale after the allowed age, even if the clock was set back', () => {
  const age = (minutes: number) => gapOf(connection, 'UTC', NOW - 10 * MINUTE + minutes * MINUTE)
  expect([age(60), age(61), age(-60), age(-61)]).toEqual([undefined, 'stale', undefined, 'stale'])
})

test('a read in another zone than the provider’s is not relied on', () => {
  expect(gapOf(connection, 'Europe/Berlin', NOW)).toBe('not_read')
})

test('a refreshed credential changes nothing else, but repairs a broken connection', () => {
  expect(afterCredentialRefresh(connection, 'next', NOW)).toEqual({
    ...connection,
    version: 5,
    credentialReference: 'next',
    updatedAtEpochSeconds: NOW / 1000,
  })
  const broken = outcome(connection, failure('unauthorized'))
  expect(broken.status).toBe('broken')
  const { refreshAtEpochMilliseconds: _, ...rest } = connection
  expect(afterCredentialRefresh(broken, 'next', NOW)).toEqual({
    ...rest,
    version: 6,
    readRevision: 5,
    credentialReference: 'next',
    refreshAtEpochMilliseconds: NOW,
    updatedAtEpochSeconds: NOW / 1000,
  })
})

test('an old item without a settings version gets one that reads do not change', () => {
  const { settingsVersion: _, ...item } = connectionEntity.encode(connection)
  const read = outcome(connectionEntity.decode(item), failure('unreachable'))
  expect([read.version, read.settingsVersion]).toEqual([5, 4])
})
