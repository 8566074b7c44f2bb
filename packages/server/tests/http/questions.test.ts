import { BookingWithPrivateAnswers, ContactExport } from '@holdfast/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { makeEventType } from './support/fixtures.ts'
import { deliverOnce } from './support/work.ts'

const SECRET = 'Sleepwalking-4711'
const BOOKER = { name: 'Grace Hopper', email: 'grace@example.com' }
const GUEST = { name: 'Max', email: 'max@example.com' }
const QUESTIONS = [
  { id: 'company', label: 'Company', kind: 'text', required: true },
  { id: 'diagnosis', label: 'Diagnosis', kind: 'long_text', private: true },
  { id: 'size', label: 'Size', kind: 'select', options: ['S', 'M'] },
] as const
const NO_BOUNDS = {
  pattern: null,
  hint: null,
  min: null,
  max: null,
  optionRules: null,
  optionTexts: null,
  consent: false,
}
const ANSWERS = { company: 'Analytical', diagnosis: SECRET, size: 'M' }

let server: TestApp
let eventType: Body
beforeAll(async () => {
  server = await openTestApp()
  eventType = await makeEventType(server.call, { questions: QUESTIONS })
})
afterAll(() => server.close())

/** A new start of Monday 27 April for each call. */
let booked = 0
const nextStart = (): string => {
  booked += 1
  return new Date(Date.parse('2026-04-27T07:00:00Z') + booked * 1_800_000).toISOString()
}

const create = (more: Readonly<Record<string, unknown>> = {}) =>
  server.call('POST', '/v1/bookings', {
    body: { eventTypeId: eventType.id, start: nextStart(), booker: BOOKER, ...more },
  })

const errorsOf = ({ status, body }: { readonly status: number; readonly body: Body }) => {
  expect(status).toBe(422)
  return body.errors
}

test('questions are answered as they were sent, with every member', async () => {
  expect(eventType.questions).toEqual([
    { ...QUESTIONS[0], private: false, options: null, ...NO_BOUNDS },
    { ...QUESTIONS[1], required: false, options: null, ...NO_BOUNDS },
    { ...QUESTIONS[2], required: false, private: false, ...NO_BOUNDS },
  ])
})

test('an answer that does not match its pattern books nothing, and says what would', async () => {
  const bounded = await makeEventType(server.call, {
    questions: [
      { id: 'postcode', label: 'Postcode', kind: 'text', pattern: '\\d{5}', hint: 'Five digits' },
      { id: 'people', label: 'People', kind: 'number', min: 1, max: 12 },
    ],
  })
  expect(bounded.questions).toMatchObject([{ pattern: '\\d{5}', hint: 'Five digits' }, { max: 12 }])
  const book = (answers: object) =>
    server.call('POST', '/v1/bookings', {
      body: { eventTypeId: bounded.id, start: nextStart(), booker: BOOKER, answers },
    })
  const wrong = await book({ postcode: '1011', people: 13 })
  expect([wrong.status, wrong.body.errors?.map(({ pointer }) => pointer)]).toEqual([
    422,
    ['/answers/postcode', '/answers/people'],
  ])
  const right = await book({ postcode: '10115', people: 12 })
  expect([right.status, right.body.answers]).toEqual([202, { postcode: '10115', people: 12 }])
})

test('a booking keeps the text that its booker agreed to when the question changes', async () => {
  const ask = (label: string) => [
    { id: 'terms', label, kind: 'checkbox', required: true, consent: true },
  ]
  const asking = await makeEventType(server.call, { questions: ask('Version 3') })
  const { status, body } = await server.call('POST', '/v1/bookings', {
    body: {
      eventTypeId: asking.id,
      start: nextStart(),
      booker: BOOKER,
      answers: { terms: true },
    },
  })
  const kept = [{ questionId: 'terms', text: 'Version 3', givenAt: body.createdAt }]
  expect([status, body.consents]).toEqual([202, kept])
  await server.call('PATCH', `/v1/event-types/${asking.id}`, {
    body: { questions: ask('Version 4') },
  })
  const path = `/v1/bookings/${body.id}`
  const confirmed = await server.call('POST', `${path}/confirm`)
  expect([confirmed.status, confirmed.body.consents]).toEqual([200, kept])
  const back = await server.call('PATCH', path, { body: { answers: { terms: false } } })
  expect([back.status, back.body.consents]).toEqual([200, []])
})

test.each([
  ['text', {}, 'a question of the kind text is no consent; only checkbox can be one'],
  [
    'checkbox',
    { private: true },
    'is not possible with `private`: the booking shows what was agreed to',
  ],
])('a %s that cannot be a consent is refused at its pointer', async (kind, more, message) => {
  const questions = [{ id: 'terms', label: 'Terms', kind, consent: true, ...more }]
  const { status, body } = await server.call('PATCH', `/v1/event-types/${eventType.id}`, {
    body: { questions },
  })
  expect([status, body.errors]).toEqual([422, [{ pointer: '/questions/0/consent', message }]])
})

test('private answers are in the answer to GET of one booking with the scope `bookings`, and in no other', async () => {
  const key = (
    await server.call('POST', '/v1/api-keys', { body: { name: 'reader', scopes: ['read'] } })
  ).body.secret
  const endpoint = { url: 'https://receiver.example.com/', events: [] }
  await server.call('POST', '/v1/webhook-endpoints', { body: endpoint })
  const created = await create({ answers: ANSWERS })
  expect(created.body.answers).toEqual({ company: 'Analytical', size: 'M' })
  const path = `/v1/bookings/${created.body.id}`
  const token = created.body.manageToken
  const confirmed = await server.call('POST', `${path}/confirm`, {
    headers: { 'idempotency-key': 'confirm' },
  })
  await deliverOnce(server.deps)
  const others = [
    created,
    confirmed,
    await server.call('GET', path, { key }),
    await server.call('GET', path, { key: token }),
    await server.call('GET', `${path}/details`, { key: token }),
    await server.call('GET', '/v1/bookings'),
    await server.call('GET', '/v1/events'),
    await server.call('PATCH', path, { body: { answers: { size: 'S' } } }),
  ]
  for (const got of others) {
    expect([got.status, got.text.includes(SECRET), 'privateAnswers' in got.body]).toEqual([
      got === created ? 202 : 200,
      false,
      false,
    ])
  }
  const theirs = await server.call('GET', path, { key: token })
  expect('metadata' in theirs.body).toBe(false)
  const whole = await server.call('GET', path)
  expect(BookingWithPrivateAnswers.parse(whole.body)).toMatchObject({
    answers: { company: 'Analytical', size: 'S' },
    privateAnswers: { diagnosis: SECRET },
  })
  expect(JSON.stringify(server.logLines)).not.toContain(SECRET)
})

test('a required answer, a wrong one and an unknown one are refused together, each with its pointer', async () => {
  const errors = errorsOf(await create({ answers: { size: 'XL', shoe: '42' } }))
  expect(errors).toEqual([
    {
      pointer: '/answers/size',
      message: 'The answer to "Size" is wrong: "XL". Send one of "S", "M".',
    },
    {
      pointer: '/answers/shoe',
      message:
        '"shoe" is no question of the event type. Its questions are company, diagnosis, size.',
    },
    { pointer: '/answers/company', message: 'The answer to "Company" is required.' },
  ])
})

test('the account may leave out required answers with `override` only', async () => {
  expect((await create()).status).toBe(422)
  expect((await create({ override: true })).status).toBe(202)
})

test('a hold without a booker is asked when it is confirmed', async () => {
  const body = { eventTypeId: eventType.id, start: nextStart() }
  const hold = await server.call('POST', '/v1/public/bookings', { key: null, body })
  const path = `/v1/bookings/${hold.body.id}/confirm`
  const key = hold.body.manageToken
  const confirm = (more: Readonly<Record<string, unknown>>) =>
    server.call('POST', path, { key, body: { booker: BOOKER, ...more } })
  expect(errorsOf(await confirm({}))).toEqual([
    { pointer: '/answers/company', message: 'The answer to "Company" is required.' },
  ])
  const confirmed = await confirm({ answers: ANSWERS, guests: [GUEST] })
  expect([confirmed.status, confirmed.body.answers, confirmed.body.guests]).toEqual([
    200,
    { company: 'Analytical', size: 'M' },
    [GUEST],
  ])
})

test('a phone number is stored in E.164, read in the zone of the booker or else of the provider', async () => {
  const answers = { company: 'x' }
  const own = await create({ answers, booker: { ...BOOKER, phone: '030 901820' } })
  const away = { ...BOOKER, phone: '01 40 20 50 50', timeZone: 'Europe/Paris' }
  const theirs = await create({ answers, booker: away })
  expect([own.body.booker.phone, theirs.body.booker.phone]).toEqual(['+4930901820', '+33140205050'])
  const [error] = errorsOf(await create({ answers, booker: { ...BOOKER, phone: '12345' } }))
  expect(error).toEqual({
    pointer: '/booker/phone',
    message:
      '"12345" must be a valid phone number, best with + and country code, such as +41443334455',
  })
  const path = `/v1/bookings/${own.body.id}`
  const patched = await server.call('PATCH', path, { body: { booker: { phone: '089 1234567' } } })
  expect(patched.body.booker.phone).toBe('+49891234567')
})

test('answers, metadata and guests are changed without the rest, and null removes one', async () => {
  const fields = { answers: ANSWERS, guests: [GUEST], metadata: { crm: 'c-1', source: 'ad' } }
  const { body } = await create(fields)
  const path = `/v1/bookings/${body.id}`
  const change = { answers: { size: null }, metadata: { source: null, tier: 'gold' }, guests: [] }
  const patched = await server.call('PATCH', path, { body: change })
  const { answers, guests, metadata, version } = patched.body
  expect([answers, guests, metadata, version]).toEqual([
    { company: 'Analytical' },
    [],
    { crm: 'c-1', tier: 'gold' },
    2,
  ])
  expect((await server.call('GET', path)).body.privateAnswers).toEqual({ diagnosis: SECRET })
  const twice = await server.call('PATCH', path, { body: { guests: [GUEST, GUEST] } })
  expect(errorsOf(twice)).toEqual([
    {
      pointer: '/guests/1/email',
      message: '"max@example.com" is another guest already. Send each once.',
    },
  ])
})

test('bookings are listed by their metadata, within bounds that must be given', async () => {
  const answers = { company: 'x' }
  const { body } = await create({ answers, metadata: { 'order no.': 'A [1]&2', crm: 'c-9' } })
  await create({ answers, metadata: { 'order no.': 'B', crm: 'c-9' } })
  const range = 'from=2026-04-01&to=2026-05-01'
  const key = encodeURIComponent('metadata[order no.]')
  const filter = `${key}=${encodeURIComponent('A [1]&2')}&metadata[crm]=c-9`
  const found = await server.call('GET', `/v1/bookings?${range}&${filter}`)
  expect([found.status, found.body.data.map(({ id }) => id)]).toEqual([200, [body.id]])
  const none = await server.call('GET', `/v1/bookings?${range}&metadata[constructor]=x`)
  expect([none.body.data, none.body.nextCursor]).toEqual([[], null])
  expect(errorsOf(await server.call('GET', '/v1/bookings?metadata[crm]=c-9'))).toEqual([
    { pointer: '/query/from', message: 'is required with `metadata`' },
    { pointer: '/query/to', message: 'is required with `metadata`' },
  ])
  expect(errorsOf(await server.call('GET', `/v1/bookings?${range}&metadata=c-9`))).toMatchObject([
    { pointer: '/query/metadata' },
  ])
})

test('an export has the private answers, and where the person is a guest of others', async () => {
  const { body } = await create({ answers: ANSWERS, guests: [GUEST] })
  const hers = ContactExport.parse(
    (await server.call('POST', `/v1/contacts/${BOOKER.email}/export`)).body,
  )
  expect(hers.bookings.find(({ id }) => id === body.id)?.privateAnswers).toEqual({
    diagnosis: SECRET,
  })
  expect(hers.invitations).toEqual([])
  const his = await server.call('POST', `/v1/contacts/${GUEST.email}/export`)
  const { bookings, events, invitations } = ContactExport.parse(his.body)
  expect([bookings, events]).toEqual([[], []])
  expect(invitations).toContainEqual({
    bookingId: body.id,
    start: body.start,
    end: body.end,
    name: 'Max',
  })
  expect(his.text).not.toContain(BOOKER.email)
})
