import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import { textHash } from '../../kernel/items/text-hash.ts'
import { nameOfKey } from '../../kernel/keys.ts'
import {
  INDEX_NAMES,
  type IndexName,
  type Item,
  type ItemKey,
  type Store,
} from '../../kernel/ports/store.ts'
import type { Check } from './check.ts'
import { finding, type OpsFindingCode } from './finding.ts'

/** One partition of a secondary index. */
interface IndexPartition {
  readonly index: IndexName
  readonly partition: string
}

/** The number of items in a partition and the sum of their hashes, which show that two sets differ. */
interface Digest {
  count: number
  sum: number
}

const QUERIES_AT_ONCE = 8
const ITEMS_PER_QUERY = 500

const nameOf = ({ index, partition }: IndexPartition): string => `${index} ${partition}`

function addTo(digest: Digest, item: Item, index: IndexName): void {
  digest.count += 1
  digest.sum = (digest.sum + textHash(`${nameOfKey(item)}${String(item[`${index}SK`])}`)) >>> 0
}

/** The index partitions that an item belongs to. */
function partitionsOf(item: Item): readonly IndexPartition[] {
  return INDEX_NAMES.flatMap((index) => {
    const partition = item[`${index}PK`]
    const isIn = typeof partition === 'string' && typeof item[`${index}SK`] === 'string'
    return isIn ? [{ index, partition }] : []
  })
}

async function* itemsIn(store: Store, at: IndexPartition): AsyncIterable<Item> {
  let cursor: string | undefined
  do {
    const request = { ...at, limit: ITEMS_PER_QUERY }
    const page = await store.query(cursor === undefined ? request : { ...request, cursor })
    yield* page.items
    cursor = page.cursor
  } while (cursor !== undefined)
}

/**
 * Checks the engine's indexes: each partition must contain exactly the items that belong to it. Its facts
 * are a count and a sum per partition. If they differ from the index, a second scan determines the items.
 */
export function indexesCheck(
  store: Store,
  inShare: InShare,
  onPartitions: (count: number) => void,
): Check {
  const digests = new Map<string, IndexPartition & Digest>()

  const differs = async (expected: IndexPartition & Digest): Promise<boolean> => {
    const { index, partition } = expected
    const found: Digest = { count: 0, sum: 0 }
    for await (const item of itemsIn(store, { index, partition })) addTo(found, item, index)
    return found.count !== expected.count || found.sum !== expected.sum
  }

  return {
    visit({ item }) {
      for (const at of partitionsOf(item)) {
        const name = nameOf(at)
        if (!inShare(name)) continue
        const digest = digests.get(name) ?? { ...at, count: 0, sum: 0 }
        digests.set(name, digest)
        addTo(digest, item, at.index)
      }
    },
    get factCount() {
      return digests.size
    },
    async *findings() {
      const suspects = new Map<string, IndexPartition>()
      const all = [...digests.values()]
      for (let at = 0; at < all.length; at += QUERIES_AT_ONCE) {
        const batch = all.slice(at, at + QUERIES_AT_ONCE)
        const different = await Promise.all(batch.map(differs))
        batch.forEach(({ index, partition }, i) => {
          if (different[i]) suspects.set(nameOf({ index, partition }), { index, partition })
        })
        onPartitions(batch.length)
      }
      if (suspects.size > 0) yield* await differences(store, suspects)
    },
  }
}

/** Determines the items in which partitions differ. It remembers only the keys of these partitions. */
async function differences(
  store: Store,
  suspects: ReadonlyMap<string, IndexPartition>,
): Promise<readonly Finding[]> {
  const inBase = new Map<string, Map<string, ItemKey>>()
  for await (const page of store.scan()) {
    for (const item of page) {
      for (const at of partitionsOf(item)) {
        const name = nameOf(at)
        if (!suspects.has(name)) continue
        const keys = inBase.get(name) ?? new Map<string, ItemKey>()
        inBase.set(name, keys.set(nameOfKey(item), { PK: item.PK, SK: item.SK }))
      }
    }
  }
  const findings: Finding[] = []
  for (const [name, at] of suspects) {
    const expected = inBase.get(name) ?? new Map<string, ItemKey>()
    const report = (code: OpsFindingCode, key: ItemKey, problem: string) =>
      findings.push(
        finding(code, [key], `The partition ${at.partition} of ${at.index} ${problem}.`),
      )
    const found = new Set<string>()
    for await (const item of itemsIn(store, at)) {
      found.add(nameOfKey(item))
      if (!expected.has(nameOfKey(item))) report('index_entry_stray', item, 'contains it wrongly')
    }
    for (const [key, item] of expected) {
      if (!found.has(key)) report('index_entry_missing', item, 'does not contain it')
    }
  }
  return findings
}
