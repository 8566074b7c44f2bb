import { expect, test } from 'vitest'
import { deviceNameOf } from './device-name.ts'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15', 'iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'Mac'],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36', 'Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101', 'Windows'],
  ['', 'Passkey'],
])('a passkey made by "%s" is called %s', (userAgent, name) => {
  expect(deviceNameOf(userAgent)).toBe(name)
})
