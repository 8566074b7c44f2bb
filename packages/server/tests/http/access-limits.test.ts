import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { proveAddress, sendMails, signInBooker } from './support/booker-sign-in.ts'
import type { Body } from './support/call.ts'
import { makeEventType } from './support/fixtures.ts'
import { newAddress } from './support/people.ts'

const MEMBER = 'mia@example.com'
const GUEST = 'gus@example.com'

let server: TestApp
/** What the store was asked for since the last look. */
let asked: string[] = []
let trial: Body
let memberToken: string
beforeAll(async () => {
  server = await openTestApp({
    between: (store) => ({
      get: (key, options) => {
        // Every five seconds the account is read anew, whoever calls.
        if (!/^ACCOUNT#[^#]+$/.test(key.PK)) asked.push(`get ${key.PK.split('#')[0]}`)
        return store.get(key, options)
      },
      getMany: (keys, options) => {
        asked.push(`getMany ${keys.map(({ PK }) => PK.split('#')[0]).join()}`)
        return store.getMany(keys, options)
      },
      query: (request) => {
        asked.push('query')
        return store.query(request)
      },
      transact: (writes, token) => {
        asked.push(`transact ${writes.map(({ kind }) => kind).join()}`)
        return store.transact(writes, token)
      },
    }),
  })
  const { call } = server
  await call('PATCH', '/v1/account', { body: { slug: 'lakeside' } })
  trial = await makeEventType(call, { ...RULES, limits: { perBookerEver: 1, perBooker: 1 } })
  await call('POST', '/v1/contacts', { body: { name: 'Mia', email: MEMBER, tags: ['member'] } })
  await call('POST', '/v1/contacts', { body: { name: 'Gus', email: GUEST } })
  memberToken = await signInBooker(server, 'lakeside', MEMBER)
})
afterAll(() => server.close())

const RULES = { confirmation: 'instant', slotStepMinutes: 60 }
const START = '2026-04-22T08:00:00Z'
const at = (index: number) => `2026-04-22T${String(8 + index).padStart(2, '0')}:00:00Z`

const bookAs = (eventType: Body, start: string, email: string, token?: string) =>
  server.call('POST', '/v1/public/bookings', {
    key: null,
    from: newAddress(),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: { eventTypeId: eventType.id, start, booker: { name: 'Somebody', email } },
  })
const vouch = (eventType: Body, start: string, email: string, more = {}) =>
  server.call('POST', '/v1/bookings', {
    body: { eventTypeId: eventType.id, start, booker: { name: 'A', email }, ...more },
  })

test('an impostor who types an address learns nothing of its limits, and uses up nothing of them', async () => {
  expect((await vouch(trial, START, MEMBER)).status).toBe(201)
  const answers: string[] = []
  const work: string[][] = []
  await bookAs(trial, at(1), 'first@example.com')
  for (const [index, email] of [MEMBER, GUEST, 'new@example.com'].entries()) {
    asked = []
    const held = await bookAs(trial, at(2 + index), email)
    work.push(asked)
    expect([held.status, held.body.status]).toEqual([202, 'pending'])
    answers.push(
      JSON.stringify(held.body, (key, value) =>
        /^(id|manageToken|start|end|localStart|email|holdExpiresAt|\w+Until)$/.test(key)
          ? typeof value
          : value,
      ),
    )
  }
  expect([answers[1], answers[2]]).toEqual([answers[0], answers[0]])
  expect([work[1], work[2]]).toEqual([work[0], work[0]])
  // The person whose address was typed still books.
  expect((await vouch(trial, at(5), GUEST)).status).toBe(201)
})

test('the proof counts: one that is one too many is refused, and the hold ends as holds do', async () => {
  const other = await makeEventType(server.call, { ...RULES, limits: { perBookerEver: 1 } })
  const first = await bookAs(other, START, 'pia@example.com')
  const second = await bookAs(other, at(1), 'pia@example.com')
  const mails = await sendMails(server)
  const proved = await proveAddress(server, first.body.id, mails)
  expect([proved.status, proved.body.status]).toEqual([200, 'confirmed'])
  const refused = await proveAddress(server, second.body.id, mails)
  expect([refused.status, refused.body.code, refused.body.limit, refused.body.count]).toEqual([
    409,
    'booker_not_allowed',
    'perBookerEver',
    1,
  ])
  const still = await server.call('GET', `/v1/bookings/${second.body.id}`)
  expect(still.body.status).toBe('pending')
  expect((await inspect(server.deps)).findings).toEqual([])
})

test('two proofs at once count one booking', async () => {
  const other = await makeEventType(server.call, { ...RULES, limits: { perBookerEver: 1 } })
  const held = [
    await bookAs(other, START, 'zoe@example.com'),
    await bookAs(other, at(1), 'zoe@example.com'),
  ]
  const mails = await sendMails(server)
  const answers = await Promise.all(held.map(({ body }) => proveAddress(server, body.id, mails)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('each kind of customer has its own limits; an override counts and is not bound', async () => {
  const access = [{ tags: ['member'], limits: { perBooker: 2 } }, { tags: [] }]
  const eventType = await makeEventType(server.call, { ...RULES, access, limits: { perBooker: 1 } })
  expect(eventType.access).toEqual([
    {
      tags: ['member'],
      maxNoShows: null,
      maxAdvanceDays: null,
      amount: null,
      limits: { perBooker: 2, perBookerEver: null },
    },
    { tags: [], maxNoShows: null, maxAdvanceDays: null, amount: null, limits: null },
  ])
  const codes = async (email: string, from: number) => {
    const answers: Awaited<ReturnType<typeof vouch>>[] = []
    for (const index of [0, 1, 2]) answers.push(await vouch(eventType, at(from + index), email))
    return answers.map(({ status, body }) => body.code ?? status)
  }
  expect(await codes(MEMBER, 0)).toEqual([201, 201, 'limit_reached'])
  expect(await codes(GUEST, 3)).toEqual([201, 'limit_reached', 'limit_reached'])
  const signedIn = await bookAs(eventType, at(6), MEMBER, memberToken)
  expect([signedIn.status, signedIn.body.code]).toEqual([409, 'limit_reached'])
  expect((await vouch(eventType, at(6), GUEST, { override: true })).status).toBe(201)
})

test('a member whose kind alone is limited counts from the first booking on, also without the tag', async () => {
  const access = [{ tags: ['member'] }, { tags: [], limits: { perBookerEver: 1 } }]
  const eventType = await makeEventType(server.call, { ...RULES, access })
  expect((await vouch(eventType, START, MEMBER)).status).toBe(201)
  expect((await vouch(eventType, at(1), MEMBER)).status).toBe(201)
  const found = await server.call('GET', `/v1/contacts?email=${MEMBER}`)
  const id = found.body.data[0]?.id
  await server.call('PATCH', `/v1/contacts/${id}`, { body: { tags: [] } })
  const refused = await vouch(eventType, at(2), MEMBER)
  expect([refused.status, refused.body.code]).toEqual([409, 'booker_not_allowed'])
})

test('a limit that is out of range is refused with its place', async () => {
  const save = (body: object) => server.call('PATCH', `/v1/event-types/${trial.id}`, { body })
  const zero = await save({ access: [{ tags: [], limits: { perBookerEver: 0 } }] })
  expect([zero.status, zero.body.errors[0].pointer]).toEqual([
    422,
    '/access/0/limits/perBookerEver',
  ])
  const period = await save({ access: [{ tags: [], limits: { perDay: 1 } }] })
  expect([period.status, period.body.errors[0].pointer]).toEqual([422, '/access/0/limits/perDay'])
})
