import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Sent } from './support/call.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
  await server.call('PATCH', '/v1/account', { body: { country: 'DE' } })
})
afterAll(() => server.close())

const send = (rawBody: string, query = '', more: Sent = {}) =>
  server.call('POST', `/v1/contacts/import${query}`, {
    rawBody,
    ...more,
    headers: { 'content-type': 'text/csv', ...more.headers },
  })
const contacts = async () => (await server.call('GET', '/v1/contacts?limit=100')).body.data

const FILE = [
  'First name;Last name;E-mail;Phone;Birthday',
  'Nora;Berg;Nora@Example.com;030 901820;1980-01-01',
  'Tom;Caller;;030 901821;',
  ';Solo;solo@example.com;;',
  'Wrong;Address;nobody;;',
  'Wrong;Phone;;call me;',
  'Only;Name;;;',
  'Nora;Again;nora@example.com;;',
  '"=cmd()";Formula;formula@example.com;;',
].join('\r\n')

const SKIPPED = [
  { line: 5, reason: 'invalid', detail: expect.stringMatching(/^email: must be an email/) },
  { line: 6, reason: 'invalid', detail: expect.stringMatching(/^phone: .*got "call me"$/) },
  { line: 7, reason: 'no_email_or_phone', detail: expect.any(String) },
  { line: 8, reason: 'duplicate', detail: 'The person is on line 2, too.' },
]
const REPORT = { rows: 8, skippedCount: 4, skipped: SKIPPED, ignoredColumns: ['Birthday'] }

test('a dry run reports what an import would do, and writes nothing', async () => {
  const before = await server.contents()
  const got = await send(FILE, '?dryRun=true')
  expect([got.status, got.body]).toEqual([
    200,
    { ...REPORT, dryRun: true, imported: 4, existing: 0 },
  ])
  expect(await contacts()).toEqual([])
  expect((await server.contents()).length).toBe(before.length)
})

test('an import adds people, names each bad row with its line, and can be repeated', async () => {
  expect((await send(FILE)).body).toEqual({ ...REPORT, dryRun: false, imported: 4, existing: 0 })
  expect(await contacts()).toMatchObject([
    { name: '=cmd() Formula', email: 'formula@example.com' },
    { name: 'Nora Berg', email: 'nora@example.com', phone: '+4930901820', bookingCount: 0 },
    { name: 'Solo', email: 'solo@example.com' },
    { name: 'Tom Caller', email: null, phone: '+4930901821' },
  ])
  const found = await server.call('GET', '/v1/search?q=caller tom')
  expect(found.body.data).toHaveLength(1)
  expect((await send(FILE)).body).toEqual({ ...REPORT, dryRun: false, imported: 0, existing: 4 })
  expect(await contacts()).toHaveLength(4)
})

test('a file with a quote that is never closed is refused, as it hides the rows after it', async () => {
  const got = await send('name,email\nA,a@open.example\n"B,b@open.example\nC,c@open.example\n')
  const message = 'has a quote (") in the row of line 3 that is never closed'
  expect([got.status, got.body.errors]).toEqual([422, [{ pointer: '', message }]])
  expect((await server.call('GET', '/v1/contacts?email=a@open.example')).body.data).toEqual([])
})

test('two imports of one file at once add each address once', async () => {
  const rows = Array.from({ length: 150 }, (_, at) => `Twin ${at},twin${at}@example.com`)
  const file = ['name,email', ...rows].join('\n')
  const both = await Promise.all([send(file), send(file)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const twins = await Promise.all(
    [0, 75, 149].map((at) => server.call('GET', `/v1/contacts?email=twin${at}@example.com`)),
  )
  expect(twins.map(({ body }) => body.data.length)).toEqual([1, 1, 1])
  const added = both.map(({ body }) => Number(body.imported))
  expect((added[0] ?? 0) + (added[1] ?? 0)).toBe(150)
})

test('the same key answers again, and a file without names or of another type is refused', async () => {
  const headers = { 'idempotency-key': 'import-1' }
  const file = 'name,phone\nIda,030 901829'
  expect((await send(file, '', { headers })).body).toMatchObject({ imported: 1 })
  const other = await send('name,phone\nIda,030 901828', '', { headers })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  const again = await send(file, '', { headers })
  expect([again.body.imported, again.headers.get('idempotency-replayed')]).toEqual([1, 'true'])
  const atOnce = { headers: { 'idempotency-key': 'import-2' } }
  const both = await Promise.all([send(file, '', atOnce), send(file, '', atOnce)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  for (const wrong of ['', 'email\nx@example.com', 'Nora;Berg']) {
    const refused = await send(wrong)
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed'])
  }
  expect((await send('name\nX', '?dryRun=maybe')).status).toBe(422)
  const json = { headers: { 'content-type': 'application/json' } }
  expect((await send('{}', '', json)).status).toBe(415)
})

test('contacts are downloaded as a file that no spreadsheet runs', async () => {
  const got = await server.call('GET', '/v1/contacts.csv')
  expect(got.headers.get('content-type')).toContain('text/csv')
  const lines = got.text.trimEnd().split('\r\n')
  expect(lines[0]).toBe('id,name,email,phone,bookings,createdAt')
  // All pages, and only this account's.
  expect(lines).toHaveLength(1 + 4 + 150 + 1)
  expect(lines.some((line) => line.includes(",'=cmd() Formula,formula@example.com,,0,"))).toBe(true)
  expect((await server.call('GET', '/v1/contacts.csv?color=red')).status).toBe(422)
  const foreign = await server.call('GET', '/v1/contacts.csv', { key: server.otherKey })
  expect(foreign.text.trimEnd().split('\r\n')).toHaveLength(1)
})

test('an import reads a download: phones and names are as they were', async () => {
  const { text } = await server.call('GET', '/v1/contacts.csv')
  const here = (await send(text)).body
  expect(here).toMatchObject({ rows: 155, imported: 0, existing: 155, skippedCount: 0 })
  const there = (await send(text, '', { key: server.otherKey })).body
  expect(there).toMatchObject({ rows: 155, imported: 155, skippedCount: 0 })
  for (const [query, person] of [
    ['phone=%2B4930901821', { name: 'Tom Caller', phone: '+4930901821' }],
    ['email=formula@example.com', { name: '=cmd() Formula' }],
  ] as const) {
    const found = await server.call('GET', `/v1/contacts?${query}`, { key: server.otherKey })
    expect(found.body.data).toMatchObject([person])
  }
})

test('a full name beside a first and a last name is the name, and the first phone that is given counts', async () => {
  const columns = 'Full name,First name,Last name,Email,Phone,Mobile'
  const rows = [
    'Ada B. Full,Ada,Full,full@example.com,,030 901830',
    ',Bo,Parts,parts@example.com,,',
  ]
  await send([columns, ...rows].join('\n'))
  const read = (email: string) => server.call('GET', `/v1/contacts?email=${email}`)
  expect((await read('full@example.com')).body.data).toMatchObject([
    { name: 'Ada B. Full', phone: '+4930901830' },
  ])
  expect((await read('parts@example.com')).body.data).toMatchObject([{ name: 'Bo Parts' }])
})

test('every documented answer of these calls was seen', async () => {
  expect(server.call.unseen('Contact files', REFUSED_ALIKE)).toEqual([])
})
