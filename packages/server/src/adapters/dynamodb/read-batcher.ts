import { invariant } from '@holdfast/engine'
import {
  type Item,
  type ItemKey,
  STORE_LIMITS,
  StoreUnavailable,
} from '../../kernel/ports/store.ts'
import { marshallKey } from './codec.ts'
import { getItem, getItems, nameOfKey, type ReadOptions, readKeysOnce } from './reads.ts'
import type { WireItem } from './wire.ts'

type Items = readonly (Item | undefined)[]

interface Call {
  readonly keys: readonly ItemKey[]
  readonly resolve: (items: Items) => void
  readonly reject: (error: unknown) => void
}

/** Calls that share a request: at most as many keys as a request allows, each once. */
interface Batch {
  readonly calls: Call[]
  readonly keys: Map<string, WireItem>
}

/** Groups calls into batches, in their order. */
function batchesOf(calls: readonly Call[]): readonly Batch[] {
  const batches: Batch[] = []
  let batch: Batch | undefined
  for (const call of calls) {
    const named = call.keys.map((key) => [nameOfKey(key), key] as const)
    const fresh = new Set(named.map(([name]) => name).filter((name) => !batch?.keys.has(name)))
    if (batch === undefined || batch.keys.size + fresh.size > STORE_LIMITS.keysPerGetMany) {
      batch = { calls: [], keys: new Map() }
      batches.push(batch)
    }
    batch.calls.push(call)
    for (const [name, key] of named) batch.keys.set(name, marshallKey(key))
  }
  return batches
}

/**
 * Creates a reader of items by key. Calls in one turn of the event loop share a request, and a key that
 * several calls ask for is read once, which saves most of the round trips under load. A read starts after
 * its call, as it would alone, and does not wait for another turn.
 *
 * Calls do not affect each other: a call whose keys stay unprocessed, or make the request invalid, is
 * read again alone, while the others resolve.
 */
export function createReadBatcher(
  options: ReadOptions,
): (keys: readonly ItemKey[], consistent: boolean) => Promise<Items> {
  const readAlone = async ({ keys }: Call, consistent: boolean): Promise<Items> => {
    const [key] = keys
    return keys.length === 1 && key !== undefined
      ? [await getItem(options, key, { consistent })]
      : await getItems(options, keys, { consistent })
  }
  const runAlone = (call: Call, consistent: boolean): void => {
    readAlone(call, consistent).then(call.resolve, call.reject)
  }
  const runTogether = async ({ calls, keys }: Batch, consistent: boolean): Promise<void> => {
    const { found, unread } = await readKeysOnce(options, keys.values(), { consistent })
    for (const call of calls) {
      const names = call.keys.map(nameOfKey)
      if (names.some((name) => unread.has(name))) runAlone(call, consistent)
      else call.resolve(names.map((name) => found.get(name)))
    }
  }
  const run = (batch: Batch, consistent: boolean): void => {
    const { calls } = batch
    if (calls.length === 1) {
      for (const call of calls) runAlone(call, consistent)
      return
    }
    runTogether(batch, consistent).catch((error: unknown) => {
      for (const call of calls) {
        if (error instanceof StoreUnavailable) call.reject(error)
        else runAlone(call, consistent)
      }
    })
  }

  const waiting = { consistent: [] as Call[], eventual: [] as Call[] }
  const flush = (): void => {
    const consistent = waiting.consistent.splice(0)
    const eventual = waiting.eventual.splice(0)
    for (const batch of batchesOf(consistent)) run(batch, true)
    for (const batch of batchesOf(eventual)) run(batch, false)
  }
  return async (keys, consistent) => {
    const { keysPerGetMany } = STORE_LIMITS
    invariant(keys.length <= keysPerGetMany, `more than ${keysPerGetMany} keys in one read`)
    if (keys.length === 0) return []
    return await new Promise((resolve, reject) => {
      if (waiting.consistent.length + waiting.eventual.length === 0) setImmediate(flush)
      waiting[consistent ? 'consistent' : 'eventual'].push({ keys, resolve, reject })
    })
  }
}
