import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createSqliteStore } from '../../adapters/sqlite/sqlite-store.ts'
import { systemClock } from '../../adapters/system/clock.ts'
import { createIdSource } from '../../adapters/system/ids.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { acceptServerKey, checkServerKey } from './known-server-key.ts'

let deps: { store: Store; clock: typeof systemClock; ids: ReturnType<typeof createIdSource> }
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-known-key-'))
  const store = await createSqliteStore({ file: join(folder, 'store.sqlite') })
  deps = { store, clock: systemClock, ids: createIdSource() }
  return async () => {
    await store.close()
    await rm(folder, { recursive: true })
  }
})

const check = (current: string, ...previous: readonly string[]) =>
  checkServerKey(deps, { current, previous })

test('a store knows the key of its first server, and no other key', async () => {
  expect(await check('first')).toBe('known')
  expect(await check('first')).toBe('known')
  expect(await check('second')).toBe('foreign')
  expect(await check('first')).toBe('known')
})

test('a key that replaced the known one becomes the known one, and the replaced one is foreign then', async () => {
  await check('first')
  expect(await check('second', 'first')).toBe('known')
  expect(await check('first')).toBe('foreign')
  expect(await check('third', 'second', 'first')).toBe('known')
  // A server that was off during a rotation knows all earlier keys.
  expect(await check('fifth', 'fourth', 'third')).toBe('known')
})

test('of servers that start at once on an empty store with different keys, one is accepted', async () => {
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((key) => check(key)))
  expect(answers.filter((answer) => answer === 'known')).toHaveLength(1)
})

test('a key can be accepted after the known one was lost', async () => {
  await check('lost')
  await acceptServerKey(deps, { current: 'new', previous: [] })
  expect(await check('new')).toBe('known')
  expect(await check('lost')).toBe('foreign')
})
