import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body, Call } from './support/call.ts'
import { eventTypeBody, makeProvider, newSlug } from './support/fixtures.ts'
import { challengeOf, encodedProof, solve } from './support/proofs.ts'

let server: TestApp
let eventType: Body
beforeAll(async () => {
  server = await openTestApp({ settings: { publicGuard: 'pow' } })
  const provider = await makeProvider(server.call, { slug: newSlug() })
  const body = eventTypeBody(provider.id, { slug: newSlug() })
  eventType = (await server.call('POST', '/v1/event-types', { body })).body
})
afterAll(() => server.close())

const anybody = { key: null }
const challenge = () => challengeOf(server.call)

let days = 0
const newStart = (): string => {
  days += 1
  return new Date(Date.parse('2026-04-26T08:00:00Z') + days * 86_400_000)
    .toISOString()
    .replace('.000', '')
}
/** Working days only, since the event type is closed on weekends. */
const nextStart = (): string => {
  const start = newStart()
  return [0, 6].includes(new Date(start).getUTCDay()) ? nextStart() : start
}

const book = (proofOfWork: string | undefined, call: Call = server.call) =>
  call('POST', '/v1/public/bookings', {
    ...anybody,
    body: { eventTypeId: eventType.id, start: nextStart(), ...(proofOfWork && { proofOfWork }) },
  })

describe('with the proof-of-work guard, a public booking', () => {
  test('needs a solved challenge, which counts once at all servers together', async () => {
    const proof = await solve(await challenge())
    const another = await server.another()
    const answers = await Promise.all([book(proof), book(proof, another), book(proof)])
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 403, 403])
    const refused = answers.find(({ status }) => status === 403)
    expect([refused?.body.code, refused?.body.detail]).toEqual([
      'proof_of_work_required',
      'The proof of work is already used. Solve a new challenge from GET /v1/proof-of-work.',
    ])
  })

  test('is refused without a solution, or with one that is wrong or of another server', async () => {
    const given = await challenge()
    const right = JSON.parse(Buffer.from(await solve(given), 'base64').toString())
    const cheaper = { ...given, parameters: { ...given.parameters, keyPrefix: '00', cost: 1 } }
    const details: unknown[] = []
    for (const proof of [
      undefined,
      'not base64 of anything',
      encodedProof({ ...right, solution: { ...right.solution, derivedKey: '00'.repeat(32) } }),
      encodedProof({ ...right, challenge: { ...given, signature: '00'.repeat(32) } }),
      encodedProof({ ...right, challenge: cheaper }),
    ]) {
      const got = await book(proof)
      expect([got.status, got.body.code]).toEqual([403, 'proof_of_work_required'])
      details.push(got.body.detail)
    }
    expect(details[0]).toBe(
      '`proofOfWork` is missing. Solve a challenge from GET /v1/proof-of-work.',
    )
    expect(new Set(details.slice(1))).toEqual(
      new Set(['The proof of work is invalid. Solve a new challenge from GET /v1/proof-of-work.']),
    )
  })

  test('can be retried with its idempotency key after a refusal, and replayed with its used proof', async () => {
    const headers = { 'idempotency-key': 'one-booking' }
    const start = nextStart()
    const proof = await solve(await challenge())
    const send = (proofOfWork: string) =>
      server.call('POST', '/v1/public/bookings', {
        ...anybody,
        headers,
        body: { eventTypeId: eventType.id, start, proofOfWork },
      })
    expect((await send('wrong')).status).toBe(403)
    const made = await send(proof)
    expect(made.status).toBe(202)
    expect((await send(proof)).body).toEqual(made.body)
  })

  test('accepts a solution until 20 minutes after its challenge, not later', async () => {
    const late = await solve(await challenge())
    server.clock.moveTo(server.clock.nowEpochMilliseconds() + 20 * 60_000)
    const got = await book(late)
    expect([got.status, got.body.detail]).toEqual([
      403,
      'The proof of work is expired. Solve a new challenge from GET /v1/proof-of-work.',
    ])
  })
})

test('a guest needs a solved challenge for a stay, and an account with its key none', async () => {
  const body = {
    name: 'House',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    publicStays: true,
  }
  const house = await server.call('POST', '/v1/calendars', { body })
  const take = (proof: Readonly<Record<string, string>>) =>
    server.call('POST', `/v1/stays/${house.body.id}`, {
      ...anybody,
      body: {
        arrival: '2026-06-01',
        departure: '2026-06-03',
        guest: { name: 'Eva', email: 'eva@example.com' },
        ...proof,
      },
    })
  const refused = await take({})
  expect([refused.status, refused.body.code]).toEqual([403, 'proof_of_work_required'])
  expect((await take({ proofOfWork: await solve(await challenge()) })).status).toBe(201)
  const booked = await server.call('POST', '/v1/bookings', {
    body: {
      eventTypeId: eventType.id,
      start: nextStart(),
      booker: { name: 'Grace', email: 'grace@example.com' },
    },
  })
  expect(booked.status).toBe(202)
})
