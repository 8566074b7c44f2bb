import { instantText } from '../../kernel/representations.ts'
import type { Connection } from './connection.ts'

const momentOrNull = (epochMilliseconds: number | undefined): string | null =>
  epochMilliseconds === undefined ? null : new Date(epochMilliseconds).toISOString()

/**
 * The representation of a connection over HTTP and in domain events, without credentials. `version` is
 * the version of the owner's settings, so a read does not make it stale.
 */
export const connectionRepresentation = (connection: Connection) => ({
  id: connection.id,
  version: connection.settingsVersion,
  providerId: connection.providerId,
  kind: connection.kind,
  status: connection.status,
  label: connection.label ?? null,
  calendarIds: [...connection.calendarIds],
  writesBack: connection.writesBack,
  writesBackTo: connection.writesBackTo ?? null,
  policy: { ...connection.policy },
  lastReadAt: momentOrNull(connection.lastReadAtEpochMilliseconds),
  nextReadAt: momentOrNull(connection.refreshAtEpochMilliseconds),
  readUntil: momentOrNull(connection.readRange && connection.readRange.endEpochMinutes * 60_000),
  warnings: [...connection.warnings],
  failure: connection.failure
    ? {
        code: connection.failure.code,
        detail: connection.failure.detail,
        since: instantText(connection.failure.sinceEpochSeconds),
        attemptCount: connection.failure.attemptCount,
      }
    : null,
  createdAt: instantText(connection.createdAtEpochSeconds),
  updatedAt: instantText(connection.updatedAtEpochSeconds),
})
