import { invariant, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict, transact } from '../../kernel/transaction.ts'
import { accountEntity, withDefaultSettings } from '../accounts/account.ts'
import { hashedSecret } from '../api-keys/api-keys.ts'
import { accountKey } from '../keys.ts'
import { endInvitation } from '../members/invitations.ts'
import { memberEntity, personMemberEntity, personMemberOf } from '../members/member.ts'
import { FIRST_AUDIT_DAYS, newMember, startsAuditLog } from '../members/members.ts'
import { allMemberships } from '../members/memberships.ts'
import { findOwner } from '../members/owners.ts'
import {
  OPERATOR_LINK_SECONDS,
  type SignInPurpose,
  signInLinkEntity,
} from '../people/sign-in-link.ts'
import { newMemberSession, signInNow } from '../sessions/member-sessions.ts'
import { activated, type SignedIn } from './open-member-session.ts'
import { type FollowedLink, findLink, SIGN_IN_INVALID } from './redeem-link.ts'

/** A setup link that was followed, with the first owner. */
export interface FollowedSetupLink extends FollowedLink {
  readonly name: string
  /** In lower case. */
  readonly email: string
}

/** Creates a link for the operator of the server, valid for a day and in any browser. Returns its token. */
export async function createOperatorLink(
  deps: Dependencies,
  purpose: Exclude<SignInPurpose, { readonly kind: 'invitation' | 'booker' }>,
): Promise<string> {
  // The id is new, so no other link has this token.
  const id = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
  const token = deps.secrets.signInToken(`operator ${id}`)
  const outcome = await transact(deps, {
    link: signInLinkEntity.create({
      tokenHash: hashedSecret(deps, token),
      purpose,
      expiresAtEpochSeconds: epochSeconds(deps.clock) + OPERATOR_LINK_SECONDS,
      version: 1,
    }),
  })
  invariant(outcome.kind === 'done', 'a new operator link has the token of an existing one')
  return token
}

/**
 * Creates the first owner of an account with a setup link, and signs them in. A member with this address becomes
 * the owner. Refuses a link that is unknown, used or over, and any link once there is an owner, as
 * `sign_in_invalid`. Refuses the address of a member of another account: nothing proves that it is theirs.
 */
export function setUpOwner(
  deps: Dependencies,
  caller: Caller<SignedIn>,
  { token, device, name, email }: FollowedSetupLink,
): Promise<Result<SignedIn, Refusal>> {
  return retryOnConflict('the first owner', async () => {
    const link = await findLink(deps, token, 'setup')
    if (link === undefined) return SIGN_IN_INVALID
    const { accountId } = link.purpose
    const before = await accountEntity.read(deps.store, accountKey(accountId))
    if (before === undefined || (await findOwner(deps, accountId))) return SIGN_IN_INVALID
    const memberships = await allMemberships(deps, email)
    if (memberships.some(({ account }) => account.id !== accountId)) {
      return invalid('/email', 'must not be the address of a member of another account')
    }
    const [known] = memberships
    const { providerIds: _, ...base } =
      known?.member ?? newMember(deps, accountId, { email, name, role: 'owner' })
    const next = { ...base, name, role: 'owner' } as const
    const owner = known ? activated(deps, next) : { ...next, status: 'active' as const }
    // Each setup changes the account, so that two of them cannot both find no owner.
    const after = {
      ...before,
      ...((await startsAuditLog(deps, before)) && { auditDays: FIRST_AUDIT_DAYS }),
      version: before.version + 1,
    }
    const account = withDefaultSettings(after)
    const session = newMemberSession(
      deps,
      { member: owner, account },
      signInNow(deps, 'setup', device),
    )
    const signedIn = { issued: session.issued, memberships: [{ member: owner, account }] }
    const writes = {
      ...session.writes,
      link: signInLinkEntity.remove(link),
      account: accountEntity.replace(before, after),
      member: known ? memberEntity.replace(known.member, owner) : memberEntity.create(owner),
      person: known ? undefined : personMemberEntity.create(personMemberOf(owner)),
      invitation: known && endInvitation(known.member),
    }
    return commitOrConflict(deps, caller, writes, signedIn)
  })
}
