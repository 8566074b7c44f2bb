import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import { accountEntity, withDefaultSettings } from '../accounts/account.ts'
import { hashedSecret } from '../api-keys/api-keys.ts'
import { accountKey, signInLinkKey } from '../keys.ts'
import { getMember } from '../members/members.ts'
import { allMemberships, membershipsOf } from '../members/memberships.ts'
import { type SignInLink, type SignInPurpose, signInLinkEntity } from '../people/sign-in-link.ts'
import { signInNow } from '../sessions/member-sessions.ts'
import { chosenOf, openMemberSession, type SignedIn } from './open-member-session.ts'

/** A link that was followed. */
export interface FollowedLink {
  readonly token: string
  /** The browser and the system, in a few words. */
  readonly device: string
}

/** A mailed link that was followed. */
export interface FollowedSignInLink extends FollowedLink {
  /** The account to sign in to. */
  readonly accountId?: string | undefined
  /** The secret of the browser's cookie. */
  readonly browserSecret?: string | undefined
}

/** A link with a purpose of one kind. */
export type LinkFor<Kind extends SignInPurpose['kind']> = SignInLink & {
  readonly purpose: Extract<SignInPurpose, { readonly kind: Kind }>
}

export const SIGN_IN_INVALID = refuse({ code: 'sign_in_invalid' })

/** The live link of a token, if it is for this purpose. */
export async function findLink<Kind extends SignInPurpose['kind']>(
  deps: Dependencies,
  token: string,
  kind: Kind,
): Promise<LinkFor<Kind> | undefined> {
  const link = await findAnyLink(deps, token)
  return link && isLinkFor(link, kind) ? link : undefined
}

/** The live link of a token, whatever it is for. */
export async function findAnyLink(
  deps: Dependencies,
  token: string,
): Promise<SignInLink | undefined> {
  const link = await signInLinkEntity.read(deps.store, signInLinkKey(hashedSecret(deps, token)))
  const isLive = link !== undefined && link.expiresAtEpochSeconds > epochSeconds(deps.clock)
  return isLive ? link : undefined
}

/** Whether a link is for a purpose. */
export const isLinkFor = <Kind extends SignInPurpose['kind']>(
  link: SignInLink,
  kind: Kind,
): link is LinkFor<Kind> => link.purpose.kind === kind

/** Whether a browser has asked for a link. A link without a browser may be opened in any. */
const isOfBrowser = (
  deps: Dependencies,
  { purpose: { browserHash } }: LinkFor<'sign-in'>,
  browserSecret: string | undefined,
): boolean =>
  browserHash === undefined ||
  (browserSecret !== undefined && hashedSecret(deps, browserSecret) === browserHash)

/**
 * Signs in with a mailed link. Who belongs to several accounts and chooses none gets their list, and the link
 * stays usable. Refuses as `sign_in_invalid` a link that is unknown, used or over, of another browser, or of a
 * person who belongs to no account, or not to the chosen one.
 */
export function redeemSignInLink(
  deps: Dependencies,
  caller: Caller<SignedIn>,
  { token, device, accountId, browserSecret }: FollowedSignInLink,
): Promise<Result<SignedIn, Refusal>> {
  return retryOnConflict('a sign-in link', async () => {
    const link = await findLink(deps, token, 'sign-in')
    if (link === undefined || !isOfBrowser(deps, link, browserSecret)) return SIGN_IN_INVALID
    const memberships = await membershipsOf(deps, link.purpose.email)
    const chosen = chosenOf(memberships, accountId)
    if (chosen === 'unknown') return SIGN_IN_INVALID
    if (chosen === 'several') return ok({ memberships })
    const { issued, writes } = openMemberSession(deps, chosen, signInNow(deps, 'link', device))
    const signedIn = { issued, memberships }
    // The link is deleted under a condition, so that it opens one session however often it is followed.
    const all = { link: signInLinkEntity.remove(link), ...writes }
    return commitOrConflict(deps, caller, all, signedIn)
  })
}

/**
 * Accepts an invitation and signs the member in, in any browser. Refuses as `sign_in_invalid` one that is
 * unknown, used or over, or was replaced by a newer one.
 */
export function acceptInvitation(
  deps: Dependencies,
  caller: Caller<SignedIn>,
  { token, device }: FollowedLink,
): Promise<Result<SignedIn, Refusal>> {
  return retryOnConflict('an invitation', async () => {
    const link = await findLink(deps, token, 'invitation')
    if (link === undefined) return SIGN_IN_INVALID
    const { accountId, memberId } = link.purpose
    const found = await getMember(deps, { accountId }, memberId)
    const stored = await accountEntity.read(deps.store, accountKey(accountId))
    if (!found.ok || stored === undefined) return SIGN_IN_INVALID
    const member = found.value
    if (member.invitation?.tokenHash !== link.tokenHash) return SIGN_IN_INVALID
    const account = withDefaultSettings(stored)
    const others = (await allMemberships(deps, member.email)).filter(
      (other) => other.member.status === 'active',
    )
    const facts = signInNow(deps, 'link', device)
    const { issued, writes } = openMemberSession(deps, { member, account }, facts)
    const signedIn = { issued, memberships: [...others, { member, account }] }
    // The condition also stands for the unconditioned end of the invitation among the writes.
    const all = { ...writes, invitation: signInLinkEntity.remove(link) }
    return commitOrConflict(deps, caller, all, signedIn)
  })
}
