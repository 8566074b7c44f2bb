import { expect, test } from 'vitest'
import { isPriceable, isWholeStay, stayBodyOf } from './stay-draft.ts'

const STAY = {
  arrival: '2026-05-10',
  departure: '2026-05-13',
  adults: '2',
  childAges: '',
  ratePlanId: '',
  rooms: '1',
}

test('a stay says who stays, and by which plan if there is one', () => {
  expect(stayBodyOf(STAY)).toEqual({
    arrival: '2026-05-10',
    departure: '2026-05-13',
    occupants: { adults: 2, childAges: [] },
  })
  expect(stayBodyOf({ ...STAY, childAges: ' 4,7; 11', ratePlanId: 'rpl_1' })).toMatchObject({
    occupants: { adults: 2, childAges: [4, 7, 11] },
    ratePlanId: 'rpl_1',
  })
})

test('a stay can be booked once its departure is after its arrival', () => {
  const departures = ['', '2026-05-09', '2026-05-10', '2026-05-11']
  expect(departures.map((departure) => isWholeStay({ ...STAY, departure }))).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect(isWholeStay({ ...STAY, arrival: '' })).toBe(false)
})

test('prices are asked for once the dates and all people are typed', () => {
  expect(isPriceable({ ...STAY, childAges: '4, 7' })).toBe(true)
  expect(isPriceable({ ...STAY, departure: '' })).toBe(false)
  expect(isPriceable({ ...STAY, adults: '' })).toBe(false)
  expect(isPriceable({ ...STAY, childAges: '4, x' })).toBe(false)
})
