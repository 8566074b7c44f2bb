import { z } from 'zod'
import { defineMappedEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { signInLinkKey } from '../keys.ts'

/** How long a mailed link to sign in works. */
export const SIGN_IN_SECONDS = 15 * 60

/** How long an invitation works. */
export const INVITATION_SECONDS = 7 * 24 * 60 * 60

/** How long a link that the operator made works. */
export const OPERATOR_LINK_SECONDS = 24 * 60 * 60

/** What a link is for. */
export type SignInPurpose =
  /** Signs a person in. With `browserHash`, only in the browser that asked for it. */
  | { readonly kind: 'sign-in'; readonly email: string; readonly browserHash?: string }
  /** Signs a booker in to an account. */
  | { readonly kind: 'booker'; readonly accountId: string; readonly email: string }
  /** Makes the invited member active and signs it in. */
  | { readonly kind: 'invitation'; readonly accountId: string; readonly memberId: string }
  /** Creates the first owner of an account. */
  | { readonly kind: 'setup'; readonly accountId: string }

/** A link that signs somebody in, once. The store has only the hash of its token. */
export interface SignInLink {
  /** SHA-256 of the token, in hex. */
  readonly tokenHash: string
  readonly purpose: SignInPurpose
  /** The link ends at this second, exclusive. */
  readonly expiresAtEpochSeconds: number
  readonly version: number
}

interface Attributes {
  readonly version: number
  readonly purpose: SignInPurpose
  readonly expiresAtEpochSeconds: number
  readonly ttl: number
}

/** The item of a link. It is deleted when the link is used; the store removes it after its end. */
export const signInLinkEntity = defineMappedEntity<SignInLink, Attributes>({
  name: 'sign-in link',
  key: ({ tokenHash }) => signInLinkKey(tokenHash),
  schema: z.object({
    version: z.int(),
    expiresAtEpochSeconds: z.int(),
    ttl: z.int(),
    purpose: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('sign-in'),
        email: z.string(),
        browserHash: z.exactOptional(z.string()),
      }),
      z.object({ kind: z.literal('booker'), accountId: z.string(), email: z.string() }),
      z.object({ kind: z.literal('invitation'), accountId: z.string(), memberId: z.string() }),
      z.object({ kind: z.literal('setup'), accountId: z.string() }),
    ]),
  }),
  toAttributes: ({ version, purpose, expiresAtEpochSeconds }) => ({
    version,
    purpose,
    expiresAtEpochSeconds,
    ttl: expiresAtEpochSeconds,
  }),
  fromAttributes: ({ version, purpose, expiresAtEpochSeconds }, { PK }) => ({
    tokenHash: keyTail(PK),
    version,
    purpose,
    expiresAtEpochSeconds,
  }),
})
