import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAccount } from '../../src/identity/accounts/accounts.ts'
import { forgetAccounts } from '../../src/identity/accounts/known-accounts.ts'
import { memberEntity } from '../../src/identity/members/member.ts'
import { changeAnyAccount } from '../../src/identity/operator/operator-accounts.ts'
import { systemCaller } from '../../src/kernel/caller.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import {
  BOOKER,
  eventTypeBody,
  makeProvider,
  NEXT_START,
  newSlug,
  START,
} from './support/fixtures.ts'
import { openMailbox, type TestMailbox } from './support/mailbox.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let mailbox: TestMailbox
let server: TestApp
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openTestApp()
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const anybody = { key: null }

/** A request by a stranger, and the address of its provider. */
async function request(): Promise<{ readonly booking: Body; readonly address: string }> {
  const address = `ada-${newSlug()}@example.com`
  const { id } = await makeProvider(server.call, { slug: newSlug(), email: address })
  const body = eventTypeBody(id, { confirmation: 'approval' })
  const eventType = await server.call('POST', '/v1/event-types', { body })
  const made = await server.call('POST', '/v1/public/bookings', {
    ...anybody,
    body: { eventTypeId: eventType.body.id, start: START, booker: BOOKER, note: 'By the door' },
  })
  return { booking: made.body, address }
}

/** The tokens in the links of the newest email to an address. */
async function tokensTo(address: string) {
  await mailbox.send(server)
  const newest = (await mailbox.to(address)).at(-1)
  const links = newest?.text.matchAll(/(\w+): (https:\S+\/decide\/\S+)/g) ?? []
  return Object.fromEntries(
    [...links].map(([, label, link = '']) => {
      const url = new URL(link)
      const { token = '', action } = Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
      return [label, { path: url.pathname, token, action }]
    }),
  )
}

async function tokenTo(address: string): Promise<string> {
  const { Approve } = await tokensTo(address)
  if (Approve === undefined) throw new Error(`no link to ${address}`)
  return Approve.token
}

const read = (id: string, token: string) =>
  server.call('GET', `/v1/public/decisions/${id}`, {
    ...anybody,
    headers: { 'decision-token': token },
  })
const send = (id: string, body: Readonly<Record<string, unknown>>) =>
  server.call('POST', `/v1/public/decisions/${id}`, { ...anybody, body })

test('the email to the provider has two links to one page, with the token in the fragment', async () => {
  const { booking, address } = await request()
  const links = await tokensTo(address)
  const path = `/decide/${booking.id}`
  expect(links).toMatchObject({
    Approve: { path, action: 'approve' },
    Decline: { path, action: 'decline' },
  })
  expect(links.Approve?.token).toBe(links.Decline?.token)
})

test('a request shows who asks until it is decided, and then only its state', async () => {
  const { booking, address } = await request()
  const token = await tokenTo(address)
  const open = await read(booking.id, token)
  expect(open.headers.get('cache-control')).toBe('no-store')
  expect(open.headers.get('referrer-policy')).toBe('no-referrer')
  expect(open.body).toEqual({
    bookingId: booking.id,
    state: 'open',
    title: 'First visit',
    providerName: 'Dr. Ada Weber',
    arrival: null,
    departure: null,
    start: START,
    end: NEXT_START,
    timeZone: 'Europe/Berlin',
    holdExpiresAt: booking.holdExpiresAt,
    booker: BOOKER,
    note: 'By the door',
  })
  const approved = await send(booking.id, { token, decision: 'approve' })
  expect([approved.status, approved.body.state]).toEqual([200, 'approved'])
  const over = { ...open.body, state: 'approved', holdExpiresAt: null, booker: null, note: null }
  expect((await read(booking.id, token)).body).toEqual(over)
  expect((await server.call('GET', `/v1/bookings/${booking.id}`)).body.status).toBe('confirmed')
})

/** A visit that two people were asked to approve, each by an email of their own. */
async function requestVisit() {
  const people = await Promise.all(
    ['cut', 'color'].map(async (name) => {
      const address = `${name}-${newSlug()}@example.com`
      const { id } = await makeProvider(server.call, { slug: newSlug(), email: address })
      const body = eventTypeBody(id, { confirmation: 'approval' })
      const eventType = await server.call('POST', '/v1/event-types', { body })
      return { address, eventTypeId: eventType.body.id }
    }),
  )
  const starts = [START, NEXT_START]
  const items = people.map(({ eventTypeId }, index) => ({ eventTypeId, start: starts[index] }))
  const made = await server.call('POST', '/v1/public/booking-groups', {
    ...anybody,
    body: { items, together: true, booker: BOOKER },
  })
  const tokens: string[] = []
  for (const { address } of people) tokens.push(await tokenTo(address))
  const ids = (made.body.bookings as unknown as readonly Body[]).map(({ id }) => id)
  const statuses = async () => {
    const { body } = await server.call('GET', `/v1/booking-groups/${made.body.id}`)
    return (body.bookings as unknown as readonly Body[]).map(({ status }) => status)
  }
  return { ids, tokens, statuses }
}

test('whoever approves a part of a visit first approves all of it', async () => {
  const { ids, tokens, statuses } = await requestVisit()
  const approved = await send(ids[1] ?? '', { token: tokens[1], decision: 'approve' })
  expect([approved.status, approved.body.state]).toEqual([200, 'approved'])
  expect(await statuses()).toEqual(['confirmed', 'confirmed'])
  expect((await read(ids[0] ?? '', tokens[0] ?? '')).body.state).toBe('approved')
  const late = await send(ids[0] ?? '', { token: tokens[0], decision: 'decline' })
  expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
})

test('whoever declines a part of a visit declines all of it', async () => {
  const { ids, tokens, statuses } = await requestVisit()
  const body = { token: tokens[0], decision: 'decline', reason: 'I am away.' }
  const declined = await send(ids[0] ?? '', body)
  expect([declined.status, declined.body.state]).toEqual([200, 'declined'])
  expect(await statuses()).toEqual(['cancelled', 'cancelled'])
  const other = await server.call('GET', `/v1/bookings/${ids[1]}`)
  expect(other.body.cancellationReason).toBe('I am away.')
  expect((await read(ids[1] ?? '', tokens[1] ?? '')).body.state).toBe('declined')
})

test('a declined request is cancelled with the reason, and cannot be approved', async () => {
  const { booking, address } = await request()
  const token = await tokenTo(address)
  const declined = await send(booking.id, { token, decision: 'decline', reason: 'I am away.' })
  expect([declined.status, declined.body.state]).toEqual([200, 'declined'])
  const { body } = await server.call('GET', `/v1/bookings/${booking.id}`)
  expect([body.status, body.cancelledBy, body.cancellationReason]).toEqual([
    'cancelled',
    'account',
    'I am away.',
  ])
  const late = await send(booking.id, { token, decision: 'approve' })
  expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
})

test('the email about a new time has links of its own, and the old ones end', async () => {
  const { booking, address } = await request()
  const token = await tokenTo(address)
  const path = `/v1/bookings/${booking.id}/reschedule`
  await server.call('POST', path, { body: { start: NEXT_START } })
  expect((await read(booking.id, token)).body.state).toBe('moved')
  const old = await send(booking.id, { token, decision: 'approve' })
  expect([old.status, old.body.code]).toEqual([409, 'invalid_transition'])
  expect(old.body.detail).toBe('The booking was moved. Use the link in the newest email.')
})

test('a decision sent twice with an idempotency key is replayed', async () => {
  const { booking, address } = await request()
  const token = await tokenTo(address)
  const sent = {
    ...anybody,
    headers: { 'idempotency-key': 'decide-twice' },
    body: { token, decision: 'approve' },
  }
  const path = `/v1/public/decisions/${booking.id}`
  const first = await server.call('POST', path, sent)
  const second = await server.call('POST', path, sent)
  expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
})

test('reading a link decides nothing', async () => {
  const { booking, address } = await request()
  const token = await tokenTo(address)
  for (const method of ['GET', 'HEAD'] as const) {
    const headers = { 'decision-token': token }
    await server.call(method, `/v1/public/decisions/${booking.id}`, { ...anybody, headers })
  }
  expect((await server.call('GET', `/v1/bookings/${booking.id}`)).body.status).toBe('pending')
})

test.each([
  ['of the booker', (booking: Body) => booking.manageToken],
  ['that nobody made', () => 'prv_1.1777273200.hm_1'],
])('a token %s finds nothing', async (_, tokenOf) => {
  const { booking } = await request()
  const token = tokenOf(booking)
  const got = await read(booking.id, token)
  const sent = await send(booking.id, { token, decision: 'approve' })
  expect([got.status, sent.status, sent.body.code]).toEqual([404, 404, 'not_found'])
})

test.each([
  ['no token', { decision: 'approve' }, '/token'],
  ['an unknown decision', { token: 'x', decision: 'maybe' }, '/decision'],
  ['a reason to approve', { token: 'x', decision: 'approve', reason: 'why not' }, '/reason'],
])('a decision with %s is invalid', async (_, body, pointer) => {
  const got = await send('bkg_01k5w3q8v0m9c2r4t6x8z0b1d3', body)
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
})

test('a request without its token is invalid', async () => {
  const path = '/v1/public/decisions/bkg_01k5w3q8v0m9c2r4t6x8z0b1d3'
  const got = await server.call('GET', path, anybody)
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/header/Decision-Token'])
})

/** A request for the only doctor of a practice, who has no address. */
async function requestOfPractice(practice: { readonly email?: string }): Promise<Body> {
  const doctor = await makeProvider(server.call, { slug: newSlug() })
  const owner = await makeProvider(server.call, { slug: newSlug(), kind: 'team', ...practice })
  const requirements = [{ name: 'doctor', providerIds: [doctor.id], count: 1 }]
  const body = eventTypeBody(owner.id, { confirmation: 'approval', requirements })
  const eventType = await server.call('POST', '/v1/event-types', { body })
  const made = await server.call('POST', '/v1/public/bookings', {
    ...anybody,
    body: { eventTypeId: eventType.body.id, start: START, booker: BOOKER },
  })
  expect(made.status).toBe(202)
  return made.body
}

test('the address of a team gets the requests of its event types, and its links decide', async () => {
  const address = `desk-${newSlug()}@example.com`
  const booking = await requestOfPractice({ email: address })
  const token = await tokenTo(address)
  const decided = await server.call('POST', `/v1/public/decisions/${booking.id}`, {
    ...anybody,
    body: { token, decision: 'approve' },
  })
  expect(decided).toMatchObject({ status: 200, body: { state: 'approved' } })
})

test('a request that reaches no provider goes to the owners of the account, and their links decide', async () => {
  const accountId = await firstAccount(server.deps)
  const address = `owner-${newSlug()}@example.com`
  const now = 1_776_672_000
  const member = {
    id: 'mem_owner',
    accountId,
    version: 1,
    email: address,
    name: 'Olga Owner',
    role: 'owner',
    status: 'active',
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  } as const
  await transact(server.deps, { member: memberEntity.create(member) })
  const booking = await requestOfPractice({})
  const token = await tokenTo(address)
  const declined = await server.call('POST', `/v1/public/decisions/${booking.id}`, {
    ...anybody,
    body: { token, decision: 'decline', reason: 'We are closed' },
  })
  expect(declined).toMatchObject({ status: 200, body: { state: 'declined' } })
  // Who has a provider with an address to decide is not written to.
  const reached = await request()
  expect(await tokensTo(reached.address)).toHaveProperty('Approve')
  expect(await mailbox.to(address)).toHaveLength(1)
})

// Last, since it suspends the account.
test('a suspended account answers no links', async () => {
  const { booking, address } = await request()
  const token = await tokenTo(address)
  const accountId = await firstAccount(server.deps)
  const operator = systemCaller(accountId, 'test')
  const change = { status: 'suspended' } as const
  expect(await changeAnyAccount(server.deps, operator, accountId, change)).toMatchObject({
    ok: true,
  })
  forgetAccounts(server.deps)
  const got = await read(booking.id, token)
  const sent = await send(booking.id, { token, decision: 'approve' })
  expect([got.status, sent.status, sent.body.code]).toEqual([403, 403, 'account_suspended'])
})

test('every documented answer was seen', () => {
  expect(server.call.unseen('Decisions', REFUSED_ALIKE)).toEqual([])
})
