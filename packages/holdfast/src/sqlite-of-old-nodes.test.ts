import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { addReturnArrays, backup, copySnapshot } from './sqlite-of-old-nodes.ts'

type Methods = Parameters<typeof addReturnArrays>[0]

/** The methods of statements in Node 22.13, which have no `setReturnArrays`. */
const oldMethods = (): Methods => {
  const { all, get } = StatementSync.prototype
  // The cast: the function adds the missing member.
  return { all, get } as Methods
}

test('on an old Node, the rows of a statement become arrays only when it asks for them', () => {
  const database = new DatabaseSync(':memory:')
  const methods = oldMethods()
  addReturnArrays(methods)
  const call = (name: 'all' | 'get', statement: StatementSync, ...values: number[]): unknown =>
    // The cast: the methods have an overload for named values.
    Reflect.apply(methods[name] as (...values: number[]) => unknown, statement, values)
  const one = database.prepare("SELECT 1 AS id, 'a' AS name WHERE ? > 0")
  const other = database.prepare('SELECT 2 AS id')
  methods.setReturnArrays.call(one, true)
  expect(call('all', one, 1)).toEqual([[1, 'a']])
  expect(call('get', one, 1)).toEqual([1, 'a'])
  expect(call('get', one, 0)).toBeUndefined()
  expect(call('get', other)).toEqual({ id: 2 })
  methods.setReturnArrays.call(one, false)
  expect(call('get', one, 1)).toEqual({ id: 1, name: 'a' })
  database.close()
})

test('on an old Node, a copy is a snapshot, also while its source is in a transaction', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-old-sqlite-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = new DatabaseSync(join(folder, 'from.sqlite'))
  source.exec('PRAGMA journal_mode = WAL; CREATE TABLE item (name); INSERT INTO item VALUES (1)')
  source.exec('BEGIN')
  source.prepare('SELECT * FROM item').all()
  expect(await copySnapshot(source, join(folder, 'to.sqlite'))).toBe(2)
  source.close()
  const copy = new DatabaseSync(join(folder, 'to.sqlite'))
  expect(copy.prepare('SELECT name FROM item').all()).toEqual([{ name: 1 }])
  copy.close()
})

test('on a later Node, nothing is replaced', () => {
  const { all } = StatementSync.prototype
  addReturnArrays(StatementSync.prototype)
  expect(StatementSync.prototype.all).toBe(all)
  expect(backup).not.toBe(copySnapshot)
})
