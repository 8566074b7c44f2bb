import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { encodeCursor } from '../rows/position.ts'
import { connect } from './connection.ts'
import { Reader } from './reader.ts'
import { Writer } from './writer.ts'

/** Records the prepared statements. */
class RecordingDatabase extends DatabaseSync {
  readonly statements = new Set<string>()
  override prepare(sql: string): StatementSync {
    this.statements.add(sql)
    return super.prepare(sql)
  }
}

test('every statement uses an index and none sorts, so cost does not grow with the table', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-plan-'))
  const file = join(folder, 'test.db')
  connect(file).close()
  const database = new RecordingDatabase(file)
  const reader = new Reader(database, 0)
  new Writer(database, () => {}).removeExpired(0, 1)
  reader.get({ PK: 'p', SK: 's' })
  reader.getMany(['a', 'b', 'c'].map((SK) => ({ PK: 'p', SK })))
  reader.scan(0)
  const cursor = encodeCursor({ sortKey: 'm', rowId: 7 })
  for (const index of [{}, { index: 'GSI3' } as const]) {
    for (const descending of [false, true]) {
      for (const range of [{}, { from: 'a', to: 'z' }]) {
        for (const position of [{}, { cursor }]) {
          reader.query({ partition: 'p', limit: 3, descending, ...index, ...range, ...position })
        }
      }
    }
  }
  const plans = [...database.statements]
    .filter((sql) => /^(SELECT|WITH|UPDATE|DELETE)/.test(sql.trim()))
    .flatMap((sql) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())
    .map((step) => String(step.detail))
  expect(plans.filter((step) => step.startsWith('SEARCH item USING')).length).toBeGreaterThan(20)
  // The only other scans are over the keys given to getMany.
  expect(plans.filter((step) => /SCAN item|TEMP B-TREE/.test(step))).toEqual([])
  database.close()
  rmSync(folder, { recursive: true })
})
