import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { storeWith } from '../../../tests/support/store-with.ts'
import { openTestStore } from '../../../tests/support/stores.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { withSharedReads } from './shared-reads.ts'

const KEYS = ['A', 'B', 'C'].map((PK) => ({ PK, SK: 'x' }))

/** A store with three items, the reads that it makes, and how many of them ran at once. */
async function counted() {
  const opened = await openTestStore()
  const puts = KEYS.map((key) => ({ kind: 'put-if-absent', item: { ...key, version: 1 } }) as const)
  // Tables of one engine may share the tokens of their transactions.
  await opened.store.transact(puts, randomUUID())
  const reads: string[] = []
  const running = { now: 0, most: 0 }
  const during = async <Answer>(name: string, read: () => Promise<Answer>): Promise<Answer> => {
    reads.push(name)
    running.now += 1
    running.most = Math.max(running.most, running.now)
    const answer = await read()
    running.now -= 1
    return answer
  }
  const store = storeWith(opened.store, {
    getMany: (keys, options) =>
      during(keys.map(({ PK }) => PK).join(), () => opened.store.getMany(keys, options)),
    query: (request) => during(request.partition, () => opened.store.query(request)),
  })
  return { store, reads, running, close: () => opened.close() }
}

const names = (items: readonly (Item | undefined)[]) => items.map((item) => item?.PK)

test('the same read is made once, and a group of items reads only those that are missing', async () => {
  const { store, reads, close } = await counted()
  const shared = withSharedReads(store, 8)
  const [a, b, c] = KEYS as [(typeof KEYS)[0], (typeof KEYS)[0], (typeof KEYS)[0]]
  const answers = await Promise.all([
    shared.getMany([a, b]),
    shared.getMany([c, b]),
    shared.query({ partition: 'A' }),
    shared.query({ partition: 'A' }),
  ])
  expect([names(answers[0]), names(answers[1])]).toEqual([
    ['A', 'B'],
    ['C', 'B'],
  ])
  expect(answers[2]).toBe(answers[3])
  expect((await shared.get(a))?.PK).toBe('A')
  expect(await shared.get({ PK: 'nobody', SK: 'x' })).toBeUndefined()
  expect(reads).toEqual(['A,B', 'C', 'A', 'nobody'])
  await close()
})

test('a consistent read is not answered by one that is not', async () => {
  const { store, reads, close } = await counted()
  const shared = withSharedReads(store, 8)
  const [a] = KEYS as [(typeof KEYS)[0]]
  await shared.get(a)
  await shared.get(a, { consistent: true })
  await shared.query({ partition: 'A' })
  await shared.query({ partition: 'A', consistent: true })
  expect(reads).toEqual(['A', 'A', 'A', 'A'])
  await close()
})

test('no more reads run at once than allowed', async () => {
  const { store, running, close } = await counted()
  const shared = withSharedReads(store, 2)
  await Promise.all('ABCDEFGH'.split('').map((partition) => shared.query({ partition })))
  expect(running.most).toBe(2)
  await close()
})
