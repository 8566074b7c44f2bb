import { expect, test } from 'vitest'
import { createPhoneNumbers } from './phone-numbers.ts'

const { toE164 } = createPhoneNumbers()

test('a number without a country code is one of the country of the first zone that has one', async () => {
  expect(await toE164('030 901820', ['Europe/Berlin', 'Europe/Paris'])).toBe('+4930901820')
  expect(await toE164('01 40 20 50 50', ['UTC', 'Europe/Paris'])).toBe('+33140205050')
  expect(await toE164('(202) 555-0100', ['US/Eastern'])).toBe('+12025550100')
  expect(await toE164('020 7946 0000', ['Europe/London'])).toBe('+442079460000')
})

test('old and new names of a zone belong to the same country', async () => {
  expect(await toE164('022 2202 2345', ['Asia/Kolkata'])).toBe('+912222022345')
  expect(await toE164('022 2202 2345', ['Asia/Calcutta'])).toBe('+912222022345')
})

test('without a country, only a number with its country code is read', async () => {
  expect(await toE164('+49 30 901820', ['UTC', 'No/Zone'])).toBe('+4930901820')
  expect(await toE164('030 901820', ['UTC', 'No/Zone'])).toBeUndefined()
  expect(await toE164('030 901820', [])).toBeUndefined()
})

test('a country code wins over the zone', async () => {
  expect(await toE164('+33 1 40 20 50 50', ['Europe/Berlin'])).toBe('+33140205050')
  expect(await toE164('0033 1 40 20 50 50', ['Europe/Berlin'])).toBe('+33140205050')
})

test('what is no valid number is not read', async () => {
  for (const text of ['', 'call me', '110', '+49 30', '+999 123456', '+49 30 901820 ext. 5']) {
    expect(await toE164(text, ['Europe/Berlin']), text).toBeUndefined()
  }
})
