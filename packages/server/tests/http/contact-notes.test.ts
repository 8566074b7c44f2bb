import { afterAll, beforeAll, expect, test } from 'vitest'
import { runErasures } from '../../src/ops/privacy/run-erasures.ts'
import { contactNotesRange } from '../../src/people/keys.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Sent } from './support/call.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const add = async (name: string) =>
  (await server.call('POST', '/v1/contacts', { body: { name } })).body.id
const note = (id: string, text: string, sent: Sent = {}) =>
  server.call('POST', `/v1/contacts/${id}/notes`, { body: { text }, ...sent })
const textsOf = async (id: string, query = '') =>
  (await server.call('GET', `/v1/contacts/${id}/notes${query}`)).body.data.map(({ text }) => text)

test('a note has its text, author and time, and the newest is first', async () => {
  const id = await add('Ada')
  const written = await note(id, ' Prefers mornings.\r\nHas a dog. ')
  expect([written.status, written.headers.get('location')]).toEqual([
    201,
    `/v1/contacts/${id}/notes/${written.body.id}`,
  ])
  expect(written.body).toEqual({
    id: expect.stringMatching(/^nte_/),
    version: 1,
    contactId: id,
    text: 'Prefers mornings.\nHas a dog.',
    author: { kind: 'key', id: expect.stringMatching(/^key_/) },
    createdAt: '2026-04-20T08:00:00Z',
    updatedAt: '2026-04-20T08:00:00Z',
  })
  await note(id, 'Second')
  await note(id, 'Third')
  expect(await textsOf(id)).toEqual(['Third', 'Second', 'Prefers mornings.\nHas a dog.'])
  const first = await server.call('GET', `/v1/contacts/${id}/notes?limit=2`)
  expect(first.body.data.map(({ text }) => text)).toEqual(['Third', 'Second'])
  expect(await textsOf(id, `?limit=2&cursor=${first.body.nextCursor}`)).toEqual([
    'Prefers mornings.\nHas a dog.',
  ])
})

test('an empty note and one of another account are refused', async () => {
  const id = await add('Bea')
  for (const text of ['', ' \n ', 'a'.repeat(5_001)]) {
    const refused = await note(id, text)
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/text'])
  }
  expect((await note(id, 'a'.repeat(5_000))).status).toBe(201)
  const path = `/v1/contacts/${id}/notes`
  const key = server.otherKey
  expect((await note(id, 'Mine', { key })).status).toBe(404)
  expect((await server.call('GET', path, { key })).status).toBe(404)
  const { body } = await note(id, 'Ours')
  expect((await server.call('DELETE', `${path}/${body.id}`, { key })).status).toBe(404)
  const odd = await server.call('GET', `${path}?limit=0`)
  expect([odd.status, odd.body.errors[0].pointer]).toEqual([422, '/query/limit'])
})

test('a deleted note is gone', async () => {
  const id = await add('Cleo')
  const { body } = await note(id, 'Wrong person')
  const path = `/v1/contacts/${id}/notes/${body.id}`
  const other = `/v1/contacts/${await add('Dora')}/notes/${body.id}`
  expect((await server.call('DELETE', other)).status).toBe(404)
  const odd = { headers: { 'if-match': 'x' } }
  expect((await server.call('DELETE', path, odd)).status).toBe(422)
  expect((await server.call('DELETE', path)).status).toBe(204)
  expect((await server.call('DELETE', path)).status).toBe(404)
  expect(await textsOf(id)).toEqual([])
})

test('the notes about merged contacts are those of the person, and go back with an undo', async () => {
  const [from, into] = [await add('Eva'), await add('Eva 2')]
  const { body: first } = await note(from, 'Of the desk')
  await note(into, 'Of the other')
  await server.call('POST', `/v1/contacts/${from}/merge`, { body: { into } })
  const since = await note(from, 'Since the merge')
  expect(since.body.contactId).toBe(into)
  expect(await textsOf(from)).toEqual(['Since the merge', 'Of the other', 'Of the desk'])
  expect(await textsOf(into)).toEqual(['Since the merge', 'Of the other', 'Of the desk'])
  const exported = await server.call('POST', `/v1/contacts/${into}/export`)
  expect(exported.body.notes).toHaveLength(3)
  await server.call('POST', `/v1/contacts/${from}/merge/undo`)
  expect(await textsOf(from)).toEqual(['Of the desk'])
  await server.call('POST', `/v1/contacts/${from}/merge`, { body: { into } })
  const path = `/v1/contacts/${into}/notes/${first.id}`
  expect((await server.call('DELETE', path)).status).toBe(204)
})

test('a note and an erasure at once leave no note', async () => {
  const ids: string[] = []
  for (let round = 0; round < 10; round += 1) {
    const id = await add('Fay')
    ids.push(id)
    const erase = () => server.call('POST', `/v1/contacts/${id}/erase`, { body: {} })
    const [noted, erased] = await Promise.all([note(id, 'Late'), erase()])
    expect(erased.status).toBe(202)
    expect([201, 409]).toContain(noted.status)
  }
  const late = await note(ids[0] ?? '', 'Later')
  expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
  for (let round = 0; round < 3; round += 1) {
    while ((await runErasures(server.deps, 20)).more);
    server.clock.moveTo(server.clock.nowEpochMilliseconds() + 121_000)
  }
  for (const id of ids) {
    expect((await server.call('GET', `/v1/contacts/${id}`)).status).toBe(404)
    const left = { ...contactNotesRange(id), limit: 1, consistent: true }
    expect((await server.deps.store.query(left)).items).toEqual([])
  }
})

test('every documented answer of these calls was seen', async () => {
  expect(server.call.unseen('Notes', REFUSED_ALIKE)).toEqual([])
})
