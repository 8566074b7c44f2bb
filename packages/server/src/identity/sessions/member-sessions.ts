import type { Grant } from '../../kernel/access/grant.ts'
import { scopesOfRole } from '../../kernel/access/roles.ts'
import type { Session } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { transact } from '../../kernel/transaction.ts'
import { type Account, accountEntity } from '../accounts/account.ts'
import { hashedSecret } from '../api-keys/api-keys.ts'
import { accountKey, memberKey, personSessionKey, sessionKey } from '../keys.ts'
import { type Member, memberEntity } from '../members/member.ts'
import { type PersonSession, personSessionEntity } from '../people/person-session.ts'
import {
  type IssuedSession,
  SESSION_SECONDS,
  type StoredSession,
  sessionEntity,
} from './session-item.ts'

/** How a member signed in, and where. */
export interface SignInFacts {
  readonly method: PersonSession['method']
  /** The browser and the system, in a few words. */
  readonly device: string
  readonly signedInAtEpochSeconds: number
  /** Use does not extend a session, and neither does another account. */
  readonly expiresAtEpochSeconds: number
}

/** The facts of a sign-in that happens now. */
export function signInNow(
  { clock }: Pick<Dependencies, 'clock'>,
  method: PersonSession['method'],
  device: string,
): SignInFacts {
  const now = epochSeconds(clock)
  return {
    method,
    device,
    signedInAtEpochSeconds: now,
    expiresAtEpochSeconds: now + SESSION_SECONDS,
  }
}

/**
 * What a member may do in a session. If the account requires passkeys, a session of another kind has no scopes:
 * it can only register a passkey.
 */
export const grantOfMember = (
  { id, role, providerIds }: Member,
  { requiresPasskeys }: Partial<Pick<Account, 'requiresPasskeys'>>,
  method: Session['method'],
): Grant => ({
  actor: { kind: 'member', id },
  scopes: requiresPasskeys && method !== 'passkey' ? [] : scopesOfRole(role),
  ...(providerIds && { providerIds }),
  memberRole: role,
})

/** A new session of a member, and the writes that store it and list it for its person. */
export function newMemberSession(
  deps: Pick<Dependencies, 'ids' | 'clock' | 'secrets'>,
  { member, account }: { readonly member: Member; readonly account: Account },
  { method, device, signedInAtEpochSeconds, expiresAtEpochSeconds }: SignInFacts,
): {
  readonly issued: IssuedSession
  readonly writes: { readonly session: Write; readonly listed: Write }
} {
  const token = deps.secrets.newSessionToken()
  const session = { method, signedInAtEpochSeconds, expiresAtEpochSeconds }
  const { accountId, email } = member
  const common = { accountId, memberId: member.id, tokenHash: hashedSecret(deps, token) }
  const id = deps.ids.next('session', deps.clock.nowEpochMilliseconds())
  const stored: StoredSession = { ...session, ...common, id, email }
  const listed: PersonSession = {
    ...session,
    ...common,
    email,
    sessionId: id,
    device,
    lastSeenAtEpochSeconds: epochSeconds(deps.clock),
    version: 1,
  }
  return {
    issued: {
      session: { ...session, ...common, id, grant: grantOfMember(member, account, method) },
      account,
      token,
    },
    writes: { session: sessionEntity.create(stored), listed: personSessionEntity.create(listed) },
  }
}

/** The writes that end a session of a member. */
export const endMemberSession = (
  session: Pick<PersonSession, 'email' | 'sessionId' | 'tokenHash'>,
): { readonly session: Write; readonly listed: Write } => ({
  session: { kind: 'delete', key: sessionKey(session.tokenHash) },
  listed: { kind: 'delete', key: personSessionKey(session.email, session.sessionId) },
})

const SECONDS_PER_HOUR = 60 * 60

/**
 * What a session of a member may do now; undefined if the member was removed or the session revoked. Records
 * once an hour that the session was seen.
 */
export async function currentGrantOfMember(
  deps: Dependencies,
  { accountId, memberId, email, id, method }: StoredSession,
): Promise<Grant | undefined> {
  if (memberId === undefined || email === undefined || id === undefined || method === undefined) {
    return undefined
  }
  const keys = [
    memberKey(accountId, memberId),
    accountKey(accountId),
    personSessionKey(email, id),
  ] as const
  const [member, account, listed] = await deps.store.getMany(keys, { consistent: true })
  if (member === undefined || account === undefined || listed === undefined) return undefined
  // A store that can only be read, as with a full disk, still answers reads.
  await markSeen(deps, personSessionEntity.decode(listed)).catch(() => undefined)
  return grantOfMember(memberEntity.decode(member), accountEntity.decode(account), method)
}

async function markSeen(deps: Dependencies, before: PersonSession): Promise<void> {
  const now = epochSeconds(deps.clock)
  if (now - before.lastSeenAtEpochSeconds < SECONDS_PER_HOUR) return
  const after = { ...before, version: before.version + 1, lastSeenAtEpochSeconds: now }
  // A conflict means that another request has recorded it, or that the session was revoked.
  await transact(deps, { listed: personSessionEntity.replace(before, after) })
}
