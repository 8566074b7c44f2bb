import { expect, test } from 'vitest'
import { searchZones } from './zone-search.ts'

test('zones are found by city, by region and by several words, the city that starts so first', () => {
  expect(searchZones('berlin')).toEqual(['Europe/Berlin'])
  expect(searchZones('new york')).toEqual(['America/New_York'])
  expect(searchZones('SAO P')[0]).toBe('America/Sao_Paulo')
  expect(searchZones('são paulo')).toEqual(['America/Sao_Paulo'])
  expect(searchZones('lond')[0]).toBe('Europe/London')
  expect(searchZones('nowhere')).toEqual([])
})
