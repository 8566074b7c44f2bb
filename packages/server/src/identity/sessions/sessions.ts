import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller, Session } from '../../kernel/caller.ts'
import { commit } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { Account } from '../accounts/account.ts'
import { getAccount } from '../accounts/accounts.ts'
import { authenticate, hashedSecret } from '../api-keys/api-keys.ts'
import { apiKeyKey, sessionKey } from '../keys.ts'

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
  const tokenHash = hashedSecret(deps, token)
  const expiresAtEpochSeconds = epochSeconds(deps.clock) + SESSION_SECONDS
  const item = {
    ...sessionKey(tokenHash),
    ...owner,
    expiresAtEpochSeconds,
    keyHash: hashedSecret(deps, apiKey),
    ttl: expiresAtEpochSeconds,
  }
  const session = { tokenHash, ...owner, expiresAtEpochSeconds }
  const issued = { session, account, token }
  const committed = await commit(deps, caller, [{ kind: 'put-if-absent', item }], issued)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  if (committed.kind === 'failed') throw new Error('a new session has the token of an existing one')
  return ok(issued)
}

/** Finds the live session of a token; undefined if it is unknown or expired, or its key was revoked. */
export async function findSession(deps: Dependencies, token: string): Promise<Session | undefined> {
  const tokenHash = hashedSecret(deps, token)
  const item = await deps.store.get(sessionKey(tokenHash), { consistent: true })
  if (item === undefined) return undefined
  const expiresAtEpochSeconds = item.expiresAtEpochSeconds as number
  if (expiresAtEpochSeconds <= epochSeconds(deps.clock)) return undefined
  const apiKey = await deps.store.get(apiKeyKey(item.keyHash as string), { consistent: true })
  if (apiKey === undefined || apiKey.isRevoked === true) return undefined
  return {
    tokenHash,
    accountId: item.accountId as string,
    keyId: item.keyId as string,
    expiresAtEpochSeconds,
  }
}

/** Deletes a session. Does nothing if it is already gone. */
export async function endSession(deps: Dependencies, session: Session): Promise<void> {
  const key = sessionKey(session.tokenHash)
  await deps.store.transact(
    [{ kind: 'delete', key }],
    deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
  )
}
