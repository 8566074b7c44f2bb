import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { ENGINES } from '../../../tests/support/stores.ts'
import { InvalidCursor } from '../../kernel/ports/store.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { repair } from '../../ops/doctor/repair.ts'
import { bookingIndexKeys } from '../keys.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { listShared } from './shared-directory.ts'

// In the order of the list: that of the bytes of UTF-8.
const SPECIALTIES = [
  '',
  '3d print',
  'acupuncture',
  'c# tutor',
  'c',
  'dentist',
  'dentist',
  'vet',
  'zumba',
  '\u{e9}tiologie',
  '\u{ff41}',
  '\u{1f43b}',
]

describe.each(ENGINES)('the shared directory on %s', (engine) => {
  let world: BookingWorld
  let slugs: readonly string[]
  beforeAll(async () => {
    world = await openBookingWorld(engine)
    const made: string[] = []
    for (const [index, specialty] of SPECIALTIES.entries()) {
      const slug = `p${index}`
      await world.provider({ slug, listed: true, ...(specialty && { specialty }) })
      made.push(slug)
    }
    slugs = made
  })
  afterAll(() => world.close())

  const providers = async () => {
    const partition = bookingIndexKeys.providersOfAccount(world.accountId)
    const { items } = await world.store.query({ index: 'GSI1', partition, consistent: true })
    return items.filter(({ GSI3SK }) => GSI3SK !== undefined)
  }

  /** Stores some of the listed providers as servers did when the directory had one partition. */
  async function storeAsBefore(isOld: (index: number) => boolean): Promise<void> {
    for (const [index, item] of (await providers()).entries()) {
      if (!isOld(index)) continue
      const version = Number(item.version)
      const old = { ...item, GSI3PK: 'DIRECTORY', version: version + 1 }
      const write = { kind: 'put-if-version', item: old, version } as const
      await world.store.transact([write], `${item.PK} ${version}`)
    }
  }

  async function pages(limit: number, specialty?: string): Promise<readonly string[][]> {
    const found: string[][] = []
    let cursor: string | undefined
    do {
      const page = await listShared(world.deps, specialty, { limit, ...(cursor && { cursor }) })
      found.push(page.data.map(({ slug }) => slug))
      cursor = page.cursor
    } while (cursor !== undefined)
    return found
  }

  const partitionsInUse = async () => new Set((await providers()).map(({ GSI3PK }) => GSI3PK)).size

  test('is spread by the first letter of the specialty, and listed in one order', async () => {
    expect(await partitionsInUse()).toBe(7)
    expect(await pages(100)).toEqual([slugs])
    expect(await pages(5)).toEqual([slugs.slice(0, 5), slugs.slice(5, 10), slugs.slice(10)])
    expect(await pages(1)).toEqual(slugs.map((slug) => [slug]))
    expect(await pages(1, 'Dentist')).toEqual([['p5'], ['p6']])
    expect(await pages(6, '')).toEqual([['p0']])
    expect(await pages(6, 'undertaker')).toEqual([[]])
  })

  test.each([
    ['all', () => true],
    ['every other one', (index: number) => index % 2 === 0],
  ])('lists what an earlier version stored, in the same order: %s', async (_, isOld) => {
    await storeAsBefore(isOld)
    expect(await pages(100)).toEqual([slugs])
    expect(await pages(5)).toEqual([slugs.slice(0, 5), slugs.slice(5, 10), slugs.slice(10)])
    expect(await pages(1, 'Dentist')).toEqual([['p5'], ['p6']])
  })

  test('moves a provider with its next change', async () => {
    await storeAsBefore(() => true)
    expect(await partitionsInUse()).toBe(1)
    for (const item of await providers()) {
      const id = item.PK.slice('PROVIDER#'.length)
      unwrap(await updateProvider(world.deps, world.caller, id, { name: 'Dr. Ada' }))
    }
    expect(await partitionsInUse()).toBe(7)
    expect(await pages(5)).toEqual([slugs.slice(0, 5), slugs.slice(5, 10), slugs.slice(10)])
  })

  test('is moved whole by the doctor', async () => {
    await storeAsBefore((index) => index < 3)
    const found = await inspect(world.deps)
    expect(found.findings.map(({ code }) => code)).toEqual([
      'index_wrong',
      'index_wrong',
      'index_wrong',
    ])
    await repair(world.deps, found.findings)
    expect((await inspect(world.deps)).findings).toEqual([])
    expect(await partitionsInUse()).toBe(7)
    expect(await pages(100)).toEqual([slugs])
  })

  test('rejects the cursor of another list', async () => {
    const { cursor = '' } = await listShared(world.deps, undefined, { limit: 1 })
    await expect(listShared(world.deps, 'vet', { limit: 1, cursor })).rejects.toThrow(InvalidCursor)
  })
})
