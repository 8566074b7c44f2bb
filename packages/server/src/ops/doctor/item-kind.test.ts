import { expect, test } from 'vitest'
import * as bookingKeys from '../../booking/keys.ts'
import * as deliveryKeys from '../../delivery/keys.ts'
import * as externalKeys from '../../external-calendars/keys.ts'
import * as identityKeys from '../../identity/keys.ts'
import * as kernelKeys from '../../kernel/keys.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import * as staysKeys from '../../stays/keys.ts'
import { kindOf } from './item-kind.ts'

/** The key builders of every context. */
const keys = {
  ...kernelKeys,
  ...identityKeys,
  ...bookingKeys,
  ...staysKeys,
  ...externalKeys,
  ...deliveryKeys,
}

type KeyOf = (...parts: readonly (string | number)[]) => ItemKey

// Which part of a key is a number is not known here, so both are tried: digits are a text as well.
const sampleOf = (build: unknown): ItemKey =>
  typeof build === 'function' ? (build as KeyOf)('1', '2', '3', '4') : (build as ItemKey)

test('every key that can be built is of a known kind, and no two builders make one kind', () => {
  const builders = Object.entries(keys).filter(([name]) => name.endsWith('Key'))
  const kinds = builders.map(([name, build]) => `${name}: ${kindOf({ ...sampleOf(build) }).kind}`)
  expect(kinds.filter((each) => each.endsWith(': unknown'))).toEqual([])
  expect(new Set(kinds.map((each) => each.split(': ')[1])).size).toBe(builders.length)
})

test('a key says whose the item is, and which', () => {
  const day = kindOf({ ...keys.ledgerKey('prv_1', '2026-04-27') })
  expect(day).toMatchObject({ kind: 'ledger_day', partitionId: 'prv_1', sortId: '2026-04-27' })
  const trigger = kindOf({ ...keys.expirationTriggerKey('bkg_1', 1_777_000_000) })
  expect(trigger).toMatchObject({ kind: 'trigger', partitionId: '', sortId: 'bkg_1' })
  expect(kindOf({ ...keys.setupKey })).toMatchObject({ kind: 'setup', partitionId: '' })
})

test.each([
  ['a stranger', { PK: 'GUEST#1', SK: '#METADATA' }],
  ['a booking under another sort key', { PK: 'BOOKING#bkg_1', SK: 'NOTE' }],
  ['a provider without an id', { PK: 'PROVIDER#', SK: '#METADATA' }],
  ['a day without a date', { PK: 'PROVIDER#prv_1', SK: 'DAY#' }],
])('%s is of no known kind', (_, key) => {
  expect(kindOf(key).kind).toBe('unknown')
})
