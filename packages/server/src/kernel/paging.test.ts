import { expect, test } from 'vitest'
import { listFiltered } from './paging.ts'
import type { Item, QueryRequest, Store } from './ports/store.ts'

/** A partition of so many items, and the limits of the queries on it. */
function partitionOf(count: number) {
  const limits: number[] = []
  const items: Item[] = Array.from({ length: count }, (_, n) => ({ PK: 'P', SK: String(n), n }))
  const query = async ({ limit = count, cursor = '0' }: QueryRequest) => {
    limits.push(limit)
    const end = Number(cursor) + limit
    return {
      items: items.slice(Number(cursor), end),
      ...(end < count && { cursor: String(end) }),
    }
  }
  return { store: { query } as Pick<Store, 'query'> as Store, limits }
}

type Options = { readonly mostRead?: number; readonly limit?: number; readonly cursor?: string }

const list = (store: Store, keep: (n: number) => boolean, options: Options = {}) => {
  const { limit = 100, cursor, mostRead } = options
  const request = { partition: 'P', ...(mostRead !== undefined && { mostRead }) }
  const page = { limit, ...(cursor !== undefined && { cursor }) }
  return listFiltered(store, request, page, ({ n }) => Number(n), keep)
}

test('a filter that leaves all reads one page', async () => {
  const { store, limits } = partitionOf(1_000)
  expect((await list(store, () => true, { mostRead: 5_000 })).data).toHaveLength(100)
  expect(limits).toEqual([100])
})

test('a call that finds nothing goes on by itself up to its bound', async () => {
  const { store, limits } = partitionOf(100_000)
  const nothing = await list(store, () => false, { mostRead: 5_000 })
  expect([nothing.data, typeof nothing.cursor]).toEqual([[], 'string'])
  expect(limits.reduce((sum, limit) => sum + limit, 0)).toBe(5_000)
  expect(limits.length).toBe(11)
})

test('without a bound of its own, a call reads ten pages', async () => {
  const { store, limits } = partitionOf(1_000)
  expect((await list(store, () => false, { limit: 5 })).data).toEqual([])
  expect(limits).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 5, 5])
})

test.each([1, 3, 7, 100])('pages of %i resources skip none and repeat none', async (limit) => {
  const { store } = partitionOf(3_000)
  const rare = (n: number) => n % 37 === 5 || (n > 1_200 && n < 1_290)
  const found: number[] = []
  let cursor: string | undefined
  do {
    const page = await list(store, rare, {
      mostRead: 600,
      limit,
      ...(cursor !== undefined && { cursor }),
    })
    expect(page.data.length).toBeLessThanOrEqual(limit)
    found.push(...page.data)
    cursor = page.cursor
  } while (cursor !== undefined)
  expect(found).toEqual(Array.from({ length: 3_000 }, (_, n) => n).filter(rare))
})
