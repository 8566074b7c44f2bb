import { describe, expect, test } from 'vitest'
import { ReadCache } from './read-cache.ts'

describe('the read cache', () => {
  test('gives back what it kept, an absent item too', () => {
    const cache = new ReadCache(10)
    cache.keep('p', 'a', undefined, 1)
    expect(cache.find('p', 'a')).toMatchObject({ value: undefined })
    expect(cache.find('p', 'b')).toBeUndefined()
    expect(cache.find('q', 'a')).toBeUndefined()
  })
  test('forgets every answer about a partition, also those of the old generation', () => {
    const cache = new ReadCache(4)
    cache.keep('p', 'a', 1, 1)
    cache.keep('q', 'a', 2, 2)
    cache.keep('p', 'b', 3, 1)
    cache.forget('p')
    expect(cache.find('p', 'a')).toBeUndefined()
    expect(cache.find('p', 'b')).toBeUndefined()
    expect(cache.find('q', 'a')).toMatchObject({ value: 2 })
    cache.clear()
    expect(cache.find('q', 'a')).toBeUndefined()
  })
  test('keeps what is asked for and drops what is not, within its bound', () => {
    const cache = new ReadCache(100)
    cache.keep('hot', 'a', 'hot', 1)
    cache.keep('cold', 'a', 'cold', 1)
    for (let turn = 0; turn < 200; turn += 1) {
      expect(cache.find('hot', 'a')).toMatchObject({ value: 'hot' })
      cache.keep(`other${turn}`, 'a', turn, 1)
    }
    expect(cache.find('cold', 'a')).toBeUndefined()
    const kept = Array.from({ length: 200 }, (_, turn) => cache.find(`other${turn}`, 'a'))
    expect(kept.filter((answer) => answer !== undefined).length).toBeLessThanOrEqual(100)
  })
  test('does not keep an answer that is larger than its share, and nothing at all at 0', () => {
    const small = new ReadCache(10)
    small.keep('p', 'a', 'large', 6)
    expect(small.find('p', 'a')).toBeUndefined()
    const none = new ReadCache(0)
    none.keep('p', 'a', 'one', 1)
    expect(none.find('p', 'a')).toBeUndefined()
  })
})
