import type { Result } from '@holdfast/engine'
import { openAccountBySlug } from '../../identity/accounts/public-account.ts'
import { takeBookerSignInRequest } from '../../identity/limits/sign-in-caps.ts'
import { signInLinkEntity } from '../../identity/people/sign-in-link.ts'
import { findLink, SIGN_IN_INVALID } from '../../identity/sign-in/redeem-link.ts'
import { mailedLinkWrites } from '../../identity/sign-in/request-link.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitNew, commitOrConflict } from '../../kernel/transaction.ts'
import { type Contact, contactEntity } from '../contacts/contact.ts'
import { contactKey } from '../keys.ts'
import { bookerTokenEntity, newBookerToken } from './booker-token.ts'

/** A booker who asks for a link. One of `email` and `phone`. */
export interface BookerLinkRequest {
  readonly accountSlug: string
  /** In lower case. */
  readonly email?: string | undefined
  readonly phone?: string | undefined
  /** The language of the email, as a BCP 47 tag. */
  readonly locale?: string | undefined
}

/** The sign-in of a booker: its token, which is shown once. */
export interface SignedInToken {
  readonly customerToken: string
  readonly expiresAtEpochSeconds: number
}

/**
 * Asks for an email with a link to sign in as a booker of an account. Does the same for every address: the consumer that
 * writes the email looks up whether a contact has it. Refuses too many requests as `rate_limited`, and a phone number,
 * since no server sends text messages.
 */
export async function requestBookerLink(
  deps: Dependencies,
  caller: Caller<object>,
  { accountSlug, email, phone, locale }: BookerLinkRequest,
): Promise<Result<object, Refusal>> {
  if (phone !== undefined) {
    return invalid(
      '/phone',
      'must be absent: a link is sent by email only, and this server sends no text messages. Send `email`.',
    )
  }
  if (email === undefined) return invalid('/email', 'is required: the link is sent by email')
  const account = await openAccountBySlug(deps, accountSlug)
  if (!account.ok) return account
  const { id: accountId } = account.value
  const network = caller.clientNetwork ?? 'unknown'
  const allowed = await takeBookerSignInRequest(deps, network, accountId, email)
  if (!allowed.ok) return allowed
  const writes = mailedLinkWrites(deps, locale, { kind: 'booker', accountId, email })
  const requested = {}
  return commitNew(deps, caller, writes, requested, 'sign-in link')
}

/** The contact that a link to an address signs in. Undefined if nobody has the address, or is being erased. */
export async function contactToSignIn(
  { store }: Pick<Dependencies, 'store'>,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<Contact | undefined> {
  const contact = await contactEntity.read(store, contactKey(accountId, email))
  return contact?.isErasing ? undefined : contact
}

/**
 * Signs a booker in with a mailed link, in any browser. Refuses as `sign_in_invalid` a link that is unknown, used or over,
 * or whose address no contact has any more.
 */
export function redeemBookerLink(
  deps: Dependencies,
  caller: Caller<SignedInToken>,
  token: string,
): Promise<Result<SignedInToken, Refusal>> {
  return retryOnConflict('a sign-in link', async () => {
    const link = await findLink(deps, token, 'booker')
    const contact = link && (await contactToSignIn(deps, link.purpose))
    if (link === undefined || contact === undefined) return SIGN_IN_INVALID
    const { token: customerToken, stored } = newBookerToken(deps, contact)
    const signedIn = { customerToken, expiresAtEpochSeconds: stored.expiresAtEpochSeconds }
    const writes = {
      // Deleted under a condition, so that it signs in once however often it is followed.
      link: signInLinkEntity.remove(link),
      token: bookerTokenEntity.create(stored),
    }
    return commitOrConflict(deps, caller, writes, signedIn)
  })
}
