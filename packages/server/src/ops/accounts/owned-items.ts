import { bookingKey, providerKey, scheduleKey } from '../../booking/keys.ts'
import { connectionDueKey } from '../../external-calendars/keys.ts'
import { accountDeletionKey, accountKey, personMemberKey } from '../../identity/keys.ts'
import { METADATA } from '../../kernel/keys.ts'
import type { Item, ItemKey, Store } from '../../kernel/ports/store.ts'
import { countPartitions, subjectOfCounts } from '../../ledger/keys.ts'
import { contactIdKey, erasureDueKey } from '../../people/keys.ts'
import { calendarKey } from '../../stays/keys.ts'

/**
 * Which items belong to an account. An item names its account in its key or in `accountId`, or it lies in the
 * partition of a resource that does, or it is a queue entry that names a provider. Nothing else is stored
 * of an account, nor do counts of limits name it: they lie in partitions of their own. A test scans the store for what this file would miss.
 */

/** The partitions in which the items of a resource lie beside the resource itself. */
const PARTITIONS: readonly RegExp[] = [
  providerKey,
  bookingKey,
  scheduleKey,
  calendarKey,
  contactIdKey,
].map((keyOf) => new RegExp(`^${keyOf('').PK}[^#]+$`))

/** The partitions that lie beside an item of an account: what is in them belongs to the account, too. */
const partitionsOf = ({ PK, SK }: ItemKey): readonly string[] =>
  SK === METADATA ? [...(isResourcePartition(PK) ? [PK] : []), ...countPartitions(PK)] : []

/** Whether a partition holds a resource, under `#METADATA`, and the items that lie beside it. */
export const isResourcePartition = (partition: string): boolean =>
  PARTITIONS.some((pattern) => pattern.test(partition))

/**
 * The account that an item names as its own. Only places that the server fills count: a stranger could write
 * the id of an account into an email address or a note of another account.
 */
export function accountOf({ PK, SK, accountId, purpose }: Item): string | undefined {
  if (typeof accountId === 'string') return accountId
  const [kind, first] = PK.split('#')
  if (kind === ACCOUNT) return first
  if (kind === PERSON) return SK.startsWith(MEMBER) ? SK.slice(MEMBER.length) : undefined
  // These queues have the account after the time.
  if (kind === ERASURES || kind === DELETIONS) return SK.split('#')[1]
  // What a link to sign in is for.
  const hasAccount = typeof purpose === 'object' && purpose !== null && 'accountId' in purpose
  return hasAccount && typeof purpose.accountId === 'string' ? purpose.accountId : undefined
}

const kindOf = ({ PK }: Pick<ItemKey, 'PK'>): string => PK.split('#')[0] ?? ''
const ACCOUNT = kindOf(accountKey(''))
const CONNECTIONS = kindOf(connectionDueKey('', 0))
const PERSON = kindOf(personMemberKey('', ''))
const MEMBER = personMemberKey('', '').SK
const ERASURES = kindOf(erasureDueKey('', '', 0))
const DELETIONS = kindOf(accountDeletionKey('', 0))

/** The key of the provider that an entry in the queue of connected calendars names. */
export const providerOfDueEntry = ({ PK, providerId }: Item): ItemKey | undefined =>
  kindOf({ PK }) === CONNECTIONS && typeof providerId === 'string'
    ? providerKey(providerId)
    : undefined

/** The key of the resource in whose partition an item lies. Undefined for the resource itself. */
export function parentOf({ PK, SK }: ItemKey): ItemKey | undefined {
  if (SK !== METADATA && isResourcePartition(PK)) return { PK, SK: METADATA }
  const subject = subjectOfCounts(PK)
  return subject === undefined ? undefined : { PK: subject, SK: METADATA }
}

const KEYS_PER_READ = 100

/** Reads items by their keys; each key once. The result has the items that exist, by partition. */
export async function readByPartition(
  store: Pick<Store, 'getMany'>,
  keys: readonly ItemKey[],
): Promise<ReadonlyMap<string, Item>> {
  const found = new Map<string, Item>()
  const unique = [...new Map(keys.map((key) => [key.PK, key])).values()]
  for (let at = 0; at < unique.length; at += KEYS_PER_READ) {
    const batch = unique.slice(at, at + KEYS_PER_READ)
    for (const item of await store.getMany(batch, { consistent: true })) {
      if (item) found.set(item.PK, item)
    }
  }
  return found
}

/** The items of a page that belong to an account by themselves. */
export interface PageContents {
  readonly owned: readonly Item[]
  /** The partitions of its resources, whose other items need not name the account. */
  readonly partitions: readonly string[]
}

/**
 * Finds what belongs to an account in a page of all items. With `withOrphans`, also items in the partition of
 * a resource that does not exist: a slow request added them after their resource was deleted, and nobody can
 * reach them any more.
 */
export async function ownedInPage(
  store: Pick<Store, 'getMany'>,
  page: readonly Item[],
  accountId: string,
  withOrphans: boolean,
): Promise<PageContents> {
  const parents = page.flatMap((item) => {
    const parent = providerOfDueEntry(item) ?? (withOrphans ? parentOf(item) : undefined)
    return parent && accountOf(item) !== accountId ? [{ item, parent }] : []
  })
  const stored = await readByPartition(
    store,
    parents.map(({ parent }) => parent),
  )
  const children = parents.flatMap(({ item, parent }) => {
    const resource = stored.get(parent.PK)
    return resource === undefined || accountOf(resource) === accountId ? [item] : []
  })
  const named = page.filter((item) => accountOf(item) === accountId)
  return { owned: [...named, ...children], partitions: named.flatMap(partitionsOf) }
}
