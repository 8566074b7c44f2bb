import { expect, test } from 'vitest'
import { splitGuests } from './split-guests.ts'

const DOUBLE = { base: 2, adults: 2, children: 1, total: 3 }
const SINGLE = { base: 1, adults: 1, children: 0, total: 1 }
const FAMILY = { base: 4, adults: 4, children: 3, total: 4 }
const adults = (count: number) => ({ adults: count, childAges: [] })

test('five adults fill two double rooms and a single room', () => {
  const party = splitGuests(adults(5), [DOUBLE, DOUBLE, SINGLE])
  expect(party).toEqual([adults(2), adults(2), adults(1)])
})

test('no child is in a room without an adult', () => {
  expect(splitGuests({ adults: 2, childAges: [7, 3] }, [DOUBLE, DOUBLE])).toEqual([
    { adults: 1, childAges: [7] },
    { adults: 1, childAges: [3] },
  ])
})

test('the larger room gets more people', () => {
  expect(splitGuests(adults(5), [DOUBLE, FAMILY])).toEqual([adults(2), adults(3)])
})

test('no room gets more people than it has places, and who finds none is left out', () => {
  expect(splitGuests({ adults: 5, childAges: [4, 5] }, [DOUBLE, SINGLE])).toEqual([
    { adults: 2, childAges: [4] },
    { adults: 1, childAges: [] },
  ])
})

test('a room more than there are adults is for one adult', () => {
  expect(splitGuests(adults(1), [DOUBLE, null])).toEqual([adults(1), adults(1)])
})
