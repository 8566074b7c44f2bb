import { expect, test } from 'vitest'
import { bookingOfPart, shownPartId } from './shown-part.ts'

const spans = [
  { offsetMinutes: 0, durationMinutes: 10 },
  { offsetMinutes: 20, durationMinutes: 10 },
]
const WASH = {
  id: 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6',
  assignments: [
    { requirement: 'stylist', providerId: 'prv_1', providerName: 'Cleo', spans },
    { requirement: 'chair', providerId: 'prv_2', providerName: 'Chair' },
  ],
}

test('an entry of a span names its booking, and is another one than the invitation of the booker', () => {
  const ids = [0, 1].map((index) => shownPartId(WASH, 'prv_1', index))
  expect(ids).toEqual([`${WASH.id}.s1`, `${WASH.id}.s2`])
  expect(ids.map(bookingOfPart)).toEqual([WASH.id, WASH.id])
})

test('an entry of all the time has the id of its booking, and the name of a session stays as it is', () => {
  expect(shownPartId(WASH, 'prv_2', 0)).toBe(WASH.id)
  expect(bookingOfPart(WASH.id)).toBe(WASH.id)
  expect(bookingOfPart('ety_01@1777280400')).toBe('ety_01@1777280400')
})
