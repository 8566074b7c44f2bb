import type { Interval } from '@holdfast/engine'
import { type Backoff, backoffMilliseconds } from '../../kernel/backoff.ts'
import { textHash } from '../../kernel/items/text-hash.ts'
import type { FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import {
  type Connection,
  type ConnectionFailure,
  type ConnectionStatus,
  closesAtOnce,
} from './connection.ts'

/** The pauses after failed reads: a minute, doubled up to an hour, and 50 to 100 % of that. */
const BACKOFF: Backoff = {
  firstMilliseconds: 60_000,
  longestMilliseconds: 60 * 60_000,
  jitter: 0.5,
}
/** The longest wait that a vendor can ask for. */
const LONGEST_WAIT_MILLISECONDS = 24 * 60 * 60_000

/** A read of a calendar: its start, its range and its outcome. */
export interface CalendarRead {
  readonly startedAtEpochMilliseconds: number
  readonly range: Interval
  readonly timeZone: string
  readonly outcome: FreeBusyOutcome
}

/** A number in `[0, 1)` that is fixed for a text, so that connections do not retry together. */
const jitterOf = (text: string): number => textHash(text) / 0x1_0000_0000

const pauseMilliseconds = (connectionId: string, attemptCount: number): number =>
  backoffMilliseconds(BACKOFF, attemptCount, jitterOf(`${connectionId} ${attemptCount}`))

/** The state of a connection after a read of its calendar. */
export function afterRead(
  before: Connection,
  { startedAtEpochMilliseconds, range, timeZone, outcome }: CalendarRead,
  nowEpochMilliseconds: number,
): Connection {
  const { failure, validators, refreshAtEpochMilliseconds: _, ...rest } = before
  const changed = {
    ...rest,
    version: before.version + 1,
    readRevision: before.readRevision + 1,
    updatedAtEpochSeconds: Math.floor(nowEpochMilliseconds / 1000),
  }
  if (outcome.kind === 'failed') {
    return {
      ...changed,
      ...(validators && { validators }),
      ...failed(before, outcome, nowEpochMilliseconds),
    }
  }
  const known = outcome.kind === 'read' ? outcome.validators : validators
  return {
    ...changed,
    status: 'active',
    lastReadAtEpochMilliseconds: startedAtEpochMilliseconds,
    ...(outcome.kind === 'read'
      ? { readRange: range, readTimeZone: timeZone, warnings: outcome.warnings }
      : {}),
    ...(known && { validators: known }),
    // Like its age, the next read counts from the start, but never from a time to come.
    refreshAtEpochMilliseconds:
      Math.min(startedAtEpochMilliseconds, nowEpochMilliseconds) +
      before.policy.refreshMinutes * 60_000,
  }
}

/**
 * The state of a connection with a refreshed credential. A broken connection becomes active and is read
 * at once. It was marked by a process that used a single-use refresh token after another process.
 */
export function afterCredentialRefresh(
  before: Connection,
  credentialReference: string,
  nowEpochMilliseconds: number,
): Connection {
  const renewed = {
    version: before.version + 1,
    credentialReference,
    updatedAtEpochSeconds: Math.floor(nowEpochMilliseconds / 1000),
  }
  if (before.status !== 'broken') return { ...before, ...renewed }
  const { failure: _, ...rest } = before
  return {
    ...rest,
    ...renewed,
    status: 'active',
    readRevision: before.readRevision + 1,
    refreshAtEpochMilliseconds: nowEpochMilliseconds,
  }
}

type Failed = FreeBusyOutcome & { readonly kind: 'failed' }

function failed(before: Connection, outcome: Failed, now: number) {
  const attemptCount = (before.failure?.attemptCount ?? 0) + 1
  const wait = Math.min((outcome.retryAfterSeconds ?? 0) * 1000, LONGEST_WAIT_MILLISECONDS)
  const failure: ConnectionFailure = {
    code: outcome.code,
    detail: outcome.detail,
    sinceEpochSeconds: before.failure?.sinceEpochSeconds ?? Math.floor(now / 1000),
    attemptCount,
    ...(wait > 0 && { notBeforeEpochMilliseconds: now + wait }),
  }
  const status = statusAfter(before, outcome, now)
  const isRetried = status !== 'broken' || before.kind === 'ical' || before.kind === 'simulated'
  const pause =
    status === 'broken' ? BACKOFF.longestMilliseconds : pauseMilliseconds(before.id, attemptCount)
  return {
    status,
    failure,
    // A revoked grant does not come back by itself, but a feed may.
    ...(isRetried && { refreshAtEpochMilliseconds: now + Math.max(pause, wait) }),
  }
}

function statusAfter(before: Connection, { code }: Failed, now: number): ConnectionStatus {
  if (code === 'unauthorized') return 'broken'
  const readAt = before.lastReadAtEpochMilliseconds
  const isTooOld =
    readAt === undefined || Math.abs(now - readAt) > before.policy.allowedAgeMinutes * 60_000
  return isTooOld || closesAtOnce(code) ? 'unreadable' : 'failing'
}
