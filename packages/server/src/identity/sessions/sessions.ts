import { invariant, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller, Session } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { commit, transact } from '../../kernel/transaction.ts'
import type { Account } from '../accounts/account.ts'
import { getAccount } from '../accounts/accounts.ts'
import { apiKeyHashEntity } from '../api-keys/api-key.ts'
import { authenticate, hashedSecret } from '../api-keys/api-keys.ts'
import { apiKeyKey, sessionKey } from '../keys.ts'
import { sessionEntity } from './session-item.ts'

/** How long a session lasts: a week from sign-in. Use does not extend it. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60

/** A new session, its account, and its token, which is shown only once. */
export interface IssuedSession {
  readonly session: Session
  readonly account: Account
  readonly token: string
}

/** Creates a session from an API key. Refuses an unknown or revoked key as `unauthenticated`. */
export async function openSession(
  deps: Dependencies,
  caller: Caller<IssuedSession>,
  apiKey: string,
): Promise<Result<IssuedSession, Refusal>> {
  const owner = await authenticate(deps, apiKey)
  if (owner === undefined) return refuse({ code: 'unauthenticated' })
  const account = await getAccount(deps, owner.accountId)
  const token = deps.secrets.newSessionToken()
  const session: Session = {
    tokenHash: hashedSecret(deps, token),
    ...owner,
    expiresAtEpochSeconds: epochSeconds(deps.clock) + SESSION_SECONDS,
  }
  const keyHash = hashedSecret(deps, apiKey)
  const issued = { session, account, token }
  const writes = { session: sessionEntity.create({ ...session, keyHash }) }
  const committed = await commit(deps, caller, writes, issued)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  invariant(committed.kind === 'done', 'a new session has the token of an existing one')
  return ok(issued)
}

/** Finds the live session of a token; undefined if it is unknown or expired, or its key was revoked. */
export async function findSession(deps: Dependencies, token: string): Promise<Session | undefined> {
  const { store, clock } = deps
  const key = sessionKey(hashedSecret(deps, token))
  const stored = await sessionEntity.read(store, key, { consistent: true })
  if (stored === undefined || stored.expiresAtEpochSeconds <= epochSeconds(clock)) return undefined
  const { tokenHash, accountId, keyId, expiresAtEpochSeconds, keyHash } = stored
  const apiKey = await apiKeyHashEntity.read(store, apiKeyKey(keyHash), { consistent: true })
  if (apiKey === undefined || apiKey.isRevoked === true) return undefined
  return { tokenHash, accountId, keyId, expiresAtEpochSeconds }
}

/** Deletes a session. Does nothing if it is already gone. */
export async function endSession(deps: Dependencies, session: Session): Promise<void> {
  const key = sessionKey(session.tokenHash)
  await transact(deps, { session: { kind: 'delete', key } })
}
