import { expect, test } from 'vitest'
import type { FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import { afterCredentialRefresh, afterRead } from './after-read.ts'
import {
  type Connection,
  connectionFromItem,
  connectionItem,
  DEFAULT_POLICY,
  gapOf,
} from './connection.ts'

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
const waitOf = (after: Connection, now = NOW) =>
  ((after.refreshAtEpochMilliseconds ?? Number.NaN) - now) / MINUTE

test('a read that succeeds is as old as its beginning, and is repeated after the usual pause', () => {
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
  expect(waitOf(after)).toBe(10)
})

test('what has not changed is as fresh as what was read anew, and keeps its range and warnings', () => {
  const after = outcome({ ...connection, validators: { etag: '"1"' } }, { kind: 'unchanged' })
  expect(after).toMatchObject({
    lastReadAtEpochMilliseconds: NOW - 500,
    readRange: range,
    warnings: ['odd'],
    validators: { etag: '"1"' },
  })
})

test('attempts that fail come apart: a minute, two, four, to an hour, and half to all of each', () => {
  let before = connection
  const waits: number[] = []
  for (let attempt = 0; attempt < 9; attempt += 1) {
    before = outcome(before, failure('unreachable'))
    waits.push(waitOf(before))
  }
  const full = [1, 2, 4, 8, 16, 32, 60, 60, 60]
  waits.forEach((wait, index) => {
    expect(wait).toBeGreaterThanOrEqual((full[index] as number) / 2)
    expect(wait).toBeLessThanOrEqual(full[index] as number)
  })
  expect(before.failure).toMatchObject({ attemptCount: 9, sinceEpochSeconds: NOW / 1000 })
  const other = outcome({ ...connection, id: 'con_2' }, failure('unreachable'))
  expect(waitOf(other)).not.toBe(waits[0])
})

test('a vendor that names a time is asked again then, within a day', () => {
  expect(waitOf(outcome(connection, failure('throttled', 7200)))).toBe(120)
  expect(waitOf(outcome(connection, failure('throttled', 1_000_000)))).toBe(24 * 60)
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

test('a grant that is gone is not asked for again; a feed may come back', () => {
  expect(outcome(connection, failure('unauthorized')).refreshAtEpochMilliseconds).toBeUndefined()
  const feed = outcome({ ...connection, kind: 'ical' }, failure('unauthorized'))
  expect(waitOf(feed)).toBe(60)
})

test('what was read is too old once its age is over, whichever way the clock went', () => {
  const age = (minutes: number) => gapOf(connection, 'UTC', NOW - 10 * MINUTE + minutes * MINUTE)
  expect([age(60), age(61), age(-60), age(-61)]).toEqual([undefined, 'stale', undefined, 'stale'])
})

test('what was read in another zone than the provider now has is not relied on', () => {
  expect(gapOf(connection, 'Europe/Berlin', NOW)).toBe('not_read')
})

test('a renewed credential changes nothing else, but for a connection that was taken for broken', () => {
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

test('a connection that was kept without a version of its settings gets one that no read moves', () => {
  const { settingsVersion: _, ...item } = connectionItem(connection)
  const read = outcome(connectionFromItem({ ...item, PK: 'p', SK: 's' }), failure('unreachable'))
  expect([read.version, read.settingsVersion]).toEqual([5, 4])
})
