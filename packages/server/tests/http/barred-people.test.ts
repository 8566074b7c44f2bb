import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { signInBooker } from './support/booker-sign-in.ts'
import { makeEventType } from './support/fixtures.ts'
import { newAddress } from './support/people.ts'

const EMAIL = 'mara@example.com'

let server: TestApp
let eventTypeId: string
let contactId: string
let token: string
beforeAll(async () => {
  server = await openTestApp()
  const { call } = server
  await call('PATCH', '/v1/account', { body: { slug: 'lakeside' } })
  eventTypeId = (await makeEventType(call, { confirmation: 'instant' })).id
  contactId = (await call('POST', '/v1/contacts', { body: { name: 'Mara', email: EMAIL } })).body.id
  token = await signInBooker(server, 'lakeside', EMAIL)
})
afterAll(() => server.close())

const change = (body: object) => server.call('PATCH', `/v1/contacts/${contactId}`, { body })
const bookPublic = (start: string, body: object, sent?: string) =>
  server.call('POST', '/v1/public/bookings', {
    key: null,
    from: newAddress(),
    headers: sent === undefined ? {} : { authorization: `Bearer ${sent}` },
    body: { eventTypeId, start, ...body },
  })

test('a contact has tags, each once, and is barred from a time on with a reason', async () => {
  const { call } = server
  const added = await call('POST', '/v1/contacts', {
    body: { name: 'Ida', tags: ['Member', 'student'], barred: { reason: 'Did not pay.' } },
  })
  expect(added.body).toMatchObject({
    tags: ['Member', 'student'],
    barred: { reason: 'Did not pay.', since: '2026-04-20T08:00:00Z' },
  })
  const path = `/v1/contacts/${added.body.id}`
  const free = await call('PATCH', path, { body: { tags: [], barred: null } })
  expect(free.body).toMatchObject({ tags: [], barred: null })
  const renamed = await call('PATCH', path, { body: { tags: ['senior'] } })
  expect(renamed.body).toMatchObject({ name: 'Ida', tags: ['senior'], barred: null })
  const twice = await call('PATCH', path, { body: { tags: ['Member', 'member'] } })
  expect([twice.status, twice.body.errors]).toEqual([
    422,
    [{ pointer: '/tags', message: 'must have each tag once; upper case does not count' }],
  ])
  const many = await call('PATCH', path, {
    body: { tags: Array.from({ length: 21 }, (_, at) => `tag ${at}`) },
  })
  expect(many.status).toBe(422)
  expect((await call('GET', path)).body.tags).toEqual(['senior'])
})

test('who stands for two contacts has the tags of both, and is barred if one of them is', async () => {
  const { call } = server
  const body = { name: 'Ada Desk', tags: ['member'], barred: { reason: 'Left without paying.' } }
  const from = await call('POST', '/v1/contacts', { body })
  const into = await call('POST', '/v1/contacts', {
    body: { name: 'Ada', email: 'ada@example.com', tags: ['MEMBER', 'senior'] },
  })
  const merge = { body: { into: into.body.id } }
  const merged = await call('POST', `/v1/contacts/${from.body.id}/merge`, merge)
  expect(merged.body).toMatchObject({
    tags: ['MEMBER', 'senior'],
    barred: { reason: 'Left without paying.' },
  })
})

test('a barred person is refused once they are known, and the account books them with override', async () => {
  const { call } = server
  await change({ barred: { reason: 'Private to the team.' } })
  const booker = { name: 'Mara', email: EMAIL }
  const signedIn = await bookPublic('2026-04-27T08:00:00Z', { booker }, token)
  expect([signedIn.status, signedIn.body.code]).toEqual([409, 'booker_not_allowed'])
  expect(JSON.stringify(signedIn.body)).not.toContain('Private')
  const body = { eventTypeId, start: '2026-04-27T08:00:00Z', contactId }
  const vouched = await call('POST', '/v1/bookings', { body })
  expect([vouched.status, vouched.body.code]).toEqual([409, 'booker_not_allowed'])
  const items = [{ eventTypeId, start: '2026-04-27T08:00:00Z' }]
  const group = await call('POST', '/v1/booking-groups', { body: { items, contactId } })
  expect([group.status, group.body.code]).toEqual([409, 'booker_not_allowed'])
  const anyway = await call('POST', '/v1/bookings', { body: { ...body, override: true } })
  expect(anyway.status).toBe(201)
  await change({ barred: null })
  const again = await bookPublic('2026-04-27T09:00:00Z', { booker }, token)
  expect(again.status).toBe(201)
})

test('an impostor who types the address of a barred person learns nothing and bars nobody', async () => {
  await change({ barred: { reason: 'Private to the team.' } })
  const typed = await bookPublic('2026-04-27T10:00:00Z', { booker: { name: 'M', email: EMAIL } })
  const unknown = await bookPublic('2026-04-27T11:00:00Z', {
    booker: { name: 'M', email: 'nobody@example.com' },
  })
  expect([typed.status, unknown.status]).toEqual([201, 201])
  expect(Object.keys(typed.body).sort()).toEqual(Object.keys(unknown.body).sort())
  // The sign-in of somebody else makes nobody barred by the address they type.
  const other = { name: 'Other', email: 'other@example.com' }
  const forOther = await bookPublic('2026-04-27T12:00:00Z', { booker: other }, token)
  expect(forOther.status).toBe(201)
  await change({ barred: null })
})
