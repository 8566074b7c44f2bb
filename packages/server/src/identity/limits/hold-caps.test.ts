import { expect, test } from 'vitest'
import { HoldCaps } from './hold-caps.ts'

const NOW = 1_777_000_000
const request = (n: number, overrides = {}) => ({
  providerId: 'prv_1',
  clientNetwork: '192.0.2.1',
  email: `booker-${n}@example.com`,
  ...overrides,
})

test('one network cannot have more than ten live holds with a provider, whatever emails it gives', () => {
  const holdCaps = new HoldCaps()
  for (let n = 0; n < 10; n += 1) {
    expect(holdCaps.refusal(request(n), NOW)).toBeUndefined()
    holdCaps.record(request(n), NOW + 300 + n, NOW)
  }
  expect(holdCaps.refusal(request(11), NOW)).toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 300,
  })
  expect(holdCaps.refusal(request(11, { clientNetwork: '192.0.2.2' }), NOW)).toBeUndefined()
  expect(holdCaps.refusal(request(11, { providerId: 'prv_2' }), NOW)).toBeUndefined()
})

test('one booker cannot have more than three live holds with a provider, from any network', () => {
  const holdCaps = new HoldCaps()
  for (const clientNetwork of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    holdCaps.record(request(1, { clientNetwork }), NOW + 300, NOW)
  }
  const next = request(1, { clientNetwork: '192.0.2.4' })
  expect(holdCaps.refusal(next, NOW + 299)).toMatchObject({ retryAfterSeconds: 1 })
  expect(holdCaps.refusal(next, NOW + 300)).toBeUndefined()
})
