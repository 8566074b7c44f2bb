import { afterEach, beforeEach, expect, test } from 'vitest'
import { PUBLIC_CAPS, type PublicCaps } from '../../src/identity/limits/cap-sizes.ts'
import { NOW, openTestApp, type TestApp } from './support/app.ts'
import { signInBooker } from './support/booker-sign-in.ts'
import type { Body, Call } from './support/call.ts'
import { makeEventType } from './support/fixtures.ts'
import { newAddress } from './support/people.ts'
import { challengeOf, solve } from './support/proofs.ts'

const WITHOUT_PROOF = { tenMinutes: 5, day: 12 }
const MINUTE = 60_000

let server: TestApp
let type: Body
const open = async (caps: Partial<PublicCaps>) => {
  server = await openTestApp({ settings: { publicCaps: { ...PUBLIC_CAPS, ...caps } } })
  type = await makeEventType(server.call, { durationMinutes: 5 })
  starts = 0
}
beforeEach(() => open({ withoutProof: WITHOUT_PROOF }))
afterEach(() => server.close())

let starts = 0
/** A start that no other call of the test asked for. */
const nextStart = (): string => {
  starts += 1
  return new Date(Date.parse('2026-04-27T07:00:00Z') + (starts - 1) * 5 * MINUTE)
    .toISOString()
    .replace('.000', '')
}

const hold = (more: object = {}, { call = server.call, from = newAddress(), headers = {} } = {}) =>
  call('POST', '/v1/public/bookings', {
    key: null,
    from,
    headers,
    body: { eventTypeId: type.id, start: nextStart(), ...more },
  })
const holds = (count: number, call?: Call) =>
  Promise.all(Array.from({ length: count }, () => hold({}, call ? { call } : {})))
const statusesOf = (got: readonly { readonly status: number }[]) =>
  got.map(({ status }) => status).sort()

test('parallel holds from many addresses at two servers pass exactly the cap; then a proof is asked for', async () => {
  const another = await server.another()
  const got = (await Promise.all([holds(10), holds(10, another)])).flat()
  expect(statusesOf(got)).toEqual([...Array(5).fill(202), ...Array(15).fill(403)])
  const refused = got.find(({ status }) => status === 403)
  expect([refused?.body.code, refused?.body.detail]).toEqual([
    'proof_of_work_required',
    '`proofOfWork` is missing. Solve a challenge from GET /v1/proof-of-work.',
  ])
})

test('a caller who solves the challenge books while others are refused, once for each proof', async () => {
  await holds(6)
  const proofOfWork = await solve(await challengeOf(server.call))
  expect((await hold({ proofOfWork })).status).toBe(202)
  const again = await hold({ proofOfWork })
  expect([again.status, again.body.detail]).toEqual([
    403,
    'The proof of work is already used. Solve a new challenge from GET /v1/proof-of-work.',
  ])
  expect((await hold()).status).toBe(403)
})

test('the demand ends with its window of ten minutes, and that of the day at midnight UTC', async () => {
  expect(statusesOf(await holds(6))).toEqual([...Array(5).fill(202), 403])
  server.clock.moveTo(NOW + 10 * MINUTE - 1)
  expect((await hold()).status).toBe(403)
  server.clock.moveTo(NOW + 10 * MINUTE)
  expect(statusesOf(await holds(6))).toEqual([...Array(5).fill(202), 403])
  server.clock.moveTo(NOW + 20 * MINUTE)
  // Two of twelve a day are left.
  expect(statusesOf(await holds(4))).toEqual([202, 202, 403, 403])
  server.clock.moveTo(Date.parse('2026-04-20T23:59:59Z'))
  expect((await hold()).status).toBe(403)
  server.clock.moveTo(Date.parse('2026-04-21T00:00:00Z'))
  expect((await hold()).status).toBe(202)
})

test('one address alone cannot bring about the demand', async () => {
  await server.close()
  await open({ bookings: { tenMinutes: 3, day: 50 }, withoutProof: WITHOUT_PROOF })
  const from = newAddress()
  const got: Awaited<ReturnType<typeof hold>>[] = []
  for (let calls = 0; calls < 30; calls += 1) got.push(await hold({}, { from }))
  expect(statusesOf(got)).toEqual([...Array(3).fill(202), ...Array(27).fill(429)])
  expect((await hold()).status).toBe(202)
})

test('bookings with an API key and of bookers who signed in need no proof and count for nothing', async () => {
  await server.call('PATCH', '/v1/account', { body: { slug: 'lakeside' } })
  const booker = { name: 'Grace', email: 'grace@example.com' }
  await server.call('POST', '/v1/contacts', { body: booker })
  const token = await signInBooker(server, 'lakeside', booker.email)
  const headers = { authorization: `Bearer ${token}` }
  const signedIn = () => hold({ booker }, { headers })
  const own = () =>
    server.call('POST', '/v1/bookings', {
      body: { eventTypeId: type.id, start: nextStart(), booker },
    })
  for (let calls = 0; calls < 3; calls += 1) {
    expect([(await own()).status, (await signedIn()).status]).toEqual([202, 202])
  }
  expect(statusesOf(await holds(6))).toEqual([...Array(5).fill(202), 403])
  expect([(await own()).status, (await signedIn()).status]).toEqual([202, 202])
})

test('the cap is of one account, and its factor raises it', async () => {
  await server.call('PATCH', '/v1/account', { body: { publicLimitFactor: 2 } })
  expect(statusesOf(await holds(11))).toEqual([...Array(10).fill(202), 403])
  const asOther: Call = Object.assign(
    (...[method, path, sent]: Parameters<Call>) =>
      server.call(method, path, { ...sent, key: server.otherKey }),
    server.call,
  )
  const other = await makeEventType(asOther)
  expect((await hold({ eventTypeId: other.id, start: '2026-04-28T07:00:00Z' })).status).toBe(202)
})

test('stays, groups and entries of wait lists count with the bookings, and take a proof', async () => {
  const guest = { name: 'Eva', email: 'eva@example.com' }
  const house = await server.call('POST', '/v1/calendars', {
    body: { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights', publicStays: true },
  })
  const visit = await makeEventType(server.call, {
    confirmation: 'instant',
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end: '09:30' }] }],
    waitlist: {},
  })
  const start = '2026-04-27T07:00:00Z'
  await server.call('POST', '/v1/bookings', {
    body: { eventTypeId: visit.id, start, booker: { name: 'Ada', email: 'ada@example.com' } },
  })
  const send = (path: string, body: object) =>
    server.call('POST', path, { key: null, from: newAddress(), body })
  const stay = (more: object = {}) =>
    send(`/v1/stays/${house.body.id}`, {
      arrival: '2026-06-01',
      departure: '2026-06-03',
      guest,
      ...more,
    })
  const group = (more: object = {}) =>
    send('/v1/public/booking-groups', {
      items: [1, 2, 3].map(() => ({ eventTypeId: type.id, start: nextStart() })),
      booker: guest,
      ...more,
    })
  const wait = (email: string, more: object = {}) =>
    send('/v1/public/waitlist', {
      eventTypeId: visit.id,
      from: '2026-04-27',
      to: '2026-04-28',
      booker: { name: 'Eva', email },
      ...more,
    })
  const first = [await stay(), await group(), await wait('eva@example.com')]
  expect(first.map(({ status, body }) => body.code ?? status)).toEqual([201, 202, 201])
  const refused = [
    await hold(),
    await stay({ arrival: '2026-06-11', departure: '2026-06-13' }),
    await group(),
    await wait('ben@example.com'),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('proof_of_work_required'))
  const proof = async () => ({ proofOfWork: await solve(await challengeOf(server.call)) })
  const solved = [
    await stay({ arrival: '2026-06-11', departure: '2026-06-13', ...(await proof()) }),
    await group(await proof()),
    await wait('ben@example.com', await proof()),
  ]
  expect(solved.map(({ status, body }) => body.code ?? status)).toEqual([201, 202, 201])
})

test('a proof that does not count is no hindrance while none is asked for', async () => {
  expect((await hold({ proofOfWork: 'not base64 of anything' })).status).toBe(202)
})
