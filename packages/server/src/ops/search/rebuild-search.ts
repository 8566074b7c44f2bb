import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { nameOfKey } from '../../kernel/keys.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { type Contact, contactEntity } from '../../people/contacts/contact.ts'
import { getContact } from '../../people/contacts/contacts.ts'
import { allTokenWrites, withTokens } from '../../people/contacts/index-contact.ts'
import { type SearchToken, searchTokenEntity } from '../../people/contacts/search-token.ts'
import { tokensOf } from '../../people/contacts/tokens.ts'
import { contactKeyOf } from '../../people/keys.ts'
import { kindOfKey } from '../doctor/item-kind.ts'

/** They share commits. */
const CONTACTS_AT_ONCE = 16

/** What a rebuild did. */
export interface RebuildReport {
  readonly contacts: number
  /** Words that belonged to no contact, or no more to theirs. */
  readonly removed: number
}

/**
 * Writes the search words of all contacts anew and deletes those that are left over. Servers can keep running: a contact that changes
 * meanwhile is read again.
 */
export async function rebuildSearch(deps: Dependencies): Promise<RebuildReport> {
  let contacts = 0
  let removed = 0
  for await (const page of deps.store.scan()) {
    const entries = Map.groupBy(page, (item) => kindOfKey(item).kind)
    const listed = (entries.get('contact') ?? []).map(contactEntity.decode)
    const found = await mapAtMost(listed, CONTACTS_AT_ONCE, (each) => rebuildContact(deps, each))
    contacts += found.filter(Boolean).length
    removed += await removeLeftOver(
      deps,
      (entries.get('search_token') ?? []).map(searchTokenEntity.decode),
    )
  }
  return { contacts, removed }
}

/** Resolves with whether the contact still exists. */
async function rebuildContact(deps: Dependencies, listed: Contact): Promise<boolean> {
  const key = contactEntity.key(listed)
  return await retryOnConflict(`the words of ${listed.id}`, async () => {
    const before = await contactEntity.read(deps.store, key)
    if (before === undefined) return false
    const after = { ...withTokens(before, before), version: before.version + 1 }
    const writes = await allTokenWrites(deps, before, after)
    const contact = contactEntity.replace(before, after)
    const { kind } = await transact<string>(deps, { ...writes, contact })
    return kind === 'done' ? true : CONFLICT
  })
}

const hasWord = (contact: Contact, { contactId, token }: SearchToken): boolean =>
  contact.id === contactId && tokensOf(contact).includes(token)

/** Deletes the words of a page that their contacts do not have. Most have them, which costs one read of each contact. */
async function removeLeftOver(deps: Dependencies, words: readonly SearchToken[]): Promise<number> {
  const keys = words.map(({ accountId, address }) => contactKeyOf(accountId, address))
  const unique = [...new Map(keys.map((key) => [nameOfKey(key), key])).values()]
  const items = await readItems(deps.store, unique)
  const contacts = items.flatMap((item) => (item === undefined ? [] : [contactEntity.decode(item)]))
  const byId = new Map(contacts.map((contact) => [contact.id, contact]))
  let removed = 0
  for (const word of words) {
    const listed = byId.get(word.contactId)
    if (listed && hasWord(listed, word)) continue
    if (await removeWord(deps, word)) removed += 1
  }
  return removed
}

/** The contact may have another address by now. While it changes, its words are its own affair. */
async function removeWord(deps: Dependencies, word: SearchToken): Promise<boolean> {
  const found = await getContact(deps, word, word.contactId)
  if (found.ok && hasWord(found.value, word)) return false
  const { kind } = await transact(deps, {
    word: searchTokenEntity.discard(word),
    contact: found.ok ? contactEntity.check(found.value) : undefined,
  })
  return kind === 'done'
}
