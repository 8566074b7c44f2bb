import { type Result, refuse } from '@holdfast/engine'
import type { Caller, Session } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listFiltered, type Page } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import { type Account, accountEntity } from '../accounts/account.ts'
import { accountKey, personSessionKey, personSessionsRange } from '../keys.ts'
import type { Member } from '../members/member.ts'
import { getMember } from '../members/members.ts'
import { membershipsOf } from '../members/memberships.ts'
import { type PersonSession, personSessionEntity } from '../people/person-session.ts'
import { endMemberSession, newMemberSession } from './member-sessions.ts'
import type { IssuedSession } from './session-item.ts'

/** The member who is signed in. Undefined for an API key, and for a session that was opened with one. */
export async function personOf(
  deps: Pick<Dependencies, 'store'>,
  session: Session | undefined,
): Promise<Member | undefined> {
  if (session?.memberId === undefined) return undefined
  const found = await getMember(deps, session, session.memberId)
  return found.ok ? found.value : undefined
}

/** A session in the list of its person, with the name of its account. */
export interface ListedSession extends PersonSession {
  readonly accountName: string
}

/** Lists the sessions of the person of a session, in all of their accounts, the oldest first. A key has none. */
export async function listSessions(
  deps: Dependencies,
  session: Session | undefined,
  page: Page,
): Promise<Listed<ListedSession>> {
  const person = await personOf(deps, session)
  if (person === undefined) return { data: [] }
  const now = epochSeconds(deps.clock)
  const listed = await listFiltered(
    deps.store,
    personSessionsRange(person.email),
    page,
    personSessionEntity.decode,
    ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds > now,
  )
  const accountIds = [...new Set(listed.data.map(({ accountId }) => accountId))]
  const accounts =
    accountIds.length === 0
      ? []
      : await deps.store.getMany(accountIds.map(accountKey), { consistent: true })
  const names = new Map(
    accounts.flatMap((item) => {
      const account = item && accountEntity.decode(item)
      return account ? [[account.id, account.name] as const] : []
    }),
  )
  const data = listed.data.map((each) => ({
    ...each,
    accountName: names.get(each.accountId) ?? '',
  }))
  return { ...listed, data }
}

/** Ends a session of the person of a session. */
export async function revokeSession(
  deps: Dependencies,
  caller: Caller,
  session: Session | undefined,
  sessionId: string,
): Promise<Result<undefined, Refusal>> {
  const person = await personOf(deps, session)
  if (person === undefined) return notFound('session', sessionId)
  return retryOnConflict(`session ${sessionId}`, async () => {
    const key = personSessionKey(person.email, sessionId)
    const found = await personSessionEntity.read(deps.store, key)
    if (found === undefined) return notFound('session', sessionId)
    const writes = {
      session: endMemberSession(found).session,
      // Under a condition: a session that was replaced meanwhile is not ended by this.
      listed: personSessionEntity.remove(found),
    }
    return commitOrConflict(deps, caller, writes, undefined)
  })
}

/** Lists the accounts that the person of a session can continue in, at most 100, in the order of their ids. */
export async function listOwnAccounts(
  deps: Pick<Dependencies, 'store'>,
  session: Session | undefined,
): Promise<Listed<Account>> {
  const person = await personOf(deps, session)
  if (person === undefined) return { data: [] }
  const memberships = await membershipsOf(deps, person.email)
  return { data: memberships.map(({ account }) => account) }
}

/** A session that replaced one in another account. */
export interface SwitchedSession {
  readonly issued: IssuedSession
  readonly member: Member
}

/**
 * Continues in another account of the person: a new session replaces the given one, with the same end. Refuses an
 * account that is not theirs as `not_found`.
 */
export async function switchAccount(
  deps: Dependencies,
  caller: Caller<SwitchedSession>,
  session: Session | undefined,
  accountId: string,
): Promise<Result<SwitchedSession, Refusal>> {
  const person = await personOf(deps, session)
  if (person === undefined) return notFound('account', accountId)
  const { email } = person
  return retryOnConflict('a session', async () => {
    const key = personSessionKey(email, session?.id ?? '')
    const before = await personSessionEntity.read(deps.store, key)
    if (before === undefined) return refuse({ code: 'unauthenticated' })
    const memberships = await membershipsOf(deps, email)
    const chosen = memberships.find(({ account }) => account.id === accountId)
    if (chosen === undefined) return notFound('account', accountId)
    const { issued, writes } = newMemberSession(deps, chosen, before)
    const ended = endMemberSession(before)
    const switched = { issued, member: chosen.member }
    return commitOrConflict(
      deps,
      caller,
      {
        ...writes,
        previous: ended.session,
        // Under a condition: a session that was revoked meanwhile must not live on.
        previousListed: personSessionEntity.remove(before),
      },
      switched,
    )
  })
}
