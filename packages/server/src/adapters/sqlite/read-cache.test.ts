import { describe, expect, test } from 'vitest'
import { ReadCache } from './read-cache.ts'

describe('the read cache', () => {
  test('returns cached answers, including that an item is absent', () => {
    const cache = new ReadCache(10)
    cache.add('items', 'p', 'a', { value: undefined, weight: 1 })
    expect(cache.find('items', 'p', 'a')).toMatchObject({ value: undefined })
    expect(cache.find('ranges', 'p', 'a')).toBeUndefined()
    expect(cache.find('items', 'p', 'b')).toBeUndefined()
    expect(cache.find('items', 'q', 'a')).toBeUndefined()
  })
  test('removes an item and all ranges of its partition from both generations', () => {
    const cache = new ReadCache(6)
    cache.add('items', 'p', 'a', { value: 1, weight: 1 })
    cache.add('ranges', 'p', 'all', { value: [1, 2], weight: 2 })
    cache.add('items', 'p', 'b', { value: 2, weight: 1 })
    cache.add('ranges', 'p', 'first', { value: [1], weight: 1 })
    cache.add('items', 'q', 'a', { value: 3, weight: 1 })
    cache.invalidate('p', 'a')
    expect(cache.find('items', 'p', 'a')).toBeUndefined()
    expect(cache.find('ranges', 'p', 'all')).toBeUndefined()
    expect(cache.find('ranges', 'p', 'first')).toBeUndefined()
    expect(cache.find('items', 'p', 'b')).toMatchObject({ value: 2 })
    expect(cache.find('items', 'q', 'a')).toMatchObject({ value: 3 })
    cache.clear()
    expect(cache.find('items', 'q', 'a')).toBeUndefined()
  })
  test('keeps answers in use and evicts unused ones, within its bound', () => {
    const cache = new ReadCache(100)
    cache.add('items', 'hot', 'a', { value: 'hot', weight: 1 })
    cache.add('items', 'cold', 'a', { value: 'cold', weight: 1 })
    for (let turn = 0; turn < 200; turn += 1) {
      expect(cache.find('items', 'hot', 'a')).toMatchObject({ value: 'hot' })
      cache.add('items', `other${turn}`, 'a', { value: turn, weight: 1 })
    }
    expect(cache.find('items', 'cold', 'a')).toBeUndefined()
    const cached = Array.from({ length: 200 }, (_, turn) =>
      cache.find('items', `other${turn}`, 'a'),
    )
    expect(cached.filter((answer) => answer !== undefined).length).toBeLessThanOrEqual(100)
  })
  test('does not cache an answer larger than half its bound, and caches nothing at 0', () => {
    const small = new ReadCache(10)
    small.add('ranges', 'p', 'a', { value: 'large', weight: 6 })
    expect(small.find('ranges', 'p', 'a')).toBeUndefined()
    const none = new ReadCache(0)
    none.add('items', 'p', 'a', { value: 'one', weight: 1 })
    expect(none.find('items', 'p', 'a')).toBeUndefined()
  })
})
