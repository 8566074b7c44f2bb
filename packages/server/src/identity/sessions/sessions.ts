import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller, Session } from '../../kernel/caller.ts'
import { commit } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { Account } from '../accounts/account.ts'
import { getAccount } from '../accounts/accounts.ts'
import { authenticate, hashedSecret } from '../api-keys/api-keys.ts'
import { apiKeyKey, sessionKey } from '../keys.ts'

/** How long a sign-in lasts: a week, however busy it is. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60

/** A session with its account, and the token that is shown once. */
export interface IssuedSession {
  readonly session: Session
  readonly account: Account
  readonly token: string
}

/** Opens a session with the secret of an API key; one that opens nothing is refused. */
export async function openSession(
  deps: Dependencies,
  caller: Caller<IssuedSession>,
  apiKey: string,
): Promise<Result<IssuedSession, Refusal>> {
  const known = await authenticate(deps, apiKey)
  if (known === undefined) return refuse({ code: 'unauthenticated' })
  const account = await getAccount(deps, known.accountId)
  const token = deps.secrets.newSessionToken()
  const tokenHash = hashedSecret(deps, token)
  const expiresAtEpochSeconds = epochSeconds(deps.clock) + SESSION_SECONDS
  const item = {
    ...sessionKey(tokenHash),
    ...known,
    expiresAtEpochSeconds,
    keyHash: hashedSecret(deps, apiKey),
    ttl: expiresAtEpochSeconds,
  }
  const session = { tokenHash, ...known, expiresAtEpochSeconds }
  const issued = { session, account, token }
  const committed = await commit(deps, caller, [{ kind: 'put-if-absent', item }], issued)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  if (committed.kind === 'failed') throw new Error('a new session met an existing one')
  return ok(issued)
}

/** Finds the session of a token, unless it has run out or its key was revoked. */
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

/** Ends a session at once; one that is not there has ended already. */
export async function endSession(deps: Dependencies, session: Session): Promise<void> {
  const key = sessionKey(session.tokenHash)
  await deps.store.transact(
    [{ kind: 'delete', key }],
    deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
  )
}
