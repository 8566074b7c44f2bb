import { type ClassSession, sessionOwnerId } from '@holdfast/engine'
import { z } from 'zod'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent, EventData } from '../../kernel/events/event.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'
import type { SessionAt } from '../seats/read-session.ts'
import { type ChangedSession, sessionState } from './session-state.ts'

/** What a change of a whole session needs of its caller. */
type Changer = Pick<Caller, 'accountId' | 'actor'>

type TaskDependencies = Pick<Dependencies, 'ids' | 'clock'>

const FOLLOWED = z.object({ eventTypeId: z.string(), startEpochSeconds: z.int() })

/** The start whose bookings a task brings along. */
export const followedBy = (event: DomainEvent): SessionAt => FOLLOWED.parse(event.data)

/**
 * The write of a task that brings each booking of a start along with its session, as it is then. Commit it with the
 * change of the session.
 */
export function followWrite(deps: TaskDependencies, changer: Changer, at: SessionAt): Write {
  const { eventTypeId, startEpochSeconds } = at
  const data = { eventTypeId, startEpochSeconds }
  return taskWrite(deps, changer, 'session.follow', at, data)
}

/**
 * The write of a task that emails the providers of a session about a move or a reassignment of all of it. `before`: the
 * session before the change.
 */
export const emailWrite = (
  deps: TaskDependencies,
  changer: Changer,
  changed: ChangedSession,
  before: ClassSession,
): Write =>
  taskWrite(deps, changer, 'session.changed', changed.session, {
    session: sessionState(changed),
    previous: sessionState({ session: before }),
  })

/** The write of the event that reports the cancellation of a whole session. */
export const cancelledEvent = (
  deps: TaskDependencies,
  { accountId, actor }: Changer,
  session: ClassSession,
  version: number,
): Write =>
  outboxWrite(
    deps,
    {
      type: 'session.cancelled',
      actor,
      accountId,
      resourceId: sessionOwnerId(session.eventTypeId, session.startEpochSeconds),
      resourceVersion: version,
      data: { session: sessionState({ session }) },
    },
    deps.clock.nowEpochMilliseconds(),
  )

const taskWrite = (
  deps: TaskDependencies,
  { accountId, actor }: Changer,
  type: 'session.follow' | 'session.changed',
  { eventTypeId, startEpochSeconds }: SessionAt,
  data: EventData,
): Write =>
  ownTaskWrite(deps, type === 'session.follow' ? 'schedule' : 'mails', {
    type,
    accountId,
    actor,
    resourceId: sessionOwnerId(eventTypeId, startEpochSeconds),
    resourceVersion: 1,
    data,
  })
