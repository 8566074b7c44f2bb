import { describe, expect, test } from 'vitest'
import type { Booking } from './api.ts'
import { eachOf, mergedByStart } from './queries.ts'

const at = (id: string, hour: string) => ({ id, start: `2026-04-20T${hour}:00:00Z` }) as Booking
const idsOf = ({ data }: { readonly data: readonly Booking[] }) => data.map(({ id }) => id)

describe('lists of several providers as one', () => {
  test('are in the order of the start', () => {
    const merged = mergedByStart([
      { data: [at('a', '09'), at('b', '11')], hasMore: false },
      { data: [at('c', '10')], hasMore: false },
    ])
    expect([idsOf(merged), merged.hasMore]).toEqual([['a', 'c', 'b'], false])
  })

  test('end where one of them has more that was not loaded, so that nothing is missing between', () => {
    const merged = mergedByStart([
      { data: [at('a', '09'), at('b', '11')], hasMore: true },
      { data: [at('c', '10'), at('d', '12')], hasMore: false },
    ])
    expect([idsOf(merged), merged.hasMore]).toEqual([['a', 'c', 'b'], true])
  })
})

describe('reads of many providers', () => {
  test('are answered in order, four at a time', async () => {
    let running = 0
    let most = 0
    const answers = await eachOf(Array.from({ length: 20 }).fill(0), async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      return most
    })
    expect([answers.length, most]).toEqual([20, 4])
    expect(await eachOf([3, 1, 2], async (each) => each * 2)).toEqual([6, 2, 4])
  })

  test('fail as one of them does', async () => {
    const failing = eachOf([1, 2], (each) => Promise.reject(new Error(`read ${each}`)))
    await expect(failing).rejects.toThrow('read 1')
  })
})
