import { expect, test } from 'vitest'
import { readStayQuery, stayQueryText } from './stay-query.ts'

test('a stay in an address is read as it was written', () => {
  const stay = {
    dates: { arrival: '2026-04-27', departure: '2026-04-30' },
    occupants: { adults: 2, childAges: [7, 0] },
    code: 'SPRING & MAY',
    ratePlanId: 'rpl_1',
  }
  const text = stayQueryText(stay)
  expect(text).toBe(
    '?arrival=2026-04-27&departure=2026-04-30&adults=2&childAges=7&childAges=0&code=SPRING+%26+MAY&ratePlanId=rpl_1',
  )
  expect(readStayQuery(text)).toEqual(stay)
})

test.each([
  '',
  '?arrival=2026-04-27',
  '?arrival=2026-04-27&departure=2026-04-27',
  '?arrival=2026-04-31&departure=2026-05-02',
  '?adults=0&childAges=7',
  `?code=${'x'.repeat(41)}`,
])('"%s" names no stay', (search) => expect(readStayQuery(search)).toEqual({}))
