/**
 * Endlessly writes pairs of items and a claim, one transaction each, several at a time. Prints a line
 * for each acknowledged transaction.
 *
 * Arguments: file, a name for this run.
 */
import { writeSync } from 'node:fs'
import { createSqliteStore } from '../../../src/adapters/sqlite/sqlite-store.ts'

const [file = '', run = ''] = process.argv.slice(2)
const QUANTA = 288

// The log is copied all the time, so that kills meet copies and stops of writes.
const copyTimes = { itemsPerCopy: 60, restartPages: 100 }
const store = await createSqliteStore({ file, copyTimes })
let serial = 0
const writer = async (): Promise<void> => {
  for (;;) {
    const number = serial
    serial += 1
    const SK = String(number).padStart(8, '0')
    const day = { PK: `LEDGER#${run}`, SK: `DAY#${Math.floor(number / QUANTA)}` }
    await store.transact(
      [
        { kind: 'put-if-absent', item: { PK: `LEFT#${run}`, SK, text: 'x'.repeat(700) } },
        {
          kind: 'outbox-append',
          item: { PK: `RIGHT#${run}`, SK, GSI1PK: `INDEX#${run}`, GSI1SK: SK },
        },
        { kind: 'ledger-claim', key: day, firstQuantum: number % QUANTA, quantumCount: 1 },
      ],
      `${run}-${SK}`,
    )
    // Synchronous, so that the line is out before anything else happens.
    writeSync(1, `${SK}\n`)
  }
}
await Promise.all(Array.from({ length: 8 }, writer))
