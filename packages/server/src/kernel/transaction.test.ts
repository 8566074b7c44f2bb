import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import type { Item, Store, Write } from './ports/store.ts'
import { CONFLICT, DECISION_ROUNDS, paceRetries, retryOnConflict, UNPACED } from './retry.ts'
import { commit, transact } from './transaction.ts'

let folder: string
let store: Store
const deps = () => ({ store, clock: { nowEpochMilliseconds: () => 0 }, ids: createIdSource() })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-transaction-'))
  store = await createSqliteStore({ file: join(folder, 'store.sqlite') })
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const item = (name: string, version = 1): Item => ({ PK: name, SK: 'x', version })
const put = (name: string): Write => ({ kind: 'put-if-absent', item: item(name) })
const raise = (name: string, from: number): Write => ({
  kind: 'put-if-version',
  item: item(name, from + 1),
  version: from,
})

test('failed conditions come back by name, each with the item that is stored', async () => {
  expect(await transact(deps(), { first: put('A') })).toEqual({ kind: 'done' })
  const outcome = await transact(deps(), {
    first: put('A'),
    left: undefined,
    second: put('B'),
    third: raise('C', 1),
  })
  expect(outcome).toEqual({
    kind: 'conflict',
    conflicts: new Map([
      ['first', item('A')],
      ['third', undefined],
    ]),
  })
  expect(await store.get({ PK: 'B', SK: 'x' })).toBeUndefined()
})

const keyed = (answer: string) => ({
  idempotency: {
    scopeHash: 'scope',
    fingerprint: 'body',
    seal: () => new TextEncoder().encode(answer),
  },
})

test('an idempotency key that was used before wins over every other failed condition', async () => {
  expect(await commit(deps(), keyed('first'), { item: put('A') }, 1)).toEqual({ kind: 'done' })
  expect(await commit(deps(), keyed('second'), { item: put('A') }, 2)).toEqual({
    kind: 'refused',
    refusal: {
      code: 'idempotency_key_seen',
      record: expect.objectContaining({ sealedAnswer: new TextEncoder().encode('first') }),
    },
  })
})

test('a refused commit with a fresh idempotency key names only the writes of the use case', async () => {
  await transact(deps(), { first: put('A') })
  expect(await commit(deps(), keyed('never'), { first: put('A'), second: put('B') }, 1)).toEqual({
    kind: 'conflict',
    conflicts: new Map([['first', item('A')]]),
  })
})

test('a decision that loses to other writers is made again, and given up after a bounded number of rounds', async () => {
  // Another test of this worker may have started a server, which paces its retries.
  onTestFinished(paceRetries(UNPACED))
  const rounds: number[] = []
  expect(
    await retryOnConflict('a room', async (round) => {
      rounds.push(round)
      return round === 2 ? 'won' : CONFLICT
    }),
  ).toBe('won')
  expect(rounds).toEqual([0, 1, 2])
  let attempts = 0
  const lost = retryOnConflict('a room', async () => {
    attempts += 1
    return CONFLICT
  })
  await expect(lost).rejects.toMatchObject({ code: 'store_unavailable', outcome: 'not-applied' })
  expect(attempts).toBe(DECISION_ROUNDS)
})
