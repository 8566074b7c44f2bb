import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, openTestApp, type TestApp } from './support/app.ts'
import { makeProvider } from './support/fixtures.ts'
import { asPage, joinMember } from './support/people.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const invite = (body: object) =>
  server.call('POST', '/v1/members', { body: { name: 'Ada', role: 'viewer', ...body } })

test('a member is created, listed, read, changed and removed', async () => {
  const made = await invite({ email: 'Ada@Example.com' })
  const location = `/v1/members/${made.body.id}`
  expect([made.status, made.headers.get('location')]).toEqual([201, location])
  expect(made.body).toEqual({
    id: expect.stringMatching(/^mbr_/),
    version: 1,
    email: 'ada@example.com',
    name: 'Ada',
    role: 'viewer',
    providerIds: null,
    status: 'invited',
    createdAt: '2026-04-20T08:00:00Z',
    updatedAt: '2026-04-20T08:00:00Z',
  })
  expect((await server.call('GET', location)).body).toEqual(made.body)
  expect((await server.call('GET', '/v1/members')).body.data).toEqual([made.body])
  const changed = await server.call('PATCH', location, {
    body: { role: 'scheduler' },
    headers: { 'if-match': '"1"' },
  })
  expect([changed.status, changed.body.role, changed.headers.get('etag')]).toEqual([
    200,
    'scheduler',
    '"2"',
  ])
  const resent = await server.call('POST', `${location}/resend-invitation`, { body: {} })
  expect([resent.status, resent.body.version]).toEqual([202, 3])
  expect((await server.call('DELETE', location)).status).toBe(204)
  expect((await server.call('GET', location)).status).toBe(404)
  expect((await server.call('DELETE', location)).status).toBe(404)
  expect((await server.call('PATCH', location, { body: {} })).status).toBe(404)
  const gone = await server.call('POST', `${location}/resend-invitation`, { body: {} })
  expect(gone.status).toBe(404)
})

test('providers of a member must exist in the account', async () => {
  const { id } = await makeProvider(server.call)
  const email = 'provider@example.com'
  const foreign = await server.call('POST', '/v1/providers', {
    key: server.otherKey,
    body: { name: 'Foreign', timeZone: 'UTC' },
  })
  const refused = await invite({ email, role: 'provider', providerIds: [id, foreign.body.id] })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/providerIds/1'])
  const made = await invite({ email, role: 'provider', providerIds: [id] })
  expect([made.status, made.body.providerIds]).toEqual([201, [id]])
})

test('a second member with an address is refused, and so is an invitation of an active one', async () => {
  const { member } = await joinMember(server, { email: 'twice@example.com' })
  const again = await invite({ email: 'twice@example.com' })
  expect([again.status, again.body.code]).toEqual([409, 'member_exists'])
  const path = `/v1/members/${member.id}/resend-invitation`
  const resent = await server.call('POST', path, { body: {} })
  expect([resent.status, resent.body.code]).toEqual([409, 'invalid_transition'])
})

test('the last owner stays, and a removed member is out at once on this server', async () => {
  const owner = await joinMember(server, { email: 'owner@example.com', role: 'owner' })
  const asOwner = asPage(server, owner.cookie)
  const own = `/v1/members/${owner.member.id}`
  const demoted = await asOwner('PATCH', own, { role: 'admin' })
  expect([demoted.status, demoted.body.code]).toEqual([409, 'last_owner'])
  const left = await asOwner('DELETE', own)
  expect([left.status, left.body.code]).toEqual([409, 'last_owner'])

  const { member, cookie } = await joinMember(server, { email: 'leaves@example.com' })
  expect((await asPage(server, cookie)('GET', '/v1/bookings')).status).toBe(200)
  const path = `/v1/members/${member.id}`
  expect((await asOwner('PATCH', path, { role: 'viewer' })).status).toBe(200)
  expect((await asPage(server, cookie)('GET', '/v1/session')).body.scopes).toEqual(['read'])
  expect((await asOwner('DELETE', path)).status).toBe(204)
  expect((await asPage(server, cookie)('GET', '/v1/bookings')).status).toBe(401)
})

test('a member whose sign-in is older than an hour changes no members', async () => {
  const { cookie } = await joinMember(server, { email: 'old-admin@example.com', role: 'admin' })
  const asAdmin = asPage(server, cookie)
  server.clock.moveTo(NOW + 3_600_000)
  const refused = await asAdmin('POST', '/v1/members', {
    email: 'new@example.com',
    name: 'New',
    role: 'viewer',
  })
  expect([refused.status, refused.body.code]).toEqual([403, 'recent_sign_in_required'])
  expect((await asAdmin('GET', '/v1/members')).status).toBe(200)
})

test('every documented answer of these calls was seen', async () => {
  await sendTwice(server.call, '/v1/members', {
    email: 'sent-twice@example.com',
    name: 'Ada',
    role: 'viewer',
  })
  expect((await server.call('GET', '/v1/members?limit=0')).status).toBe(422)
  const made = await invite({ email: 'invalid@example.com' })
  const path = `/v1/members/${made.body.id}`
  expect((await server.call('PATCH', path, { body: { role: 'king' } })).status).toBe(422)
  const wrongMatch = { headers: { 'if-match': 'x' } }
  expect((await server.call('DELETE', path, wrongMatch)).status).toBe(422)
  const resend = await server.call('POST', `${path}/resend-invitation`, { body: {}, ...wrongMatch })
  expect(resend.status).toBe(422)
  expect(server.call.unseen('Members', REFUSED_ALIKE)).toEqual([])
})
