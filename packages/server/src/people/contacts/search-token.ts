import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { searchTokenKey } from '../keys.ts'
import { partitionOfToken, type SearchedPerson, tokensOf } from './tokens.ts'

const searchTokenAttributes = z.object({
  accountId: z.string(),
  contactId: z.string(),
  /** What identifies the contact: its email address, or its id without one. */
  address: z.string(),
  tokens: z.array(z.string()),
  version: z.literal(1),
})

/** That a word finds a contact. It has all words of the person, so that a search reads one range and compares the others. */
export interface SearchToken extends AttributesOf<typeof searchTokenAttributes> {
  readonly token: string
}

/** The item of a word of a contact. */
export const searchTokenEntity = defineEntity<SearchToken, 'token'>({
  name: 'search token',
  key: ({ accountId, token, contactId }) =>
    searchTokenKey(accountId, partitionOfToken(token) ?? token, token, contactId),
  inKey: { token: ({ SK }) => SK.slice(0, SK.lastIndexOf('#')) },
  schema: searchTokenAttributes,
})

/** A word of a contact as it is stored. Undefined for a word that is too short to look up, of which nothing is stored. */
export function searchTokenOf(
  contact: SearchedPerson & { readonly id: string; readonly accountId: string },
  token: string,
): SearchToken | undefined {
  if (partitionOfToken(token) === undefined) return undefined
  const { accountId, id: contactId, email } = contact
  const tokens = tokensOf(contact)
  return { accountId, token, contactId, address: email ?? contactId, tokens, version: 1 }
}
