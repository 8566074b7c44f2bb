import { ok, type Result, refuse } from '@holdfast/engine'
import { type MemberRole, restrictionOfRole, scopesOfRole } from '../../kernel/access/roles.ts'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { newResource } from '../../kernel/resource.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerOf, commit, commitOrConflict } from '../../kernel/transaction.ts'
import { accountEntity, type StoredAccount } from '../accounts/account.ts'
import { checkDelegation, type Rights } from '../delegation.ts'
import { accountKey, memberKey, membersRange } from '../keys.ts'
import { checkKnownProviders, type RestrictingContext } from '../known-providers.ts'
import { endInvitation, invitationWrites, newInvitation } from './invitations.ts'
import { leavePerson } from './leave-person.ts'
import { type Member, memberEntity, personMemberEntity, personMemberOf } from './member.ts'
import { findOwner, isActiveOwner, mayManageOwners } from './owners.ts'

/** How long an account keeps its audit log from its first member on. */
export const FIRST_AUDIT_DAYS = 90

/** A person to invite. */
export interface MemberInput {
  /** In lower case. */
  readonly email: string
  readonly name: string
  readonly role: MemberRole
  readonly providerIds?: readonly string[] | undefined
  readonly locale?: string | undefined
}

/** Changes to a member. A null removes the restriction to providers. */
export interface MemberChange {
  readonly name?: string | undefined
  readonly role?: MemberRole | undefined
  readonly providerIds?: readonly string[] | null | undefined
}

/**
 * Invites a person by email. Refuses a second member with the same address as `member_exists`, and as `forbidden`
 * owners unless an owner asks, and more rights than the caller has. The first member turns on the audit log.
 */
export async function createMember(
  context: RestrictingContext,
  caller: Caller<Member>,
  input: MemberInput,
): Promise<Result<Member, Refusal>> {
  const { deps } = context
  const { accountId } = caller
  const allowed = await checkAccess(context, accountId, input.role, input.providerIds)
  if (!allowed.ok) return allowed
  const within = checkDelegation(caller, rightsOfMember(input), 'A member')
  if (!within.ok) return within
  if (input.role === 'owner') {
    const owners = await mayManageOwners(deps, caller)
    if (!owners.ok) return owners
  }
  return retryOnConflict(`a member of ${accountId}`, async () => {
    const invited = newMember(deps, accountId, input)
    const member = { ...invited, invitation: newInvitation(deps, invited) }
    const writes = {
      member: memberEntity.create(member),
      person: personMemberEntity.create(personMemberOf(member)),
      ...invitationWrites(deps, caller, member),
      ...(await auditedAccount(deps, accountId)),
    }
    const committed = await commit<Member, keyof typeof writes>(deps, caller, writes, member)
    if (committed.kind === 'done') return ok(member)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    return committed.conflicts.has('person')
      ? refuse({ code: 'member_exists', email: input.email })
      : CONFLICT
  })
}

/** A new member without an invitation. */
export function newMember(
  deps: Pick<Dependencies, 'ids' | 'clock'>,
  accountId: string,
  { email, name, role, providerIds, locale }: MemberInput,
): Member {
  return {
    ...newResource(deps, accountId, 'member'),
    email,
    name,
    role,
    ...(providerIds && { providerIds }),
    ...(locale !== undefined && { locale }),
    status: 'invited',
  }
}

/** The write that turns on the audit log of an account that gets its first member and keeps none yet. */
async function auditedAccount(deps: Dependencies, accountId: string) {
  const account = await accountEntity.read(deps.store, accountKey(accountId))
  if (account === undefined || !(await startsAuditLog(deps, account))) return {}
  const after = { ...account, auditDays: FIRST_AUDIT_DAYS, version: account.version + 1 }
  return { account: accountEntity.replace(account, after) }
}

/** Whether the first member turns on the audit log of an account: it has no member, and keeps no log. */
export async function startsAuditLog(
  { store }: Pick<Dependencies, 'store'>,
  { id, auditDays = 0 }: Pick<StoredAccount, 'id' | 'auditDays'>,
): Promise<boolean> {
  if (auditDays > 0) return false
  const { items } = await store.query({ ...membersRange(id), limit: 1, consistent: true })
  return items.length === 0
}

/** What a membership gives. It has no end, so a key that ends makes none. */
const rightsOfMember = ({
  role,
  providerIds,
}: Pick<MemberInput, 'role' | 'providerIds'>): Rights => ({
  scopes: scopesOfRole(role),
  providerIds,
})

/** Whether a change of a member gives rights that it did not have. */
const givesMore = (before: Member, after: Member): boolean => {
  const had = {
    scopes: scopesOfRole(before.role),
    ...(before.providerIds && { providerIds: before.providerIds }),
  }
  const isPromoted = after.role === 'owner' && before.role !== 'owner'
  return isPromoted || !checkDelegation(had, rightsOfMember(after), 'A member').ok
}

/** Checks that a role may have these providers, and that the account has them. */
async function checkAccess(
  context: RestrictingContext,
  accountId: string,
  role: MemberRole,
  providerIds: readonly string[] | undefined,
): Promise<Result<undefined, Refusal>> {
  const restriction = restrictionOfRole(role)
  if (restriction === 'required' && providerIds === undefined) {
    return invalid('/providerIds', `is required for the role "${role}"`)
  }
  if (restriction === 'none' && providerIds !== undefined) {
    return invalid('/providerIds', `must be omitted: the role "${role}" sees all providers`)
  }
  return checkKnownProviders(context, accountId, providerIds)
}

/** Lists the members of the caller's account, the oldest first. */
export const listMembers = (
  deps: Dependencies,
  caller: Caller,
  page: Page,
): Promise<Listed<Member>> =>
  listPage(deps.store, membersRange(caller.accountId), page, memberEntity.decode)

/** Reads a member of the caller's account. */
export async function getMember(
  deps: Pick<Dependencies, 'store'>,
  { accountId }: Pick<Caller, 'accountId'>,
  memberId: string,
): Promise<Result<Member, Refusal>> {
  const member = await memberEntity.read(deps.store, memberKey(accountId, memberId))
  return member === undefined ? notFound('member', memberId) : ok(member)
}

/** The member as changed by a request, or why the account does not allow it. */
async function decideChange(
  context: RestrictingContext,
  caller: Caller<Member>,
  before: Member,
  { name, role = before.role, providerIds }: MemberChange,
): Promise<Result<Member, Refusal>> {
  if (before.role === 'owner' || role === 'owner') {
    const owners = await mayManageOwners(context.deps, caller)
    if (!owners.ok) return owners
  }
  // A role that sees all providers ends the restriction of the one before.
  const kept = restrictionOfRole(role) === 'none' ? undefined : before.providerIds
  const next = providerIds === undefined ? kept : (providerIds ?? undefined)
  const allowed = await checkAccess(context, before.accountId, role, next)
  if (!allowed.ok) return allowed
  const { providerIds: _, ...rest } = before
  const after: Member = {
    ...rest,
    name: name ?? before.name,
    role,
    ...(next && { providerIds: next }),
    version: before.version + 1,
    updatedAtEpochSeconds: epochSeconds(context.deps.clock),
  }
  const within = givesMore(before, after)
    ? checkDelegation(caller, rightsOfMember(after), 'A member')
    : ok(undefined)
  return within.ok ? ok(after) : within
}

/**
 * Another owner whom a transaction must leave as it is, since two concurrent calls could each remove the
 * other's owner and leave none. Refuses as `last_owner` if there is none.
 */
async function otherOwner(
  deps: Dependencies,
  before: Member,
  after: Member | undefined,
): Promise<Result<Member | undefined, Refusal>> {
  if (!isActiveOwner(before) || after?.role === 'owner') return ok(undefined)
  const other = await findOwner(deps, before.accountId, before.id)
  return other === undefined ? refuse({ code: 'last_owner' }) : ok(other)
}

/** Changes the name, role or providers of a member. Refuses to leave the account without an owner. */
export function updateMember(
  context: RestrictingContext,
  caller: Caller<Member>,
  memberId: string,
  change: MemberChange,
): Promise<Result<Member, Refusal>> {
  const { deps } = context
  const read = () => getMember(deps, caller, memberId)
  return decideOn(caller, `member ${memberId}`, read, async (before) => {
    const decided = await decideChange(context, caller, before, change)
    if (!decided.ok) return decided
    const after = decided.value
    const other = await otherOwner(deps, before, after)
    if (!other.ok) return other
    const writes = {
      member: memberEntity.replace(before, after),
      other: other.value && memberEntity.check(other.value),
    }
    return commitOrConflict(deps, caller, writes, after)
  })
}

/**
 * Removes a member, with its invitation. Its sessions end, since each request with one reads the member.
 * Refuses to leave the account without an owner.
 */
export async function removeMember(
  deps: Dependencies,
  caller: Caller,
  memberId: string,
): Promise<Result<undefined, Refusal>> {
  const removed = await retryOnConflict<Result<Member, Refusal>>(`member ${memberId}`, async () => {
    const found = await getMember(deps, caller, memberId)
    if (!found.ok) return found
    const member = found.value
    const stale = versionMismatch(caller, member.version)
    if (stale) return stale
    const owners = member.role === 'owner' ? await mayManageOwners(deps, caller) : ok(undefined)
    if (!owners.ok) return owners
    const other = await otherOwner(deps, member, undefined)
    if (!other.ok) return other
    const writes = {
      member: memberEntity.remove(member),
      person: personMemberEntity.remove(personMemberOf(member)),
      link: endInvitation(member),
      other: other.value && memberEntity.check(other.value),
    }
    const committed = await commit(deps, caller, writes, undefined)
    return answerOf(committed, member)
  })
  if (!removed.ok) return removed
  await leavePerson(deps, removed.value)
  return ok(undefined)
}

/** Sends a member a new invitation. The link of the one before ends. */
export function resendInvitation(
  deps: Dependencies,
  caller: Caller<Member>,
  memberId: string,
): Promise<Result<Member, Refusal>> {
  const read = () => getMember(deps, caller, memberId)
  return decideOn(caller, `member ${memberId}`, read, async (before) => {
    if (before.status === 'active') return refuse({ code: 'member_active', memberId })
    const within = checkDelegation(caller, rightsOfMember(before), 'A member')
    if (!within.ok) return within
    const next = {
      ...before,
      version: before.version + 1,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const after = { ...next, invitation: newInvitation(deps, next) }
    const writes = {
      member: memberEntity.replace(before, after),
      previousLink: endInvitation(before),
      ...invitationWrites(deps, caller, after),
    }
    return commitOrConflict(deps, caller, writes, after)
  })
}
