import { expect, test } from 'vitest'
import { readStayQuery, stayQueryText } from './stay-query.ts'

test('a stay in an address is read as it was written', () => {
  const stay = {
    dates: { arrival: '2026-04-27', departure: '2026-04-30' },
    occupants: { adults: 2, childAges: [7, 0] },
    code: 'SPRING & MAY',
    ratePlanId: 'rpl_1',
    extras: ['breakfast', 'parking'],
  }
  const text = stayQueryText(stay)
  expect(text).toBe(
    '?arrival=2026-04-27&departure=2026-04-30&adults=2&childAges=7&childAges=0&code=SPRING+%26+MAY&ratePlanId=rpl_1&extras=breakfast&extras=parking',
  )
  expect(readStayQuery(text)).toEqual(stay)
})

test('rooms in an address are read as they were written', () => {
  const stay = {
    propertyId: 'ppt_1',
    rooms: [
      { eventTypeId: 'ety_1', ratePlanId: 'rpl_1', occupants: { adults: 2, childAges: [7, 0] } },
      { eventTypeId: 'ety_2', occupants: { adults: 1, childAges: [] }, extras: ['breakfast', '7'] },
    ],
  }
  const text = stayQueryText(stay)
  expect(decodeURIComponent(text)).toBe(
    '?propertyId=ppt_1&room=ety_1,rpl_1,2,7,0&room=ety_2,,1;breakfast;7',
  )
  expect(readStayQuery(text)).toEqual(stay)
})

test('an address names at most ten rooms', () => {
  const search = `?${'room=ety_1,,2&'.repeat(11)}`
  expect(readStayQuery(search).rooms).toHaveLength(10)
})

test.each([
  '',
  '?arrival=2026-04-27',
  '?arrival=2026-04-27&departure=2026-04-27',
  '?arrival=2026-04-31&departure=2026-05-02',
  '?adults=0&childAges=7',
  `?code=${'x'.repeat(41)}`,
  '?extras=Breakfast&extras=',
  '?propertyId=cal_1&room=ety_1&room=ety_1,,0&room=ety_1,,2,18',
])('"%s" names no stay', (search) => expect(readStayQuery(search)).toEqual({}))
