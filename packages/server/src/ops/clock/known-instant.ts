import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { knownInstantKey } from '../../kernel/keys.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { type TransactionDependencies, transact } from '../../kernel/transaction.ts'

/** The newest instant that the servers of a store believed. */
interface KnownInstant {
  readonly epochMilliseconds: number
  readonly version: number
}

/** The record of the newest instant. */
export const knownInstantEntity = defineEntity<KnownInstant>({
  name: 'known instant',
  key: () => knownInstantKey,
  inKey: {},
  schema: z.object({ epochMilliseconds: z.number(), version: z.int() }),
})

/** The record is written anew when it is older than this, or as far ahead. */
const STALE_MILLISECONDS = 3_600_000

const read = (store: Store) => knownInstantEntity.read(store, knownInstantKey)

/** The newest instant that the store knows. Undefined if no server has recorded one. */
export const readKnownInstant = async (store: Store): Promise<number | undefined> =>
  (await read(store))?.epochMilliseconds

/** Records the instant of a clock that is believed, at most once an hour. */
export async function recordInstant(deps: TransactionDependencies): Promise<void> {
  const epochMilliseconds = deps.clock.nowEpochMilliseconds()
  const known = await read(deps.store)
  if (known && Math.abs(epochMilliseconds - known.epochMilliseconds) < STALE_MILLISECONDS) return
  const next = { epochMilliseconds, version: (known?.version ?? 0) + 1 }
  // A conflict means that another server records one.
  await transact(deps, {
    instant: knownInstantEntity.put(known, next),
  })
}
