import { indexVersionKey } from '../../kernel/keys.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { type TransactionDependencies, transact } from '../../kernel/transaction.ts'
import { checkItem } from './check-items.ts'
import { classify } from './classified-item.ts'
import { INDEXED_KINDS } from './entities.ts'
import { INDEX_VERSION, type IndexMigration, indexMigrationEntity } from './index-migration.ts'
import { formsOf } from './item-kind.ts'
import { repair } from './repair.ts'

/** The progress of a migration: items read and written by this process. */
export interface IndexProgress {
  readonly read: number
  readonly written: number
}

const WRITES_AT_ONCE = 16
/** Each record is a commit. */
const PAGES_PER_RECORD = 10
/** No earlier version gave other items index attributes. */
const INDEXED = formsOf(INDEXED_KINDS)

const load = (store: Store) => indexMigrationEntity.read(store, indexVersionKey)

const isCurrent = (known: IndexMigration | undefined): boolean =>
  known !== undefined && known.indexVersion >= INDEX_VERSION && known.cursor === undefined

/** Whether the items of a store have the index attributes of this version. One read. */
export const areIndexesCurrent = async (store: Store): Promise<boolean> =>
  isCurrent(await load(store))

/** Records the position, unless another server has recorded one meanwhile. */
async function save(deps: TransactionDependencies, cursor: string | undefined): Promise<void> {
  const known = await load(deps.store)
  if (isCurrent(known)) return
  const next = {
    indexVersion: INDEX_VERSION,
    version: (known?.version ?? 0) + 1,
    ...(cursor !== undefined && { cursor }),
  }
  await transact(deps, {
    migration: known
      ? indexMigrationEntity.replace(known, next)
      : indexMigrationEntity.create(next),
  })
}

/**
 * Gives all items the index attributes of this version, with the doctor's repair. It records its position after each page
 * that it changed, and after ten without a change, so that a later process goes on from there. Several servers may do it at
 * once. Resolves with whether it is done: not if `signal` ended it.
 */
export async function migrateIndexes(
  deps: TransactionDependencies,
  signal: AbortSignal,
  onProgress: (progress: IndexProgress) => void,
): Promise<boolean> {
  const known = await load(deps.store)
  if (isCurrent(known)) return true
  let cursor = known?.indexVersion === INDEX_VERSION ? known.cursor : undefined
  let read = 0
  let written = 0
  let unrecorded = 0
  do {
    if (signal.aborted) return false
    const page = await deps.store.scanPage(cursor, INDEXED)
    const wrong = page.items
      .flatMap((item) => checkItem(classify(item)))
      .filter(({ code, repairable }) => code === 'index_wrong' && repairable)
    const repairs = await mapAtMost(wrong, WRITES_AT_ONCE, (finding) => repair(deps, [finding]))
    read += page.items.length
    written += repairs.filter(({ repaired }) => repaired.length > 0).length
    cursor = page.cursor
    unrecorded += 1
    if (cursor === undefined || wrong.length > 0 || unrecorded === PAGES_PER_RECORD) {
      await save(deps, cursor)
      unrecorded = 0
    }
    onProgress({ read, written })
  } while (cursor !== undefined)
  return true
}
