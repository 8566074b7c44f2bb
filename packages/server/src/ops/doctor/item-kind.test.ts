import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import * as bookingKeys from '../../booking/keys.ts'
import * as deliveryKeys from '../../delivery/keys.ts'
import * as externalKeys from '../../external-calendars/keys.ts'
import * as identityKeys from '../../identity/keys.ts'
import * as kernelKeys from '../../kernel/keys.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import * as ledgerKeys from '../../ledger/keys.ts'
import * as staysKeys from '../../stays/keys.ts'
import { ENTITIES, INDEXED_KINDS } from './entities.ts'
import { formsOf, kindOfKey } from './item-kind.ts'

/** The functions of all contexts that build keys, by context: two have a `sessionKey`. */
const keys = {
  kernel: kernelKeys,
  identity: identityKeys,
  ledger: ledgerKeys,
  booking: bookingKeys,
  stays: staysKeys,
  external: externalKeys,
  delivery: deliveryKeys,
}

type KeyOf = (...parts: readonly (string | number)[]) => ItemKey

// Digits work for parts of a key that are numbers and for parts that are texts.
const sampleOf = (build: unknown): ItemKey =>
  typeof build === 'function' ? (build as KeyOf)('1', '2', '3', '4') : (build as ItemKey)

test('every key builder builds keys of its own known kind', () => {
  // The key of a count is built from the count's name. The name of a key is no key.
  const others = ['counterKey', 'counterOfKey', 'nameOfKey']
  const builders = Object.values(keys)
    .flatMap((context) => Object.entries<unknown>({ ...context }))
    .filter(([name]) => name.endsWith('Key') && !others.includes(name))
  const kinds = builders.map(
    ([name, build]) => `${name}: ${kindOfKey({ ...sampleOf(build) }).kind}`,
  )
  expect(kinds.filter((each) => each.endsWith(': unknown'))).toEqual([])
  // The slug of a provider is reserved in the namespace of its account or in the shared one.
  const shared = ['ownProviderSlugKey']
  const ofOneKind = builders.length - shared.length
  expect(new Set(kinds.map((each) => each.split(': ')[1])).size).toBe(ofOneKind)
})

test.each([
  ['ety_1:day:2026-05-01', 'limit_count', 'ety_1'],
  ['ety_1:week:2026-04-27', 'limit_count', 'ety_1'],
  ['prv_1:month:2026-05-01', 'limit_count', 'prv_1'],
  ['prv_1:minutes:2026-05-01', 'limit_count', 'prv_1'],
  ['ety_1:booker:c2lsdmVy', 'booker_count', 'ety_1'],
  ['ety_1:ever:c2lsdmVy', 'booker_ever_count', 'ety_1'],
  ['acc_1:booker:c2lsdmVy', 'account_booker_count', 'acc_1'],
  ['acc_1:ever:c2lsdmVy', 'account_booker_ever_count', 'acc_1'],
])('the key of the count %s has the kind "%s" of %s', (counter, kind, partitionId) => {
  expect(kindOfKey(keys.ledger.counterKey(counter))).toMatchObject({ kind, partitionId })
})

test('the variable parts of a key are its ids', () => {
  const day = kindOfKey({ ...keys.ledger.ledgerKey('prv_1', '2026-04-27') })
  expect(day).toMatchObject({ kind: 'ledger_day', partitionId: 'prv_1', sortId: '2026-04-27' })
  const trigger = kindOfKey({ ...keys.booking.expirationTriggerKey('bkg_1', 1_777_000_000) })
  expect(trigger).toMatchObject({ kind: 'trigger', partitionId: '', sortId: 'bkg_1' })
  expect(kindOfKey({ ...keys.identity.setupKey })).toMatchObject({ kind: 'setup', partitionId: '' })
})

test.each([
  ['an unknown partition', { PK: 'GUEST#1', SK: '#METADATA' }],
  ['a booking under another sort key', { PK: 'BOOKING#bkg_1', SK: 'NOTE' }],
  ['a provider without an id', { PK: 'PROVIDER#', SK: '#METADATA' }],
  ['a day without a date', { PK: 'PROVIDER#prv_1', SK: 'DAY#' }],
])('%s has the kind "unknown"', (_, key) => {
  expect(kindOfKey(key).kind).toBe('unknown')
})

test('the forms of indexed kinds are those of their keys', () => {
  expect(INDEXED_KINDS).toContain('booking')
  expect(INDEXED_KINDS.every((kind) => ENTITIES[kind].isIndexed)).toBe(true)
  const { bookingKey, bookingGuestsKey, eventTypeKey } = keys.booking
  const forms = formsOf(INDEXED_KINDS)
  const matching = ({ PK, SK }: ItemKey) =>
    forms.filter((form) => matchesGlob(PK, form.PK) && matchesGlob(SK, form.SK)).length
  const wanted = [bookingKey('bkg_1'), bookingGuestsKey('bkg_1', 2), eventTypeKey('ety_1')]
  expect(wanted.map(matching)).toEqual([1, 1, 1])
  const { ledgerKey, counterKey } = keys.ledger
  const others = [ledgerKey('prv_1', '2026-04-27'), counterKey('ety_1:day:2026-05-01')]
  expect(others.map(matching)).toEqual([0, 0])
})
