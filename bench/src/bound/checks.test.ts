import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { SLOT_POLICY, startsAhead } from '../http/slot-pool.ts'
import {
  checkBody,
  createAccessCheck,
  createOfferCheck,
  type KnownKey,
  type KnownOffer,
} from './checks.ts'

const SECRET = 'hf_a-key-of-the-floor-with-32-characters'
const NOW = Date.parse('2026-06-01T08:00:00Z') / 1000
const EVENT_TYPE = 'ety_01hzzzzzzzzzzzzzzzzzzzzzzz'
const KEY: KnownKey = {
  accountId: 'acc_1',
  scopes: new Set(['bookings']),
  providerIds: undefined,
  expiresAtEpochSeconds: Number.POSITIVE_INFINITY,
  isSuspended: false,
}
const OFFER: KnownOffer = {
  accountId: 'acc_1',
  providerId: 'prv_1',
  isActive: true,
  policy: SLOT_POLICY,
  boundedUntilEpochSeconds: 0,
  isLimited: false,
}

test('the floor accepts a known key, and refuses unknown, expired, suspended and restricted ones', () => {
  const asked = (key: Partial<KnownKey>, authorization = `Bearer ${SECRET}`) => {
    const keys = new Map([[hash('sha256', SECRET, 'base64url'), { ...KEY, ...key }]])
    const found = createAccessCheck(keys)({ authorization }, NOW)
    return typeof found === 'number' ? found : found.accountId
  }
  expect(asked({})).toBe('acc_1')
  expect(asked({}, `Bearer ${SECRET}x`)).toBe(401)
  expect(asked({}, SECRET)).toBe(401)
  expect(asked({ expiresAtEpochSeconds: NOW })).toBe(401)
  expect(asked({ isSuspended: true })).toBe(403)
  expect(asked({ scopes: new Set(['providers']) })).toBe(403)
})

test('the floor accepts a body of the contract, and refuses all others', () => {
  const body = {
    eventTypeId: EVENT_TYPE,
    start: '2026-06-01T09:00:00Z',
    booker: { name: 'Ada', email: 'Ada@example.com' },
  }
  const sent = (value: unknown, type = 'application/json') =>
    checkBody({ 'content-type': type }, Buffer.from(JSON.stringify(value)))
  expect(sent(body)).toEqual({ ...body, booker: { name: 'Ada', email: 'ada@example.com' } })
  expect(sent(body, 'text/plain')).toBe(415)
  expect(checkBody({ 'content-type': 'application/json' }, Buffer.from('{'))).toBe(400)
  expect(checkBody({ 'content-type': 'application/json' }, Buffer.from([34, 0xff, 34]))).toBe(400)
  const { booker } = body
  const wrong = [
    null,
    [],
    { ...body, price: 1 },
    { ...body, eventTypeId: 'ety_1' },
    { ...body, start: '2026-06-01' },
    { ...body, start: 1 },
    { ...body, booker: 'Ada' },
    { ...body, booker: { ...booker, name: ' ' } },
    { ...body, booker: { ...booker, name: 'a'.repeat(201) } },
    { ...body, booker: { ...booker, email: 'ada' } },
    { ...body, booker: { name: 'Ada' } },
  ]
  for (const each of wrong) expect(sent(each), JSON.stringify(each)).toBe(422)
})

test('the floor offers the starts of the rules in their time zone, and refuses all others', () => {
  const check = (start: string, offer: Partial<KnownOffer> = {}, key: Partial<KnownKey> = {}) =>
    createOfferCheck(new Map([[EVENT_TYPE, { ...OFFER, ...offer }]]))(
      { eventTypeId: EVENT_TYPE, start },
      { ...KEY, ...key },
      NOW,
    )
  // A Tuesday, at nine in Berlin.
  expect(check('2026-06-02T07:00:00Z')).toBe('2026-06-02T09:00')
  expect(check('2026-12-01T08:00:00Z')).toBe('2026-12-01T09:00')
  expect(check('2026-06-02T06:00:00Z')).toBe(422)
  expect(check('2026-06-02T07:10:00Z')).toBe(422)
  expect(check('2026-06-02T10:00:00Z')).toBe(422)
  expect(check('2026-05-26T07:00:00Z')).toBe(422)
  expect(check('2026-06-06T07:00:00Z')).toBe(422)
  expect(check('2026-99-02T07:00:00Z')).toBe(422)
  expect(check('2026-06-02T07:00:00Z', { isActive: false })).toBe(422)
  expect(check('2026-06-02T07:00:00Z', { accountId: 'acc_2' })).toBe(404)
  expect(check('2026-06-02T07:00:00Z', {}, { providerIds: new Set(['prv_2']) })).toBe(403)
  const dayOff = {
    dateOverrides: [{ date: '2026-06-02', windows: [] }],
  }
  expect(check('2026-06-02T07:00:00Z', { policy: { ...SLOT_POLICY, ...dayOff } })).toBe(422)
})

test('all slots of a run are offered', () => {
  const now = Math.floor(Date.now() / 1000)
  const check = createOfferCheck(new Map([[EVENT_TYPE, OFFER]]))
  for (const minutes of startsAhead(Date.now(), 7)) {
    const start = new Date(minutes * 60_000).toISOString().replace('.000', '')
    expect(check({ eventTypeId: EVENT_TYPE, start }, KEY, now)).toMatch(/T\d\d:\d\d$/)
  }
})
