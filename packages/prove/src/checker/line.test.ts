import { expect, test } from 'vitest'
import { checkLine, type LineEntry, type LineOffer } from './line.ts'

const NEVER = Number.POSITIVE_INFINITY

/** Somebody who joined at a time and wants starts from 540 to 600. */
const entry = (id: string, joinedBy: number, more: Partial<LineEntry> = {}): LineEntry => ({
  id,
  joinedFrom: joinedBy - 10,
  joinedBy,
  from: 540,
  to: 601,
  leftFrom: NEVER,
  offers: [],
  ...more,
})
const offer = (start: number, earliest: number, more: Partial<LineOffer> = {}): LineOffer => ({
  bookingId: `bkg_${start}`,
  start,
  earliest,
  latest: earliest + 50,
  ...more,
})

test('whoever is first on the wait list gets the first offer', () => {
  const first = entry('a', 100, { offers: [offer(540, 300)] })
  const second = entry('b', 200, { offers: [offer(570, 400)] })
  expect(checkLine([first, second])).toEqual([])
  const passedOver = [entry('a', 100), entry('b', 200, { offers: [offer(540, 300)] })]
  expect(checkLine(passedOver)).toEqual([
    'offer bkg_540 of start 540 to b passes over a, who is earlier on the wait list',
  ])
})

test.each<[string, LineEntry]>([
  ['wants other starts', entry('a', 100, { from: 600, to: 631 })],
  ['has left before', entry('a', 100, { leftFrom: 340 })],
  ['may have had an offer before', entry('a', 100, { offers: [offer(600, 320)] })],
  ['joined at the same time', entry('a', 195)],
  ['is later on the wait list by its id', entry('c', 100)],
])('somebody who %s is not passed over', (_, other) => {
  const second = entry('b', 200, { offers: [offer(540, 300)] })
  expect(checkLine([other, second])).toEqual([])
})

test('nobody gets a start that they do not want', () => {
  expect(checkLine([entry('a', 100, { offers: [offer(630, 300)] })])).toEqual([
    'offer bkg_630 of start 630 to a is not wanted',
  ])
})

test('nobody gets the same start a second time', () => {
  const offers = [offer(540, 300), offer(540, 900, { bookingId: 'bkg_again' })]
  expect(checkLine([entry('a', 100, { offers })])).toEqual([
    'offer bkg_again of start 540 to a is the second one of this start',
  ])
})
