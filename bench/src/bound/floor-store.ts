import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  type EncodedItem,
  encodeItem,
} from '../../../packages/server/src/adapters/rows/row-codec.ts'
import {
  changedRow,
  DAY_COLUMNS,
} from '../../../packages/server/src/adapters/sqlite/changed-row.ts'
import { Checkpointer } from '../../../packages/server/src/adapters/sqlite/checkpointer.ts'
import { connect, setLongestLog } from '../../../packages/server/src/adapters/sqlite/connection.ts'
import { GroupCommit } from '../../../packages/server/src/adapters/sqlite/group-commit.ts'
import { type Item, StoreUnavailable } from '../../../packages/server/src/kernel/ports/store.ts'
import { COLUMNS, type Row } from './hold-sample.ts'
import type { Claim } from './made-hold.ts'

/** The longest wait for a lock. Nobody else locks the file. */
const LOCK_WAIT_MILLISECONDS = 5_000
type Found = [id: number, body: string]

/** The values of an item. */
export const rowOf = (item: Item): Row => valuesOf(encodeItem(item))

const valuesOf = ({ pk, sk, body, version, ttl, indexKeys }: EncodedItem): Row => [
  pk,
  sk,
  body,
  version,
  ttl,
  ...indexKeys,
]

/** The day of a claim after it, given what is stored. Undefined if the time is taken. */
function claimedDay(claim: Claim, body: string | undefined): Row | undefined {
  const day = changedRow(claim, body === undefined ? undefined : { ...DAY_COLUMNS, body })
  return day && valuesOf(day)
}

/** What a hold writes, with the day made beforehand. */
export interface MadeRows {
  readonly rows: readonly Row[]
  readonly day: Row
}

/** Makes the days of holds beforehand, one after the other, from days that are empty in the beginning. */
export function createDayMaker(): (claim: Claim) => Row {
  const bodies = new Map<string, string>()
  return (claim) => {
    const name = `${claim.key.PK} ${claim.key.SK}`
    const row = claimedDay(claim, bodies.get(name))
    if (row === undefined) throw new Error(`the time in ${name} is taken`)
    bodies.set(name, String(row[2]))
    return row
  }
}

/**
 * The least that writes a hold: the file, settings, groups and copies of the log of the SQLite adapter, with bare statements.
 * It does not check what always holds, and keeps no cache.
 */
export class FloorStore {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  readonly #find: StatementSync
  readonly #update: StatementSync
  readonly #groups: GroupCommit
  readonly #checkpointer: Checkpointer
  readonly #dataVersion: StatementSync
  readonly #tokens = new Set<string>()
  #changed = 0
  #seenVersion: number | undefined

  /** With `seesOthers`, each transaction looks for commits of other processes, which would make cached records stale. */
  constructor(
    file: string,
    {
      seesOthers = false,
      gatherMilliseconds,
    }: { readonly seesOthers?: boolean; readonly gatherMilliseconds?: number } = {},
  ) {
    const database = connect(file)
    this.#database = database
    this.#insert = database.prepare(
      `INSERT INTO item (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
       ON CONFLICT (pk, sk) DO NOTHING`,
    )
    this.#find = database.prepare('SELECT id, body FROM item WHERE pk = ? AND sk = ?')
    this.#find.setReturnArrays(true)
    this.#update = database.prepare('UPDATE item SET body = ?, version = ? WHERE id = ?')
    this.#dataVersion = database.prepare('PRAGMA data_version')
    this.#dataVersion.setReturnArrays(true)
    this.#groups = new GroupCommit(database, {
      lockWaitMilliseconds: LOCK_WAIT_MILLISECONDS,
      ...(gatherMilliseconds !== undefined && { gatherMilliseconds }),
      onLocked: () => seesOthers && this.haveOthersWritten(),
      onEnd: () => {
        this.#checkpointer.committed(this.#changed)
        this.#changed = 0
      },
    })
    this.#checkpointer = new Checkpointer({
      file,
      onChange: (isCopying) => setLongestLog(database, isCopying),
      holdWrites: (until) => this.#groups.hold(until),
    })
  }

  /** Writes a hold whose day was made beforehand. */
  writeMade({ rows, day }: MadeRows): Promise<void> {
    return this.#groups.run(() => {
      const found = this.#findRow(String(day[0]), String(day[1]))
      this.#write(rows, day, found)
    }, rows.length + 1)
  }

  /** Writes a hold if its time is free. Resolves with whether it was. */
  writeHold(rows: readonly Row[], claim: Claim): Promise<boolean> {
    return this.#groups.run(() => {
      const found = this.#findRow(claim.key.PK, claim.key.SK)
      const day = claimedDay(claim, found?.[1])
      if (day === undefined) return false
      this.#write(rows, day, found)
      return true
    }, rows.length + 1)
  }

  /** Whether another process has committed since the last look. */
  haveOthersWritten(): boolean {
    const [version] = this.#dataVersion.get() as unknown as [number]
    const seen = this.#seenVersion
    this.#seenVersion = version
    return seen !== undefined && seen !== version
  }

  /** Writes a hold once, however often it is called with the same token, again if it lost to another writer. */
  async writeOnce(rows: readonly Row[], claim: Claim, token: string): Promise<boolean> {
    const until = performance.now() + LOCK_WAIT_MILLISECONDS
    for (;;) {
      if (this.#tokens.has(token)) return true
      try {
        const isWritten = await this.writeHold(rows, claim)
        if (isWritten) this.#tokens.add(token)
        return isWritten
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || performance.now() > until) throw error
      }
    }
  }

  /** Closes the file after everything that waits. */
  async close(): Promise<void> {
    await this.#groups.close()
    await this.#checkpointer.close()
    this.#database.close()
  }

  #findRow(pk: string, sk: string): Found | undefined {
    return this.#find.get(pk, sk) as Found | undefined
  }

  #write(rows: readonly Row[], day: Row, found: Found | undefined): void {
    for (const row of rows) this.#insert.run(...row)
    if (found === undefined) this.#insert.run(...day)
    else this.#update.run(day[2] ?? null, day[3] ?? null, found[0])
    this.#changed += rows.length + 1
  }
}
