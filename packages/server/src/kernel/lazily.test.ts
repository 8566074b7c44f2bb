import { expect, test } from 'vitest'
import { lazily } from './lazily.ts'

test('it is opened once, by the first of those who use it', async () => {
  let count = 0
  const lazy = lazily(async () => {
    count += 1
    return count
  })
  expect(await lazy.opened()).toBeUndefined()
  expect(count).toBe(0)
  expect(await Promise.all([lazy.open(), lazy.open(), lazy.open()])).toEqual([1, 1, 1])
  expect(await lazy.opened()).toBe(1)
})

test('after a failure, the next use opens it again', async () => {
  const outcomes = [Promise.reject(new Error('not yet')), Promise.resolve('open')]
  const lazy = lazily(async () => await outcomes.shift())
  await expect(lazy.open()).rejects.toThrow('not yet')
  expect(await lazy.opened()).toBeUndefined()
  expect(await lazy.open()).toBe('open')
})
