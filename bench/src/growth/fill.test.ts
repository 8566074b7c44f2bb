import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createSqliteStore } from '../../../packages/server/src/adapters/sqlite/sqlite-store.ts'
import type { Item } from '../../../packages/server/src/kernel/ports/store.ts'
import { inspect } from '../../../packages/server/src/ops/doctor/inspect.ts'
import { bulkWriterOf, sqliteBulkWriter } from './bulk-writer.ts'
import { fillStore } from './fill.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z') / 1000
const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** Fills a new store; `beside`: beside its store and not through it. */
async function filledStore(bookings: number, providers: number, beside: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-growth-'))
  folders.push(folder)
  const file = join(folder, 'holdfast.sqlite')
  const store = await createSqliteStore({ file })
  const plan = { bookings, providers, seed: 7, nowEpochSeconds: NOW }
  const filled = await fillStore(store, plan, (opened) =>
    beside ? sqliteBulkWriter(file) : bulkWriterOf(opened, 'fill'),
  )
  return { store, filled }
}

async function itemsOf(store: Parameters<typeof inspect>[0]['store']): Promise<readonly Item[]> {
  const items: Item[] = []
  for await (const page of store.scan()) items.push(...page)
  return items.sort((a, b) => (a.PK + a.SK < b.PK + b.SK ? -1 : 1))
}

test('the doctor finds nothing in a filled store of one provider or of many', async () => {
  const clock = { nowEpochMilliseconds: () => NOW * 1000 }
  for (const [bookings, providers] of [
    [1_000, 1],
    [2_000, 25],
  ] as const) {
    const { store } = await filledStore(bookings, providers, true)
    const { findings, checked } = await inspect({ store, clock })
    expect(findings).toEqual([])
    expect(checked).toMatchObject({
      booking: bookings,
      provider: providers,
      event_head: 1,
      unknown: 0,
    })
    expect(checked.ledger_day).toBeGreaterThan(20)
    expect(checked.event).toBeGreaterThan(1_000)
    expect(checked.due).toBeGreaterThan(20)
    expect(checked.contact_booking).toBeGreaterThan(500)
    // Only many providers have other bookings ahead than confirmed ones.
    expect(checked.trigger > 0).toBe(providers > 1)
    await store.close()
  }
})

test('one seed gives the same items, also if they are written beside the store', async () => {
  const first = await filledStore(1_000, 12, true)
  const second = await filledStore(1_000, 12, false)
  expect(second.filled).toEqual(first.filled)
  const items = await itemsOf(first.store)
  // Some five items of each booking.
  expect(items.length).toBeGreaterThan(4_000)
  expect(await itemsOf(second.store)).toEqual(items)
  await first.store.close()
  await second.store.close()
})

test('a month of slots has the same bookings in stores of all sizes', async () => {
  const ahead = async (bookings: number) => {
    const { store, filled } = await filledStore(bookings, 12, true)
    const { items } = await store.query({
      partition: `PROVIDER#${filled.measured[3]?.providerId}`,
      from: 'DAY#2026-11-24',
      to: 'DAY#2026-12-24',
    })
    await store.close()
    return items.map(({ SK, taken }) => [SK, taken])
  }
  const few = await ahead(1_000)
  expect(few).toHaveLength(20)
  expect(await ahead(2_000)).toEqual(few)
})
