import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { type Contact, contactEntity } from '../contacts/contact.ts'
import { currentContacts } from '../contacts/contacts.ts'
import { type SearchToken, searchTokenEntity } from '../contacts/search-token.ts'
import {
  beginningsOf,
  longestOf,
  matches,
  partitionOfToken,
  tokensOf,
  wholeWords,
  wordsOf,
} from '../contacts/tokens.ts'
import { contactKeyOf, searchTokensFrom } from '../keys.ts'

/** The most words of people that one search reads. */
export const MOST_ROWS = 500

/** The people of an account that a search finds. */
export interface FoundPeople {
  /** Those with whole words first. */
  readonly contacts: readonly Contact[]
  /** Whether there may be more: the search ended before all were read, or more were found than asked for. */
  readonly more: boolean
}

/**
 * Finds people by the beginnings of words of their names, email addresses and phones, in any order. Reads the range of the longest word,
 * at most `MOST_ROWS` items, and then the contacts that are found. What is stored of a contact that has changed since is left out.
 */
export async function findPeople(
  { store }: Pick<Dependencies, 'store'>,
  accountId: string,
  text: string,
  limit: number,
): Promise<FoundPeople> {
  const words = wordsOf(text)
  const longest = longestOf(words)
  if (longest === undefined) return { contacts: [], more: false }
  const beginnings = beginningsOf(longest)
  const pages = await Promise.all(
    beginnings.map((beginning) =>
      store.query({
        ...searchTokensFrom(accountId, partitionOfToken(beginning) ?? '', beginning),
        limit: Math.floor(MOST_ROWS / beginnings.length),
      }),
    ),
  )
  const rows = pages.flatMap(({ items }) => items.map(searchTokenEntity.decode))
  const found = peopleOf(rows, words)
  const keys = found.slice(0, limit).map(({ address }) => contactKeyOf(accountId, address))
  const contacts = (await readItems(store, keys))
    .flatMap((item) => (item === undefined ? [] : [contactEntity.decode(item)]))
    .filter((contact) => matches(tokensOf(contact), words))
  const isCut = pages.some(({ cursor }) => cursor !== undefined)
  return {
    contacts: await currentContacts({ store }, contacts),
    more: isCut || found.length > limit,
  }
}

/** Of the rows that were read, one for each person whom all words find, and whole words first. */
function peopleOf(rows: readonly SearchToken[], words: readonly string[]): readonly SearchToken[] {
  const people = new Map<string, SearchToken>()
  for (const row of rows) {
    if (!people.has(row.address) && matches(row.tokens, words)) people.set(row.address, row)
  }
  return [...people.values()].toSorted(
    (a, b) => wholeWords(b.tokens, words) - wholeWords(a.tokens, words),
  )
}
