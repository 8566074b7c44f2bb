/**
 * Claims every quantum of two days, in its own order and 16 at a time, while other processes do the
 * same. In between it increments a shared counter by version. Prints its claims as one JSON line.
 *
 * Arguments: file, a name for this process.
 */
import { createSqliteStore } from '../../../src/adapters/sqlite/sqlite-store.ts'

const [file = '', name = ''] = process.argv.slice(2)
const DAYS = ['DAY#2026-04-27', 'DAY#2026-04-28']
const QUANTA = 288
const counter = { PK: 'COUNTER', SK: 'COUNTER' }

const store = await createSqliteStore({ file })
const open = DAYS.flatMap((SK) => Array.from({ length: QUANTA }, (_, quantum) => ({ SK, quantum })))
const order = open.map((claim) => ({ claim, at: Math.random() })).toSorted((a, b) => a.at - b.at)
const won: string[] = []
let lost = 0
let added = 0
let serial = 0
const token = (): string => {
  serial += 1
  return `${name}-${serial}`
}

async function claim(SK: string, quantum: number): Promise<void> {
  const outcome = await store.transact(
    [
      { kind: 'ledger-claim', key: { PK: 'LEDGER', SK }, firstQuantum: quantum, quantumCount: 1 },
      { kind: 'put-if-absent', item: { PK: 'WON', SK: `${SK}#${quantum}`, by: name } },
    ],
    token(),
  )
  if (outcome.committed) won.push(`${SK}#${quantum}`)
  else lost += 1
}

async function addOne(): Promise<void> {
  for (;;) {
    const item = await store.get(counter, { consistent: true })
    const version = (item?.version as number | undefined) ?? 0
    const next = { ...counter, version: version + 1 }
    const outcome = await store.transact(
      [
        version === 0
          ? { kind: 'put-if-absent', item: next }
          : { kind: 'put-if-version', item: next, version },
      ],
      token(),
    )
    if (outcome.committed) {
      added += 1
      return
    }
  }
}

async function worker(): Promise<void> {
  for (let next = order.pop(); next !== undefined; next = order.pop()) {
    await claim(next.claim.SK, next.claim.quantum)
    if (next.claim.quantum % 16 === 0) await addOne()
  }
}

await Promise.all(Array.from({ length: 16 }, worker))
await store.close()
console.log(JSON.stringify({ name, won, lost, added }))
