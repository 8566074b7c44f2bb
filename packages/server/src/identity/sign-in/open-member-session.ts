import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { endInvitation } from '../members/invitations.ts'
import { type Member, memberEntity } from '../members/member.ts'
import type { Membership } from '../members/memberships.ts'
import { newMemberSession, type SignInFacts } from '../sessions/member-sessions.ts'
import type { IssuedSession } from '../sessions/session-item.ts'

/** The outcome of a sign-in: a session, or several accounts to choose from. */
export interface SignedIn {
  /** Undefined if the person belongs to several accounts and chose none. */
  readonly issued?: IssuedSession
  /** All accounts that the person can sign in to. */
  readonly memberships: readonly Membership[]
}

/** The account to sign in to: the one that was chosen, or the only one. */
export function chosenOf(
  memberships: readonly Membership[],
  accountId: string | undefined,
): Membership | 'several' | 'unknown' {
  const [first, second] = memberships
  if (accountId !== undefined) {
    return memberships.find(({ account }) => account.id === accountId) ?? 'unknown'
  }
  if (first === undefined) return 'unknown'
  return second === undefined ? first : 'several'
}

/** An invited member who has signed in. */
export function activated(
  { clock }: Pick<Dependencies, 'clock'>,
  { invitation: _, ...member }: Member,
): Member {
  return {
    ...member,
    status: 'active',
    version: member.version + 1,
    updatedAtEpochSeconds: epochSeconds(clock),
  }
}

/**
 * The session of a member who signs in, with its writes. An invited member becomes active, and the link of its
 * invitation ends.
 */
export function openMemberSession(
  deps: Pick<Dependencies, 'ids' | 'clock' | 'secrets'>,
  { member, account }: Membership,
  facts: SignInFacts,
): {
  readonly issued: IssuedSession
  readonly writes: Readonly<
    Record<'session' | 'listed', Write> &
      Partial<Record<'member' | 'invitation', Write | undefined>>
  >
} {
  if (member.status === 'active') return newMemberSession(deps, { member, account }, facts)
  const after = activated(deps, member)
  const { issued, writes } = newMemberSession(deps, { member: after, account }, facts)
  return {
    issued,
    writes: {
      ...writes,
      member: memberEntity.replace(member, after),
      invitation: endInvitation(member),
    },
  }
}
