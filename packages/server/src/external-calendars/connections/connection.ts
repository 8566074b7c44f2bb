import type { CalendarGap, Interval } from '@holdfast/engine'
import { present } from '../../kernel/items/attributes.ts'
import type { ConnectionKind, FreeBusyFailure, Validators } from '../../kernel/ports/free-busy.ts'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'
import { connectionKey, connectionsOfVendorAccount } from '../keys.ts'
import { isVendorKind } from '../ports/calendar-vendor.ts'

/** How a connection is used. */
export interface ConnectionPolicy {
  /** How often the calendar is read when all is well. */
  readonly refreshMinutes: number
  /** What was read longer ago than this is not relied on: its time is not offered. */
  readonly allowedAgeMinutes: number
  /** How long a booking waits for the calendar when it is asked once more. */
  readonly checkTimeoutMilliseconds: number
  /** When it does not answer then: nothing is booked, or what was read before decides. */
  readonly whenCheckFails: 'refuse' | 'use_cache'
}

/** What holds where nothing else was said. */
export const DEFAULT_POLICY: ConnectionPolicy = {
  refreshMinutes: 10,
  allowedAgeMinutes: 60,
  checkTimeoutMilliseconds: 5_000,
  whenCheckFails: 'refuse',
}

/**
 * How a connection is doing:
 *
 * - `active`: the last attempt to read it succeeded, or none was made yet.
 * - `failing`: the last attempt failed; what was read before still counts.
 * - `unreadable`: it fails, and its time is off the offer until it can be read again.
 * - `broken`: it refuses what it was connected with; off the offer until it is connected again.
 */
export type ConnectionStatus = 'active' | 'failing' | 'unreadable' | 'broken'

/** The attempts that failed since the last one that did not. */
export interface ConnectionFailure {
  readonly code: FreeBusyFailure
  /** In words, without secrets. */
  readonly detail: string
  /** When the first of them failed. */
  readonly sinceEpochSeconds: number
  readonly attemptCount: number
  /** The vendor wants no request before. */
  readonly notBeforeEpochMilliseconds?: number
}

/** A provider's link to a calendar elsewhere; at most one of each kind. */
export interface Connection {
  readonly id: string
  readonly accountId: string
  readonly providerId: string
  readonly kind: ConnectionKind
  /** Rises with every write, reads and renewed credentials included: each is conditioned on it. */
  readonly version: number
  /** Rises with what its owner changes: shown as its version, and what `If-Match` names. */
  readonly settingsVersion: number
  readonly status: ConnectionStatus
  /** Where the vault keeps what it is read with; empty where nothing is needed. */
  readonly credentialReference: string
  /** The calendars that are looked at, as the vendor names them; empty: the primary one. */
  readonly calendarIds: readonly string[]
  /** What the provider knows it by, without secrets: a host, an account's address. */
  readonly label?: string
  /** Whether confirmed bookings are written into that calendar. */
  readonly writesBack: boolean
  /** The calendar that new ones are written into, as the vendor names it; absent: the primary one. */
  readonly writesBackTo?: string
  readonly policy: ConnectionPolicy
  /** Rises with every outcome that is recorded and with every new credential from outside. */
  readonly readRevision: number
  /** When the last read that succeeded began. */
  readonly lastReadAtEpochMilliseconds?: number
  /** What that read covered. */
  readonly readRange?: Interval
  /** The zone that all-day and floating times were read in: the provider's at that time. */
  readonly readTimeZone?: string
  readonly validators?: Validators
  readonly warnings: readonly string[]
  readonly failure?: ConnectionFailure
  /** When it is read next; absent: not by itself. */
  readonly refreshAtEpochMilliseconds?: number
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** The item of a connection, with its provider. `GSI1`: of its account at a vendor. */
export function connectionItem(connection: Connection): Item {
  const { providerId, kind, label } = connection
  const isOfAccount = isVendorKind(kind) && label !== undefined
  return {
    ...connectionKey(providerId, kind),
    ...present({
      GSI1PK: isOfAccount ? connectionsOfVendorAccount(kind, label) : undefined,
      GSI1SK: isOfAccount ? providerId : undefined,
      ...(connection as unknown as Record<string, AttributeValue | undefined>),
    }),
  }
}

/** Reads the item of a connection. */
export function connectionFromItem(item: Item): Connection {
  const { PK: _pk, SK: _sk, GSI1PK: _1, GSI1SK: _2, ...attributes } = item
  // One that was kept before its owner's changes were counted apart goes on from where it is.
  return { settingsVersion: item.version, ...attributes } as unknown as Connection
}

/** Failures after which nothing that was read before is relied on: it holds more than is known. */
const CLOSING: ReadonlySet<FreeBusyFailure> = new Set([
  'unauthorized',
  'forbidden_address',
  'unknown_time_zone',
])

/** Whether a failure takes the time off the offer at once, however fresh the last read is. */
export const closesAtOnce = (code: FreeBusyFailure): boolean => CLOSING.has(code)

/**
 * Why nothing of what a connection says can be relied on now, by a provider in that zone; undefined
 * where it can.
 */
export function gapOf(
  connection: Connection,
  timeZone: string,
  nowEpochMilliseconds: number,
): CalendarGap | undefined {
  const { status, failure, lastReadAtEpochMilliseconds: readAt, policy } = connection
  if (status === 'broken' || (failure && closesAtOnce(failure.code))) return 'unreadable'
  if (readAt === undefined || connection.readTimeZone !== timeZone) return 'not_read'
  // A clock that was set back must not make an old read look fresh for ever.
  const age = Math.abs(nowEpochMilliseconds - readAt)
  return age > policy.allowedAgeMinutes * 60_000 ? 'stale' : undefined
}
