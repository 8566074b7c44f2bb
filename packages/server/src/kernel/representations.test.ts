import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantText } from './representations.ts'

test('an instant has the text of its date, also before 1970 and with parts of a second', () => {
  // The years 1000 to 9999.
  const second = fc.double({ min: -30_610_224_000, max: 253_402_300_799, noNaN: true })
  fc.assert(
    fc.property(second, (epochSeconds) => {
      const wanted = new Date(Math.floor(epochSeconds) * 1000).toISOString().slice(0, 19)
      expect(instantText(epochSeconds)).toBe(`${wanted}Z`)
    }),
  )
})

test.each([
  [0, '1970-01-01T00:00:00Z'],
  [-1, '1969-12-31T23:59:59Z'],
  [1_777_280_399, '2026-04-27T08:59:59Z'],
  [1_835_395_200, '2028-02-29T00:00:00Z'],
])('%i is %s', (epochSeconds, text) => {
  expect(instantText(epochSeconds)).toBe(text)
  // From the cache of days.
  expect(instantText(epochSeconds)).toBe(text)
})
