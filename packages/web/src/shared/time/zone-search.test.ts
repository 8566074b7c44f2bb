import { expect, test } from 'vitest'
import { meantZone, searchZones } from './zone-search.ts'

test('zones are found by city, by region and by several words, the city that starts so first', () => {
  expect(searchZones('berlin')).toEqual(['Europe/Berlin'])
  expect(searchZones('new york')).toEqual(['America/New_York'])
  expect(searchZones('SAO P')[0]).toBe('America/Sao_Paulo')
  expect(searchZones('são paulo')).toEqual(['America/Sao_Paulo'])
  expect(searchZones('lond')[0]).toBe('Europe/London')
  expect(searchZones('nowhere')).toEqual([])
})

test.each([
  ['new york', 'America/New_York'],
  ['America/New_York', 'America/New_York'],
  ['kathm', 'Asia/Kathmandu'],
  // Also a part of other names.
  ['Paris', 'Europe/Paris'],
  ['america', undefined],
  ['nowhere', undefined],
  ['', undefined],
])('%j means the zone %s if nothing is chosen', (text, zone) => {
  expect(meantZone(text, searchZones(text))).toBe(zone)
})
