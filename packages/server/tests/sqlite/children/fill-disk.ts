/**
 * Writes items of 10 KB, three per transaction, until a write fails. Then checks that all acknowledged
 * items can still be read, and prints one JSON line.
 *
 * Arguments: file.
 */
import { createSqliteStore } from '../../../src/adapters/sqlite/sqlite-store.ts'
import { StoreUnavailable } from '../../../src/kernel/ports/store.ts'

const [file = ''] = process.argv.slice(2)
const store = await createSqliteStore({ file, cachedItems: 0 })
const text = 'x'.repeat(10_000)
let acknowledged = 0
let outcome: string | undefined
while (outcome === undefined) {
  const number = acknowledged
  const items = [0, 1, 2].map((part) => ({ PK: `FULL#${number}`, SK: `PART#${part}`, text }))
  try {
    await store.transact(
      items.map((item) => ({ kind: 'put-if-absent', item })),
      `fill-${number}`,
    )
    acknowledged += 1
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    outcome = error.outcome
  }
}
let readable = 0
while ((await store.query({ partition: `FULL#${readable}` })).items.length === 3) readable += 1
console.log(JSON.stringify({ acknowledged, outcome, readable }))
