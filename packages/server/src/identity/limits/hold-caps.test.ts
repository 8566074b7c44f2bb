import { expect, test } from 'vitest'
import { HoldCaps } from './hold-caps.ts'

const NOW = 1_777_000_000
const wanted = (n: number, more = {}) => ({
  providerId: 'prv_1',
  clientNetwork: '192.0.2.1',
  email: `booker-${n}@example.com`,
  ...more,
})

test('one address cannot hold more than ten times of a provider at once, under any name', () => {
  const holdCaps = new HoldCaps()
  for (let n = 0; n < 10; n += 1) {
    expect(holdCaps.refusal(wanted(n), NOW)).toBeUndefined()
    holdCaps.note(wanted(n), NOW + 300 + n, NOW)
  }
  expect(holdCaps.refusal(wanted(11), NOW)).toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 300,
  })
  expect(holdCaps.refusal(wanted(11, { clientNetwork: '192.0.2.2' }), NOW)).toBeUndefined()
  expect(holdCaps.refusal(wanted(11, { providerId: 'prv_2' }), NOW)).toBeUndefined()
})

test('one booker cannot hold more than three times of a provider at once, from any address', () => {
  const holdCaps = new HoldCaps()
  for (const clientNetwork of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    holdCaps.note(wanted(1, { clientNetwork }), NOW + 300, NOW)
  }
  const next = wanted(1, { clientNetwork: '192.0.2.4' })
  expect(holdCaps.refusal(next, NOW + 299)).toMatchObject({ retryAfterSeconds: 1 })
  expect(holdCaps.refusal(next, NOW + 300)).toBeUndefined()
})
