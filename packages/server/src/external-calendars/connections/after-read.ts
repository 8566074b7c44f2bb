import type { Interval } from '@holdfast/engine'
import type { FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import {
  type Connection,
  type ConnectionFailure,
  type ConnectionStatus,
  closesAtOnce,
} from './connection.ts'

const FIRST_PAUSE_MILLISECONDS = 60_000
const LONGEST_PAUSE_MILLISECONDS = 60 * 60_000
/** However long a vendor asks to be left alone, it is asked again within a day. */
const LONGEST_WAIT_MILLISECONDS = 24 * 60 * 60_000

/** A read of a calendar: when it began, what it was asked for, and what came of it. */
export interface CalendarRead {
  readonly startedAtEpochMilliseconds: number
  readonly range: Interval
  readonly timeZone: string
  readonly outcome: FreeBusyOutcome
}

/** A number in `[0, 1)` that a text always gives (FNV-1a): what failed together is asked again apart. */
function spread(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return (hash >>> 0) / 0x1_0000_0000
}

/** The pause after so many failed attempts: a minute, doubled up to an hour, and half to all of it. */
function pauseMilliseconds(connectionId: string, attemptCount: number): number {
  const full = Math.min(
    FIRST_PAUSE_MILLISECONDS * 2 ** (attemptCount - 1),
    LONGEST_PAUSE_MILLISECONDS,
  )
  return Math.round(full * (0.5 + spread(`${connectionId} ${attemptCount}`) / 2))
}

/** What becomes of a connection by a read of its calendar. */
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
      ...failing(before, outcome, nowEpochMilliseconds),
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
    refreshAtEpochMilliseconds: nowEpochMilliseconds + before.policy.refreshMinutes * 60_000,
  }
}

/**
 * What becomes of a connection that carries a renewed credential. It is not broken: whoever marked it
 * so used what works once, after somebody else had. Then it is read again at once.
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

function failing(before: Connection, outcome: Failed, now: number) {
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
  const isAskedAgain = status !== 'broken' || before.kind === 'ical' || before.kind === 'simulated'
  const pause =
    status === 'broken' ? LONGEST_PAUSE_MILLISECONDS : pauseMilliseconds(before.id, attemptCount)
  return {
    status,
    failure,
    // A grant that was withdrawn does not come back by itself; a feed may.
    ...(isAskedAgain && { refreshAtEpochMilliseconds: now + Math.max(pause, wait) }),
  }
}

function statusAfter(before: Connection, { code }: Failed, now: number): ConnectionStatus {
  if (code === 'unauthorized') return 'broken'
  const readAt = before.lastReadAtEpochMilliseconds
  const isTooOld =
    readAt === undefined || Math.abs(now - readAt) > before.policy.allowedAgeMinutes * 60_000
  return isTooOld || closesAtOnce(code) ? 'unreadable' : 'failing'
}
