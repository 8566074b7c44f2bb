import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const PATH = '/v1/messages/reminder/en'
const OWN = { subject: 'Tomorrow: {{ title }}', text: 'Hello {{ booker.name }}!' }

test('a message is read, changed, listed and reset, and another account is untouched', async () => {
  const { call, otherKey } = server
  const before = await call('GET', PATH)
  expect([before.status, before.headers.get('etag')]).toEqual([200, '"0"'])
  expect(before.body).toMatchObject({
    kind: 'reminder',
    language: 'en',
    recipient: 'booker',
    customized: false,
    subject: 'Reminder: {{ title }}',
    text: 'Your booking is coming up.',
    updatedAt: null,
  })
  const change = { body: OWN, headers: { 'if-match': '"0"' } }
  const changed = await call('PUT', PATH, change)
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"1"'])
  expect(changed.body).toEqual({
    ...before.body,
    ...OWN,
    customized: true,
    version: 1,
    createdAt: '2026-04-20T08:00:00Z',
    updatedAt: '2026-04-20T08:00:00Z',
  })
  expect((await call('PUT', PATH, change)).status).toBe(412)
  const listed = await call('GET', '/v1/messages')
  expect(listed.status).toBe(200)
  expect(listed.body.data).toContainEqual({
    kind: 'reminder',
    language: 'en',
    recipient: 'booker',
    customized: true,
    updatedAt: '2026-04-20T08:00:00Z',
  })
  expect((await call('GET', PATH, { key: otherKey })).body).toEqual(before.body)
  expect((await call('DELETE', PATH, { headers: { 'if-match': '"9"' } })).status).toBe(412)
  expect((await call('DELETE', PATH)).status).toBe(204)
  expect((await call('GET', PATH)).body).toEqual(before.body)
})

test('a preview answers with the email, and stores nothing', async () => {
  const { call } = server
  const preview = await call('POST', `${PATH}/preview`, { body: { text: 'See {{ title }}.' } })
  expect(preview.status).toBe(200)
  expect(preview.body).toMatchObject({
    subject: 'Reminder: First visit with Dr. Ada Weber',
    text: expect.stringMatching(/^See First visit with Dr\. Ada Weber\.\n\nWhat: /),
    html: expect.stringContaining('<p style="margin:0 0 16px">See First visit'),
  })
  expect((await call('GET', PATH)).body.customized).toBe(false)
})

test('wrong templates, kinds and languages are refused', async () => {
  const { call } = server
  const wrong = { ...OWN, text: '{{ booker.nme }}' }
  for (const answer of [
    await call('PUT', PATH, { body: wrong }),
    await call('POST', `${PATH}/preview`, { body: wrong }),
  ]) {
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/text'])
  }
  const lines = { ...OWN, subject: 'one\r\nBcc: all@example.com' }
  expect((await call('PUT', PATH, { body: lines })).body.errors[0].pointer).toBe('/subject')
  expect((await call('PUT', PATH, { body: { ...OWN, text: ' \n ' } })).status).toBe(422)
  expect((await call('DELETE', PATH, { headers: { 'if-match': 'x' } })).status).toBe(422)
  for (const path of ['/v1/messages/nothing/en', '/v1/messages/reminder/sv']) {
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('PUT', path, { body: OWN })).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(404)
    expect((await call('POST', `${path}/preview`, { body: OWN })).status).toBe(404)
  }
})

test('every documented answer of these calls was seen', async () => {
  const { call } = server
  await sendTwice(call, `${PATH}/preview`, OWN)
  expect((await call('GET', '/v1/messages?color=red')).status).toBe(422)
  // `message-reports.test.ts` has those of the calls of mail services and gateways.
  const unseen = call.unseen('Messages', REFUSED_ALIKE)
  expect(unseen.filter((answer) => !answer.startsWith('receive'))).toEqual([])
})
