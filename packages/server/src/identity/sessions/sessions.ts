import { type Result, refuse } from '@holdfast/engine'
import type { Grant } from '../../kernel/access/grant.ts'
import type { Caller, Session } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { commitNew, transact } from '../../kernel/transaction.ts'
import { getAccount } from '../accounts/accounts.ts'
import { apiKeyHashEntity } from '../api-keys/api-key.ts'
import { authenticate, grantOfKey, hashedSecret, isValid } from '../api-keys/api-keys.ts'
import { apiKeyKey, sessionKey } from '../keys.ts'
import { currentGrantOfMember, endMemberSession } from './member-sessions.ts'
import {
  type IssuedSession,
  SESSION_SECONDS,
  type StoredSession,
  sessionEntity,
} from './session-item.ts'

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
  const { accountId, keyId, grant } = owner
  const now = epochSeconds(deps.clock)
  const stored = {
    id: deps.ids.next('session', deps.clock.nowEpochMilliseconds()),
    tokenHash: hashedSecret(deps, token),
    accountId,
    keyId,
    method: 'key',
    signedInAtEpochSeconds: now,
    expiresAtEpochSeconds: now + SESSION_SECONDS,
  } as const
  const issued = { session: { ...stored, grant }, account, token }
  const keyHash = hashedSecret(deps, apiKey)
  const writes = { session: sessionEntity.create({ ...stored, keyHash }) }
  return commitNew(deps, caller, writes, issued, 'session')
}

/** Finds the live session of a token; undefined if it is unknown or expired, or its key was revoked. */
export async function findSession(deps: Dependencies, token: string): Promise<Session | undefined> {
  const { store, clock } = deps
  const key = sessionKey(hashedSecret(deps, token))
  const stored = await sessionEntity.read(store, key)
  if (stored === undefined || stored.expiresAtEpochSeconds <= epochSeconds(clock)) return undefined
  const grant = await grantOf(deps, stored)
  if (grant === undefined) return undefined
  const { tokenHash, accountId, expiresAtEpochSeconds, keyId, memberId } = stored
  return {
    tokenHash,
    accountId,
    expiresAtEpochSeconds,
    ...(keyId !== undefined && { keyId }),
    ...(memberId !== undefined && { memberId }),
    // A session of version 1 began a week before its end.
    id: stored.id ?? stored.tokenHash,
    signedInAtEpochSeconds:
      stored.signedInAtEpochSeconds ?? stored.expiresAtEpochSeconds - SESSION_SECONDS,
    method: stored.method ?? 'key',
    grant,
  }
}

/** What a session may do now; undefined if its key ended, or its member was removed. */
async function grantOf(deps: Dependencies, session: StoredSession): Promise<Grant | undefined> {
  const { keyHash } = session
  if (keyHash === undefined) return await currentGrantOfMember(deps, session)
  const apiKey = await apiKeyHashEntity.read(deps.store, apiKeyKey(keyHash))
  if (apiKey === undefined || !isValid(apiKey, epochSeconds(deps.clock))) return undefined
  return grantOfKey(apiKey)
}

/** Deletes a session. Does nothing if it is already gone. */
export async function endSession(deps: Dependencies, session: Session): Promise<void> {
  const { id: sessionId, tokenHash } = session
  const key = sessionKey(tokenHash)
  const stored = await sessionEntity.read(deps.store, key)
  const { email } = stored ?? {}
  await transact(
    deps,
    email === undefined
      ? { session: { kind: 'delete', key } }
      : endMemberSession({ email, sessionId, tokenHash }),
  )
}
