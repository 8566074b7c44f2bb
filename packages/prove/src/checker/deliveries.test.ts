import { expect, test } from 'vitest'
import { checkDeliveries } from './deliveries.ts'

const EVENT = { type: 'booking.created', resourceId: 'bkg_a', version: 1 }
const LOGGED = { id: 'evt_a', position: 1, ...EVENT }

test('deliveries are right if each event of the log arrived as it is there', () => {
  expect(checkDeliveries([LOGGED], new Map([['evt_a', EVENT]]))).toEqual([])
})

test('an event that was not delivered is a violation', () => {
  expect(checkDeliveries([LOGGED], new Map())).toEqual([
    'event evt_a (booking.created) was not delivered',
  ])
})

test('an event that was delivered with another version is a violation', () => {
  const delivered = new Map([['evt_a', { ...EVENT, version: 2 }]])
  expect(checkDeliveries([LOGGED], delivered)[0]).toContain('event evt_a was delivered as')
})

test('a delivered event that is not in the log is a violation', () => {
  expect(checkDeliveries([], new Map([['evt_a', EVENT]]))).toEqual([
    'event evt_a was delivered, but is not in the log',
  ])
})
