import type { ClassSession } from '@holdfast/engine'
import { assignmentsRepresentation } from '../../kernel/booking-fields/shown-parts.ts'
import { instantOrNull, instantText } from '../../kernel/representations.ts'

/** A session after a change of all of it. `movedFromEpochSeconds`: its start before, if it was moved. */
export interface ChangedSession {
  readonly session: ClassSession
  readonly movedFromEpochSeconds?: number
}

/** A session after a change of all of it, as the API shows it. */
export const sessionState = ({ session, movedFromEpochSeconds }: ChangedSession) => ({
  eventTypeId: session.eventTypeId,
  start: instantText(session.startEpochSeconds),
  end: instantText(session.endEpochSeconds),
  status: session.closed?.kind === 'cancelled' ? 'cancelled' : 'open',
  providerId: session.providerId,
  assignments: assignmentsRepresentation(session),
  taken: session.used,
  movedFrom: instantOrNull(movedFromEpochSeconds),
  cancellationReason: session.closed?.kind === 'cancelled' ? (session.closed.reason ?? null) : null,
})
