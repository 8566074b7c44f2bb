import { describe, expect, test } from 'vitest'
import {
  counterKey,
  counterOfKey,
  countersRange,
  ledgerFromDate,
  ledgerKey,
  ledgerRange,
} from '../ledger/keys.ts'
import {
  availabilityKey,
  availabilityRange,
  blockKey,
  blocksRange,
  bookingIndexKeys,
  bookingKey,
  dueTriggersRange,
  eventTypeKey,
  eventTypeSlugKey,
  expirationTriggerKey,
  providerKey,
  providerSlugKey,
} from './keys.ts'

const LAST = '\u{10ffff}'

test('the name of a count leads to its item and back, and a range of dates to all counts of its periods', () => {
  const ofDay = counterKey('ety_1:day:2026-04-27')
  expect(ofDay).toEqual({ PK: 'EVENTTYPE#ety_1#LIMIT', SK: '2026-04-27#day' })
  expect(counterOfKey('ety_1', ofDay)).toBe('ety_1:day:2026-04-27')
  expect(counterKey('prv_1:minutes:2026-04-27')).toEqual({
    PK: 'PROVIDER#prv_1#LIMIT',
    SK: '2026-04-27#minutes',
  })
  expect(counterKey('ety_1:ever:ab12')).toEqual({ PK: 'EVENTTYPE#ety_1#EVER', SK: 'ab12' })
  expect(counterKey('ety_1:booker:ab12')).toEqual({ PK: 'EVENTTYPE#ety_1#BOOKER', SK: 'ab12' })
  expect(countersRange('prv_1', '2026-04-01', '2026-04-27')).toEqual({
    partition: 'PROVIDER#prv_1#LIMIT',
    from: '2026-04-01',
    to: `2026-04-27#${LAST}`,
  })
})

describe('the keys of booking', () => {
  test('never change, since data is stored under them', () => {
    expect([
      providerKey('prv_1'),
      providerSlugKey('ana'),
      availabilityKey('prv_1', '2026-04-27'),
      blockKey('prv_1', 'blk_1'),
      ledgerKey('prv_1', '2026-04-27'),
      eventTypeKey('evt_1'),
      eventTypeSlugKey('prv_1', 'visit'),
      bookingKey('bkg_1'),
      expirationTriggerKey('bkg_1', 1776672300),
    ]).toEqual([
      { PK: 'PROVIDER#prv_1', SK: '#METADATA' },
      { PK: 'PROVIDERSLUG#ana', SK: '#METADATA' },
      { PK: 'PROVIDER#prv_1', SK: 'AVAILABILITY#2026-04-27' },
      { PK: 'PROVIDER#prv_1', SK: 'BLOCK#blk_1' },
      { PK: 'PROVIDER#prv_1', SK: 'DAY#2026-04-27' },
      { PK: 'EVENTTYPE#evt_1', SK: '#METADATA' },
      { PK: 'PROVIDER#prv_1', SK: 'EVENTTYPE#visit' },
      { PK: 'BOOKING#bkg_1', SK: '#METADATA' },
      { PK: 'EXPIRATION_TRIGGER#3', SK: '1776672300#bkg_1' },
    ])
  })

  test('of indexes never change either', () => {
    const keys = bookingIndexKeys
    expect([
      keys.providersOfAccount('acc_1'),
      keys.providersBySpecialty('acc_1', 'dentist'),
      keys.directoryPartition('dentist#prv_1'),
      keys.earlierDirectory,
      keys.directoryEntry('dentist', 'prv_1'),
      keys.eventTypesOfAccount('acc_1'),
      keys.eventTypesOfProvider('prv_1'),
      keys.eventTypesBySlug('acc_1', 'visit'),
      keys.bookingsOfProvider('prv_1'),
      keys.bookingsOfEventType('evt_1'),
      keys.bookingsOfBookerId('acc_1', 'patient-7'),
      keys.bookingsOfBookerEmail('acc_1', 'ada@example.com'),
      keys.statusAndId('active', 'evt_1'),
      keys.statusAndStart('pending', '0000000600'),
      keys.statusStartAndId('pending', '0000000600', 'bkg_1'),
      keys.start(600),
    ]).toEqual([
      'ACCOUNT#acc_1#PROVIDER',
      'ACCOUNT#acc_1#SPECIALTY#dentist',
      'DIRECTORY#d',
      'DIRECTORY',
      'dentist#prv_1',
      'ACCOUNT#acc_1#EVENTTYPE',
      'PROVIDER#prv_1#EVENTTYPE',
      'ACCOUNT#acc_1#SLUG#visit',
      'PROVIDER#prv_1#BOOKING',
      'EVENTTYPE#evt_1#BOOKING',
      'BOOKER#acc_1#ID#patient-7',
      'BOOKER#acc_1#EMAIL#ada@example.com',
      'active#evt_1',
      'pending#0000000600',
      'pending#0000000600#bkg_1',
      '0000000600',
    ])
  })
})

test('the ranges of booking begin and end with the keys of one kind of item', () => {
  const partition = 'PROVIDER#prv_1'
  expect(availabilityRange('prv_1', '2026-04-27', '2026-04-30')).toEqual({
    partition,
    from: 'AVAILABILITY#2026-04-27',
    to: 'AVAILABILITY#2026-04-30',
  })
  expect(blocksRange('prv_1')).toEqual({ partition, from: 'BLOCK#', to: `BLOCK#${LAST}` })
  expect(ledgerRange('prv_1', '2026-04-27', '2026-04-30')).toEqual({
    partition,
    from: 'DAY#2026-04-27',
    to: 'DAY#2026-04-30',
  })
  expect(ledgerFromDate('prv_1', '2026-04-27')).toEqual({
    partition,
    from: 'DAY#2026-04-27',
    to: `DAY#${LAST}`,
  })
  expect(dueTriggersRange(3, 1776672300)).toEqual({
    partition: 'EXPIRATION_TRIGGER#3',
    from: '0',
    to: `1776672300${LAST}`,
  })
  expect(bookingIndexKeys.directoryRange('dentist')).toEqual({
    from: 'dentist#',
    to: `dentist#${LAST}`,
  })
  expect(bookingIndexKeys.statusRange('active')).toEqual({ from: 'active#', to: `active#${LAST}` })
})
