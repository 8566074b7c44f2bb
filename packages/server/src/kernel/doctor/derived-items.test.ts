import { expect, test } from 'vitest'
import { z } from 'zod'
import { identityFinding } from '../../identity/findings.ts'
import { defineEntity } from '../entity.ts'
import type { Item } from '../ports/store.ts'
import { derivedItems } from './derived-items.ts'
import type { Finding, FindingCode } from './finding.ts'
import type { RepairReader, VisitedItem } from './rule.ts'

interface Owner {
  readonly id: string
  readonly slug?: string
  readonly version: number
}

const owners = defineEntity<Owner, 'id'>({
  name: 'owner',
  key: ({ id }) => ({ PK: `OWNER#${id}`, SK: '-' }),
  inKey: { id: ({ PK }) => PK.slice(6) },
  schema: z.object({ slug: z.exactOptional(z.string()), version: z.int() }),
})

const owner = (id: string, slug?: string): Owner => ({ id, ...(slug && { slug }), version: 3 })

const slugOf = ({ id, slug }: Owner): Item | undefined =>
  slug === undefined ? undefined : { PK: `SLUG#${slug}`, SK: '-', ownerId: id, version: 1 }

const SPEC = {
  kind: 'slug',
  owner: { kind: 'owner', entity: owners },
  expected: slugOf,
  ownerKey: ({ ownerId: id }: Item) => (typeof id === 'string' ? owners.key(owner(id)) : undefined),
  finding: identityFinding,
  missing: { code: 'slug_missing', sentence: 'missing' },
  stale: { code: 'slug_stale', sentence: 'stale', namesOwner: true },
} as const

const RULE = derivedItems(SPEC)
const SHARED = derivedItems({ ...SPEC, shared: { code: 'slug_shared', sentence: 'shared' } })
const CORRECTED = derivedItems({ ...SPEC, isCorrected: true })

const visited = <Value>(kind: string, item: Item, value?: Value): VisitedItem<Value> => ({
  kind,
  item,
  partitionId: '',
  sortId: '',
  value,
})
const SLUG: Item = { PK: 'SLUG#a', SK: '-', ownerId: '1', version: 1 }

/** What a scan finds, each as its code and the partitions of its keys. */
function find(rule: typeof RULE, all: readonly Owner[], slugs: readonly Item[], invalid?: Owner) {
  const check = rule.check(() => true)
  for (const each of all) check.visit.owner(visited('owner', owners.encode(each), each))
  for (const each of slugs) check.visit.slug(visited('slug', each))
  if (invalid) check.visit.owner(visited<Owner>('owner', owners.encode(invalid)))
  return [...(check.findings(0) as Iterable<Finding>)].map(({ code, keys }) => [
    code,
    ...keys.map(({ PK }) => PK),
  ])
}

/** Decides a repair, in a store with these items. */
function decide(rule: typeof RULE, code: FindingCode, keys: readonly string[], ...items: Item[]) {
  const at = (key?: { readonly PK: string }) => items.find(({ PK }) => PK === key?.PK)
  const read: RepairReader['read'] = async (key) => {
    const item = at(key)
    return item && visited(item.PK.startsWith('SLUG') ? 'slug' : 'owner', item)
  }
  const readAs: RepairReader['readAs'] = async (entity, key) => {
    const item = at(key)
    const decoded = item && entity.tryDecode(item)
    return item && visited('owner', item, decoded?.ok ? decoded.value : undefined)
  }
  const repair = rule.repairs?.find(([each]) => each === code)?.[1]
  // A rule reads items alone.
  const reader = { store: undefined, read, readAs } as unknown as RepairReader
  return repair?.(
    reader,
    keys.map((PK) => ({ PK, SK: '-' })),
  )
}

test('an item that follows from its owner is no finding', () => {
  expect(find(RULE, [owner('1', 'a'), owner('2')], [SLUG])).toEqual([])
})

test('an owner without its item, and an item without its owner, are found', () => {
  expect(find(RULE, [owner('1', 'a')], [])).toEqual([['slug_missing', 'SLUG#a', 'OWNER#1']])
  expect(find(RULE, [owner('1')], [SLUG])).toEqual([['slug_stale', 'SLUG#a', 'OWNER#1']])
  expect(find(RULE, [], [{ ...SLUG, ownerId: 5 }])).toEqual([['slug_stale', 'SLUG#a']])
})

test('nothing is said of what an invalid owner may need', () => {
  expect(find(RULE, [], [SLUG], owner('1', 'a'))).toEqual([])
})

test('an item with other content is stale, and missing unless it is corrected', () => {
  const other = { ...SLUG, version: 2 }
  const stale = ['slug_stale', 'SLUG#a', 'OWNER#1']
  const missing = ['slug_missing', 'SLUG#a', 'OWNER#1']
  expect(find(RULE, [owner('1', 'a')], [other])).toEqual([stale, missing])
  expect(find(CORRECTED, [owner('1', 'a')], [other])).toEqual([stale])
})

test('an item that several owners need is found once, with all of them', () => {
  expect(find(SHARED, [owner('2', 'a'), owner('1', 'a')], [SLUG])).toEqual([
    ['slug_shared', 'SLUG#a', 'OWNER#1', 'OWNER#2'],
  ])
})

test('only items of the share are remembered', () => {
  const check = RULE.check(() => false)
  check.visit.owner(visited('owner', owners.encode(owner('1', 'a')), owner('1', 'a')))
  check.visit.slug(visited('slug', SLUG))
  expect(check.factCount).toBe(0)
  expect([...(check.findings(0) as Iterable<Finding>)]).toEqual([])
})

const OWNER = owners.encode(owner('1', 'a'))
const REQUIRED = { kind: 'check-version', key: { PK: 'OWNER#1', SK: '-' }, version: 3 }
const DELETED = { kind: 'delete-if-version', key: { PK: 'SLUG#a', SK: '-' }, version: 1 }

test('a missing item is added as long as its owner stays the same', async () => {
  expect(await decide(RULE, 'slug_missing', ['SLUG#a', 'OWNER#1'], OWNER)).toEqual({
    item: { kind: 'put-if-absent', item: SLUG },
    owner: REQUIRED,
  })
  expect(await decide(RULE, 'slug_missing', ['SLUG#a', 'OWNER#1'])).toEqual({})
})

test('a stale item is removed as long as its owner stays the same, and kept if it is right by now', async () => {
  const without = owners.encode(owner('1'))
  expect(await decide(RULE, 'slug_stale', ['SLUG#a'], SLUG, without)).toEqual({
    item: DELETED,
    owner: REQUIRED,
  })
  expect(await decide(RULE, 'slug_stale', ['SLUG#a'], SLUG)).toEqual({ item: DELETED })
  expect(await decide(RULE, 'slug_stale', ['SLUG#a'], SLUG, OWNER)).toEqual({})
  const invalid = { ...OWNER, slug: 5 }
  expect(await decide(RULE, 'slug_stale', ['SLUG#a'], SLUG, invalid)).toEqual({})
})

test('an item with other content is corrected in its place, or removed', async () => {
  const other = { ...SLUG, more: true }
  expect(await decide(CORRECTED, 'slug_stale', ['SLUG#a'], other, OWNER)).toEqual({
    item: { kind: 'put-if-present', item: SLUG },
    owner: REQUIRED,
  })
  expect(await decide(RULE, 'slug_stale', ['SLUG#a'], other, OWNER)).toEqual({
    item: DELETED,
    owner: REQUIRED,
  })
})
