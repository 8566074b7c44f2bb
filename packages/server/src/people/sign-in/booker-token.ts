import { z } from 'zod'
import { hashedSecret } from '../../identity/api-keys/api-keys.ts'
import type { SignedInBooker } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { type Contact, standingOf } from '../contacts/contact.ts'
import { currentContact, getContact } from '../contacts/contacts.ts'
import { bookerTokenKey } from '../keys.ts'

/** How long a booker stays signed in. Use does not extend it. */
export const BOOKER_TOKEN_SECONDS = 30 * 24 * 60 * 60

const bookerTokenAttributes = z.object({
  accountId: z.string(),
  contactId: z.string(),
  /** How often the address of the contact had changed at the sign-in. */
  addressChanges: z.int(),
  /** The sign-in ends at this second, exclusive. */
  expiresAtEpochSeconds: z.int(),
  version: z.literal(1),
})

/** The sign-in of a booker. It names the person by the contact alone, so that an erasure leaves no address here. */
export interface BookerToken extends AttributesOf<typeof bookerTokenAttributes> {
  /** SHA-256 of the token, in hex. */
  readonly tokenHash: string
}

/** The item of a booker's sign-in. The store removes it after its end. */
export const bookerTokenEntity = defineEntity<BookerToken, 'tokenHash'>({
  name: 'booker token',
  key: ({ tokenHash }) => bookerTokenKey(tokenHash),
  inKey: { tokenHash: ({ PK }) => keyTail(PK) },
  schema: bookerTokenAttributes,
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds,
})

/** A new sign-in of a contact, and its token, which is shown once. */
export function newBookerToken(
  deps: Pick<Dependencies, 'secrets' | 'clock'>,
  { accountId, id: contactId, addressChanges = 0 }: Contact,
): { readonly token: string; readonly stored: BookerToken } {
  const token = deps.secrets.newBookerToken()
  const stored = {
    tokenHash: hashedSecret(deps, token),
    accountId,
    contactId,
    addressChanges,
    expiresAtEpochSeconds: epochSeconds(deps.clock) + BOOKER_TOKEN_SECONDS,
    version: 1,
  } as const
  return { token, stored }
}

/**
 * The booker who signed in with a token. Undefined if the token is unknown or over, or the contact is being erased, is gone, or
 * has had another address since: the write that changes the contact ends its sign-ins, too.
 */
export async function findSignedInBooker(
  deps: Dependencies,
  token: string,
): Promise<SignedInBooker | undefined> {
  const stored = await bookerTokenEntity.read(deps.store, bookerTokenKey(hashedSecret(deps, token)))
  if (stored === undefined || stored.expiresAtEpochSeconds <= epochSeconds(deps.clock)) {
    return undefined
  }
  const { accountId, contactId } = stored
  const found = await getContact(deps, { accountId }, contactId)
  if (!found.ok) return undefined
  const { name, email, isErasing, addressChanges = 0 } = found.value
  const isOver = isErasing || addressChanges !== stored.addressChanges
  if (isOver || email === undefined) return undefined
  const person = await currentContact(deps, found.value)
  return { accountId, contactId, name, email, ...standingOf(person) }
}
