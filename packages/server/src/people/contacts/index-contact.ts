import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { sameValue } from '../../kernel/same-value.ts'
import { type NamedWrites, transact } from '../../kernel/transaction.ts'
import type { Contact } from './contact.ts'
import { type SearchToken, searchTokenEntity, searchTokenOf } from './search-token.ts'
import { tokensOf } from './tokens.ts'

/**
 * The most words that a contact remembers to delete. With the present ones they fit into one transaction. What is left out was
 * deleted when the name changed.
 */
const MOST_REMEMBERED = 64

/** A contact with the words that are stored of it after a change: its own, and the earlier ones. */
export function withTokens(contact: Contact, before?: Contact): Contact {
  const all = [...tokensOf(contact), ...(before?.searchTokens ?? [])]
  return { ...contact, searchTokens: [...new Set(all)].slice(0, MOST_REMEMBERED) }
}

const storedOf = (contact: Contact): readonly SearchToken[] =>
  tokensOf(contact).flatMap((token) => searchTokenOf(contact, token) ?? [])

const nameOf = ({ token }: SearchToken): string => `word ${token}`

/** The writes of the words of a contact that has none yet. */
export const newTokenWrites = (contact: Contact): NamedWrites =>
  Object.fromEntries(
    storedOf(contact).map((stored) => [nameOf(stored), searchTokenEntity.create(stored)]),
  )

/** The writes that make the words of a contact those after a change; none if they stay. */
export const changedTokenWrites = async (
  deps: Pick<Dependencies, 'store'>,
  before: Contact,
  after: Contact,
): Promise<NamedWrites> =>
  before.searchTokens !== undefined && sameValue(tokensOf(before), tokensOf(after))
    ? {}
    : await allTokenWrites(deps, before, after)

/**
 * The writes of all words of a contact after a change, also of those that stay. Which are stored is read. A word that another process
 * adds meanwhile fails its write, and the change is decided again.
 */
export async function allTokenWrites(
  { store }: Pick<Dependencies, 'store'>,
  before: Contact,
  after: Contact,
): Promise<NamedWrites> {
  const now = storedOf(after)
  const items = await readItems(store, now.map(searchTokenEntity.key))
  const kept = new Set(now.map(({ token }) => token))
  const old = (before.searchTokens ?? [])
    .filter((token) => !kept.has(token))
    .flatMap((token) => searchTokenOf(before, token) ?? [])
  return Object.fromEntries([
    ...old.map((stored) => [nameOf(stored), searchTokenEntity.discard(stored)]),
    ...now.map((stored, at) => [
      nameOf(stored),
      items[at] === undefined
        ? searchTokenEntity.create(stored)
        : searchTokenEntity.replace(stored, stored),
    ]),
  ])
}

/**
 * Stores the words of a contact that has none yet by lone writes, which cost half as much as a transaction. The contact has listed
 * them before. A word that is there stays: a later change has written it.
 */
export async function storeTokens(deps: Dependencies, contact: Contact): Promise<void> {
  await Promise.all(
    storedOf(contact).map((stored) => transact(deps, { word: searchTokenEntity.create(stored) })),
  )
}
