import { expect, test } from 'vitest'
import { acquire, isAcquired } from './keyed-mutex.ts'

/** Acquires a resource and records the order of the locks. */
function acquireAs(resource: string, reached: string[], name: string) {
  return acquire(resource).then((lock) => {
    reached.push(name)
    return lock
  })
}

test('callers hold a resource one after the other, in the order of their calls', async () => {
  const reached: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => acquireAs('prv_1', reached, name))
  const first = await a
  expect([first?.hasWaited, reached]).toEqual([false, ['a']])
  first?.release(false)
  const second = await b
  expect([second?.hasWaited, reached]).toEqual([true, ['a', 'b']])
  second?.release(false)
  ;(await c)?.release(false)
  expect(reached).toEqual(['a', 'b', 'c'])
})

test('a caller that finds the resource free has not waited', async () => {
  ;(await acquire('prv_2')).release(false)
  const lock = await acquire('prv_2')
  expect(lock.hasWaited).toBe(false)
  lock.release(false)
})

test('resources do not wait for each other', async () => {
  const held = await acquire('prv_3')
  const other = await acquire('prv_4')
  expect(other.hasWaited).toBe(false)
  held.release(false)
  other.release(false)
})

test('a failed holder releases all waiting callers at once', async () => {
  const reached: string[] = []
  const first = await acquire('prv_5')
  const waiting = ['b', 'c', 'd'].map((name) => acquireAs('prv_5', reached, name))
  first.release(true)
  const locks = await Promise.all(waiting)
  expect(reached).toEqual(['b', 'c', 'd'])
  for (const lock of locks) lock.release(false)
  expect((await acquire('prv_5')).hasWaited).toBe(false)
})

test('a caller that cannot wait longer leaves, and those behind it get their turn', async () => {
  const first = await acquire('prv_6')
  expect(await acquire('prv_6', 5)).toBeUndefined()
  const reached: string[] = []
  const third = acquireAs('prv_6', reached, 'third')
  expect([isAcquired('prv_6'), reached]).toEqual([true, []])
  first.release(false)
  ;(await third).release(false)
  expect([isAcquired('prv_6'), reached]).toEqual([false, ['third']])
})
