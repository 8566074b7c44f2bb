import { describe, expect, test } from 'vitest'
import { ReadCache } from './read-cache.ts'

describe('the read cache', () => {
  test('gives back what it kept, an absent item too', () => {
    const cache = new ReadCache(10)
    cache.keep('items', 'p', 'a', { value: undefined, weight: 1 })
    expect(cache.find('items', 'p', 'a')).toMatchObject({ value: undefined })
    expect(cache.find('ranges', 'p', 'a')).toBeUndefined()
    expect(cache.find('items', 'p', 'b')).toBeUndefined()
    expect(cache.find('items', 'q', 'a')).toBeUndefined()
  })
  test('forgets an item and all ranges of its partition, also those of the old generation', () => {
    const cache = new ReadCache(6)
    cache.keep('items', 'p', 'a', { value: 1, weight: 1 })
    cache.keep('ranges', 'p', 'all', { value: [1, 2], weight: 2 })
    cache.keep('items', 'p', 'b', { value: 2, weight: 1 })
    cache.keep('ranges', 'p', 'first', { value: [1], weight: 1 })
    cache.keep('items', 'q', 'a', { value: 3, weight: 1 })
    cache.forget('p', 'a')
    expect(cache.find('items', 'p', 'a')).toBeUndefined()
    expect(cache.find('ranges', 'p', 'all')).toBeUndefined()
    expect(cache.find('ranges', 'p', 'first')).toBeUndefined()
    expect(cache.find('items', 'p', 'b')).toMatchObject({ value: 2 })
    expect(cache.find('items', 'q', 'a')).toMatchObject({ value: 3 })
    cache.clear()
    expect(cache.find('items', 'q', 'a')).toBeUndefined()
  })
  test('keeps what is asked for and drops what is not, within its bound', () => {
    const cache = new ReadCache(100)
    cache.keep('items', 'hot', 'a', { value: 'hot', weight: 1 })
    cache.keep('items', 'cold', 'a', { value: 'cold', weight: 1 })
    for (let turn = 0; turn < 200; turn += 1) {
      expect(cache.find('items', 'hot', 'a')).toMatchObject({ value: 'hot' })
      cache.keep('items', `other${turn}`, 'a', { value: turn, weight: 1 })
    }
    expect(cache.find('items', 'cold', 'a')).toBeUndefined()
    const kept = Array.from({ length: 200 }, (_, turn) => cache.find('items', `other${turn}`, 'a'))
    expect(kept.filter((answer) => answer !== undefined).length).toBeLessThanOrEqual(100)
  })
  test('does not keep an answer that is larger than its share, and nothing at all at 0', () => {
    const small = new ReadCache(10)
    small.keep('ranges', 'p', 'a', { value: 'large', weight: 6 })
    expect(small.find('ranges', 'p', 'a')).toBeUndefined()
    const none = new ReadCache(0)
    none.keep('items', 'p', 'a', { value: 'one', weight: 1 })
    expect(none.find('items', 'p', 'a')).toBeUndefined()
  })
})
