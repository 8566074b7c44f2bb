/**
 * Writes each number from its input lines to an item and a ledger day, and prints the number once the
 * write is acknowledged.
 *
 * Arguments: file.
 */
import { createInterface } from 'node:readline'
import { createSqliteStore } from '../../../src/adapters/sqlite/sqlite-store.ts'

const [file = ''] = process.argv.slice(2)
const store = await createSqliteStore({ file, cachedItems: 0 })
console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  const number = Number(line)
  const key = { PK: 'SHARED', SK: 'ITEM' }
  const version = ((await store.get(key))?.version as number | undefined) ?? 0
  const item = { ...key, version: version + 1, number }
  const outcome = await store.transact(
    [
      version === 0 ? { kind: 'put-if-absent', item } : { kind: 'put-if-version', item, version },
      {
        kind: 'ledger-claim',
        key: { PK: 'SHARED', SK: 'DAY#2026-04-27' },
        firstQuantum: number,
        quantumCount: 1,
      },
    ],
    `demand-${number}`,
  )
  console.log(outcome.committed ? number : 'refused')
}
await store.close()
