import {
  type ClassSession,
  ok,
  type Result,
  refuse,
  type WholeSessionRefusal,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { StoredSession } from '../seats/session-item.ts'
import { readSession, type SessionAt } from './read-session.ts'

/** The refusal for a start at which nobody is in a session of the account. */
const noSession = ({ eventTypeId, startEpochSeconds }: SessionAt) =>
  notFound('session', `${eventTypeId}@${new Date(startEpochSeconds * 1000).toISOString()}`)

/** Reads the session of an event type of the account at a start. */
export async function findSession(
  deps: Pick<Dependencies, 'store'>,
  { accountId }: Pick<Caller, 'accountId'>,
  at: SessionAt,
): Promise<Result<StoredSession, Refusal>> {
  const found = await readSession(deps, at)
  return found === undefined || found.session.accountId !== accountId ? noSession(at) : ok(found)
}

/** Why a whole session cannot change, for its caller. */
export const wholeRefusal = (
  { code }: WholeSessionRefusal,
  at: SessionAt,
  { closed }: ClassSession,
): { readonly ok: false; readonly refusal: Refusal } =>
  code === 'session_empty' || closed === undefined
    ? noSession(at)
    : refuse({ code: 'session_closed', by: closed.kind })
