import type { CalendarGap, ConferenceKind, Interval } from '@holdfast/engine'
import { z } from 'zod'
import { type AttributesOf, defineMappedEntity } from '../../kernel/entity.ts'
import {
  CONNECTION_KINDS,
  type ConnectionKind,
  type FreeBusyFailure,
  type Validators,
} from '../../kernel/ports/free-busy.ts'
import { connectionKey, connectionsOfVendorAccount } from '../keys.ts'
import { CONFERENCE_VENDORS, isVendorKind } from '../ports/calendar-vendor.ts'

const connectionPolicyAttributes = z.object({
  /** How often the calendar is read. */
  refreshMinutes: z.number(),
  /** The maximum age of the last read. Older busy times are not relied on, and no time is offered. */
  allowedAgeMinutes: z.number(),
  /** How long a booking waits for the calendar's answer to the final check. */
  checkTimeoutMilliseconds: z.number(),
  /** If the calendar does not answer that check: refuse the booking, or decide by the last read. */
  whenCheckFails: z.enum(['refuse', 'use_cache']),
})

/** How a connection is used. */
export type ConnectionPolicy = AttributesOf<typeof connectionPolicyAttributes>

/** The default policy. */
export const DEFAULT_POLICY: ConnectionPolicy = {
  refreshMinutes: 10,
  allowedAgeMinutes: 60,
  checkTimeoutMilliseconds: 5_000,
  whenCheckFails: 'refuse',
}

const STATUSES = ['active', 'failing', 'unreadable', 'broken'] as const

/**
 * The status of a connection:
 *
 * - `active`: the last read succeeded, or there was none yet.
 * - `failing`: the last read failed; the busy times of the one before still count.
 * - `unreadable`: reads fail, and no time is offered until one succeeds.
 * - `broken`: the credential is rejected, and no time is offered until the calendar is connected again.
 */
export type ConnectionStatus = (typeof STATUSES)[number]

const FAILURES = [
  'unreachable',
  'throttled',
  'unauthorized',
  'malformed',
  'too_large',
  'forbidden_address',
  'unknown_time_zone',
] as const satisfies readonly FreeBusyFailure[]

/** The schema of a reason for a failed read. */
export const FREE_BUSY_FAILURE: z.ZodType<FreeBusyFailure> = z.enum(FAILURES)

const connectionFailureAttributes = z.object({
  code: FREE_BUSY_FAILURE,
  /** A description without secrets. */
  detail: z.string(),
  /** The time of the first failed attempt. */
  sinceEpochSeconds: z.number(),
  attemptCount: z.int(),
  /** The vendor asked for no request before this time. */
  notBeforeEpochMilliseconds: z.exactOptional(z.number()),
})

/** The failed attempts since the last success. */
export type ConnectionFailure = AttributesOf<typeof connectionFailureAttributes>

/** A provider's connection to an external calendar, at most one of each kind. */
export interface Connection {
  readonly id: string
  readonly accountId: string
  readonly providerId: string
  readonly kind: ConnectionKind
  /** Grows with every write, including reads and refreshed credentials. Every write is conditioned on it. */
  readonly version: number
  /** Grows with the owner's changes only. It is the version in representations and in `If-Match`. */
  readonly settingsVersion: number
  readonly status: ConnectionStatus
  /** The vault reference of the credential. Empty if none is needed. */
  readonly credentialReference: string
  /** The vendor's ids of the calendars to read. Empty: the primary one. */
  readonly calendarIds: readonly string[]
  /** A name for the owner without secrets: a host, or the address of an account. */
  readonly label?: string
  /** True if calendar sync writes confirmed bookings into the calendar. */
  readonly writesBack: boolean
  /** The vendor's id of the calendar for new events. Absent: the primary one. */
  readonly writesBackTo?: string
  readonly policy: ConnectionPolicy
  /** Grows with every recorded outcome and with every new credential of the owner. */
  readonly readRevision: number
  /** When the last successful read began. */
  readonly lastReadAtEpochMilliseconds?: number
  /** The range of that read. */
  readonly readRange?: Interval
  /** The zone of all-day and floating times in that read: the provider's zone at that time. */
  readonly readTimeZone?: string
  readonly validators?: Validators
  readonly warnings: readonly string[]
  readonly failure?: ConnectionFailure
  /** When the next read is due. Absent: no read is scheduled. */
  readonly refreshAtEpochMilliseconds?: number
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

type StoredConnection = Omit<Connection, 'settingsVersion'> & {
  /** Absent in items from before owners' changes were counted separately. */
  readonly settingsVersion?: number
}

/** The item of a connection. `GSI1`: connections to an account at a vendor. */
export const connectionEntity = defineMappedEntity<Connection, StoredConnection>({
  name: 'connection',
  key: ({ providerId, kind }) => connectionKey(providerId, kind),
  indexes: ({ providerId, kind, label }) => ({
    GSI1: isVendorKind(kind) &&
      label !== undefined && [connectionsOfVendorAccount(kind, label), providerId],
  }),
  // Loose, so that the attributes of later versions of the server survive a write.
  schema: z.looseObject({
    id: z.string(),
    accountId: z.string(),
    providerId: z.string(),
    kind: z.enum(CONNECTION_KINDS),
    version: z.int(),
    settingsVersion: z.exactOptional(z.int()),
    status: z.enum(STATUSES),
    credentialReference: z.string(),
    calendarIds: z.array(z.string()),
    label: z.exactOptional(z.string()),
    writesBack: z.boolean(),
    writesBackTo: z.exactOptional(z.string()),
    policy: connectionPolicyAttributes,
    readRevision: z.int(),
    lastReadAtEpochMilliseconds: z.exactOptional(z.number()),
    readRange: z.exactOptional(
      z.object({ startEpochMinutes: z.number(), endEpochMinutes: z.number() }),
    ),
    readTimeZone: z.exactOptional(z.string()),
    validators: z.exactOptional(
      z.object({ etag: z.exactOptional(z.string()), lastModified: z.exactOptional(z.string()) }),
    ),
    warnings: z.array(z.string()),
    failure: z.exactOptional(connectionFailureAttributes),
    refreshAtEpochMilliseconds: z.exactOptional(z.number()),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
  }),
  toAttributes: (connection) => connection,
  fromAttributes: (stored) => ({
    ...stored,
    settingsVersion: stored.settingsVersion ?? stored.version,
  }),
})

/** Failures after which the last read is not relied on, because the calendar has unknown busy times. */
const CLOSING: ReadonlySet<FreeBusyFailure> = new Set([
  'unauthorized',
  'forbidden_address',
  'unknown_time_zone',
])

/** Whether no time is offered after a failure, however fresh the last read is. */
export const closesAtOnce = (code: FreeBusyFailure): boolean => CLOSING.has(code)

/**
 * Why the busy times of a connection cannot be relied on, for a provider in `timeZone`; undefined if they
 * can.
 */
export function gapOf(
  connection: Connection,
  timeZone: string,
  nowEpochMilliseconds: number,
): CalendarGap | undefined {
  const { status, failure, lastReadAtEpochMilliseconds: readAt, policy } = connection
  if (status === 'broken' || (failure && closesAtOnce(failure.code))) return 'unreadable'
  if (readAt === undefined || connection.readTimeZone !== timeZone) return 'not_read'
  // A clock that was set back must not make an old read look fresh.
  const age = Math.abs(nowEpochMilliseconds - readAt)
  return age > policy.allowedAgeMinutes * 60_000 ? 'stale' : undefined
}

/** Whether a connection can create conferences of a kind. */
export const canHost = (
  { kind, writesBack, status }: Pick<Connection, 'kind' | 'writesBack' | 'status'>,
  conference: ConferenceKind,
): boolean => kind === CONFERENCE_VENDORS[conference] && writesBack && status !== 'broken'
