import { expect, test } from 'vitest'
import type { Dependencies } from '../kernel/dependencies.ts'
import { holdAttribute } from '../kernel/items/ledger-item.ts'
import type { Item, Store } from '../kernel/ports/store.ts'
import { ledgerKey } from './keys.ts'
import { occupiedTime, type ReadDay, readLedger } from './occupied-time.ts'

const NOW = 1_777_000_000
// 2026-04-27 is day 20570 since 1970-01-01; its quantum 108 begins at 09:00 UTC.
const DAY = 20_570
const at = (quantum: number) => DAY * 1440 + quantum * 5

const day = (expiresAtEpochSeconds: number): readonly ReadDay[] => [
  {
    dayNumber: DAY,
    ledger: {
      rev: 1,
      taken: new Set([108, 109, 120, 121]),
      holds: [{ bookingId: 'bkg_1', firstQuantum: 108, quantumCount: 2, expiresAtEpochSeconds }],
      blocks: [],
    },
  },
]

test('the time of a hold is free from the second of its expiry, though it was asked for before', () => {
  const days = day(NOW + 10)
  const held = [at(108), at(110), at(120), at(122)]
  expect([...occupiedTime(days, NOW)]).toEqual(held)
  expect([...occupiedTime(days, NOW + 9)]).toEqual(held)
  expect([...occupiedTime(days, NOW + 10)]).toEqual([at(120), at(122)])
  expect([...occupiedTime(days, NOW + 11)]).toEqual([at(120), at(122)])
})

test('a clock that was set back sees the hold again', () => {
  const days = day(NOW + 10)
  expect([...occupiedTime(days, NOW + 10)]).toEqual([at(120), at(122)])
  expect([...occupiedTime(days, NOW)]).toEqual([at(108), at(110), at(120), at(122)])
})

test('while nothing lapses, the same days are computed once', () => {
  const days = day(NOW + 10)
  const before = occupiedTime(days, NOW)
  expect(occupiedTime(days, NOW + 9)).toBe(before)
  const after = occupiedTime(days, NOW + 10)
  expect(occupiedTime(days, NOW + 10_000)).toBe(after)
  expect(after).not.toBe(before)
})

test('days that are read again are decoded once, until they change', async () => {
  const ledgerItem = (taken: readonly number[]): Item => ({
    ...ledgerKey('prv_1', '2026-04-27'),
    taken: new Set(taken),
    [holdAttribute('bkg_1')]: [108, 1, NOW + 10],
    rev: 1,
  })
  let items: readonly Item[] = [ledgerItem([108])]
  const store = { query: async () => ({ items }) } as Partial<Store>
  const deps = { store } as Dependencies
  const reach = { startEpochMinutes: at(0), endEpochMinutes: at(288) }
  const occupied = async () => [...occupiedTime(await readLedger(deps, 'prv_1', reach, false), NOW)]
  expect(await occupied()).toEqual([at(108), at(109)])
  expect(await readLedger(deps, 'prv_1', reach, false)).toBe(
    await readLedger(deps, 'prv_1', reach, false),
  )
  items = [ledgerItem([108, 109])]
  expect(await occupied()).toEqual([at(108), at(110)])
})
