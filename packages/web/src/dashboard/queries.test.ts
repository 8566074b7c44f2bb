import { describe, expect, test } from 'vitest'
import type { Booking } from './api.ts'
import { mapConcurrently, mergeByStart } from './queries.ts'

const at = (id: string, hour: string) => ({ id, start: `2026-04-20T${hour}:00:00Z` }) as Booking
const idsOf = ({ data }: { readonly data: readonly Booking[] }) => data.map(({ id }) => id)

describe('the merged bookings of several providers', () => {
  test('are sorted by start', () => {
    const merged = mergeByStart([
      { data: [at('a', '09'), at('b', '11')], hasMore: false },
      { data: [at('c', '10')], hasMore: false },
    ])
    expect([idsOf(merged), merged.hasMore]).toEqual([['a', 'c', 'b'], false])
  })

  test('end where one list has more to load, so that no booking is missing in between', () => {
    const merged = mergeByStart([
      { data: [at('a', '09'), at('b', '11')], hasMore: true },
      { data: [at('c', '10'), at('d', '12')], hasMore: false },
    ])
    expect([idsOf(merged), merged.hasMore]).toEqual([['a', 'c', 'b'], true])
  })
})

describe('concurrent reads', () => {
  test('run four at a time and return their results in order', async () => {
    let running = 0
    let most = 0
    const results = await mapConcurrently(Array.from({ length: 20 }).fill(0), async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      return most
    })
    expect([results.length, most]).toEqual([20, 4])
    expect(await mapConcurrently([3, 1, 2], async (each) => each * 2)).toEqual([6, 2, 4])
  })

  test('fail with the error of the first read that fails', async () => {
    const failing = mapConcurrently([1, 2], (each) => Promise.reject(new Error(`read ${each}`)))
    await expect(failing).rejects.toThrow('read 1')
  })
})
