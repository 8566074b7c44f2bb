import * as sqlite from 'node:sqlite'

/**
 * `node:sqlite` with the two functions that Node got with 22.16: in the bundle, it stands for the module. On a later
 * Node it changes nothing.
 */

type Row = Readonly<Record<string, sqlite.SQLOutputValue>>
type Methods = Pick<typeof sqlite.StatementSync.prototype, 'all' | 'get' | 'setReturnArrays'>

const ROW_METHODS = ['all', 'get'] as const

/** Adds `setReturnArrays` to statements without it. Rows become arrays of their values; names must differ. */
export function addReturnArrays(prototype: Methods): void {
  if ('setReturnArrays' in prototype) return
  const withArrays = new WeakSet<object>()
  const asArray = (row: Row | undefined) => row && Object.values(row)
  Object.defineProperty(prototype, 'setReturnArrays', {
    value(this: object, enabled: boolean) {
      if (enabled) withArrays.add(this)
      else withArrays.delete(this)
    },
  })
  for (const name of ROW_METHODS) {
    // The cast: the types of Node do not say that rows can be arrays.
    const original = prototype[name] as (...values: unknown[]) => Row | Row[] | undefined
    Object.defineProperty(prototype, name, {
      value(this: object, ...values: unknown[]) {
        const answer = original.apply(this, values)
        if (!withArrays.has(this)) return answer
        return Array.isArray(answer) ? answer.map(asArray) : asArray(answer)
      },
    })
  }
}

/** Copies a database as one snapshot, without progress. Resolves with its number of pages. */
export async function copySnapshot(source: sqlite.DatabaseSync, toFile: string): Promise<number> {
  const main = source.prepare('PRAGMA database_list').all().at(0)
  // Not in the transaction that the source may have open.
  const database = new sqlite.DatabaseSync(String(main?.file), { readOnly: true })
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    database.prepare('VACUUM INTO ?').run(toFile)
    return Number(database.prepare('PRAGMA page_count').get()?.page_count)
  } finally {
    database.close()
  }
}

addReturnArrays(sqlite.StatementSync.prototype)

export const { DatabaseSync, StatementSync, constants } = sqlite
export const backup = sqlite.backup ?? copySnapshot
