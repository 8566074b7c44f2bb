import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMPORT_LIMITS } from '../../src/stays/calendars/import-calendar.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Sent } from './support/call.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const calendar = async (exclusive = 'none'): Promise<string> => {
  const body = { name: 'Diary', timeZone: 'Europe/Berlin', exclusive }
  return `/v1/calendars/${(await server.call('POST', '/v1/calendars', { body })).body.id}`
}
const file = (...events: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...events, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
const event = (uid: string, ...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260401T000000Z', ...lines, 'END:VEVENT'].join('\r\n')

const send = (path: string, rawBody: string, more: Sent = {}) =>
  server.call('POST', `${path}/import`, {
    rawBody,
    ...more,
    headers: { 'content-type': 'text/calendar; charset=utf-8', ...more.headers },
  })

const MEETING = event(
  'meeting',
  'DTSTART;TZID=Europe/Berlin:20260504T090000',
  'DTEND;TZID=Europe/Berlin:20260504T100000',
  'SUMMARY:Meeting\\, weekly',
  'LOCATION:Room 2',
  'RRULE:FREQ=WEEKLY;COUNT=3',
)
const NO_TIME = event('no-time', 'SUMMARY:Some day')
const GUEST = event('guest', 'DTSTART;VALUE=DATE:20260601', 'DTEND;VALUE=DATE:20260605')

test('a file is taken with a report of what was taken and what not', async () => {
  const path = await calendar()
  const got = await send(path, file(MEETING, NO_TIME))
  expect(got.status).toBe(200)
  expect(got.body).toEqual({
    imported: 1,
    updated: 0,
    unchanged: 0,
    removed: 0,
    skipped: [{ uid: 'no-time', line: 13, reason: 'unreadable', detail: expect.any(String) }],
    warnings: [],
  })
  const listed = await server.call('GET', `${path}/events?from=2026-05-01&to=2026-06-01`)
  expect(listed.body.data.map(({ start, title }) => [start, title])).toEqual([
    ['2026-05-04T07:00:00Z', 'Meeting, weekly'],
    ['2026-05-11T07:00:00Z', 'Meeting, weekly'],
    ['2026-05-18T07:00:00Z', 'Meeting, weekly'],
  ])
  expect(listed.body.data[0]?.extendedProps).toEqual({ location: 'Room 2' })
})

test('a stay on a taken night is reported with the night, and claims its other nights', async () => {
  const path = await calendar('nights')
  const other = event('other', 'DTSTART;VALUE=DATE:20260604', 'DTEND;VALUE=DATE:20260606')
  const third = event('third', 'DTSTART;VALUE=DATE:20260605', 'DTEND;VALUE=DATE:20260606')
  const got = await send(path, file(GUEST, other, third))
  expect(got.body).toMatchObject({
    imported: 1,
    skipped: [
      { uid: 'other', line: 10, reason: 'night_taken', nights: ['2026-06-04'] },
      { uid: 'third', line: 16, reason: 'night_taken', nights: ['2026-06-05'] },
    ],
  })
})

test('the same file with the same key is answered as before, without a look at it', async () => {
  const path = await calendar()
  const headers = { 'idempotency-key': 'import-1' }
  const first = await send(path, file(GUEST), { headers })
  const again = await send(path, file(GUEST), { headers })
  expect(again.text).toBe(first.text)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const unkeyed = await send(path, file(GUEST))
  expect(unkeyed.body).toMatchObject({ imported: 0, unchanged: 1 })
  const other = await send(path, file(MEETING), { headers })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test.each([
  ['no calendar', 'Dear calendar,', 422, 'validation_failed'],
  ['nothing', '', 422, 'validation_failed'],
  ['too many bytes', 'x'.repeat(IMPORT_LIMITS.bytes + 1), 413, 'payload_too_large'],
  [
    'too many events',
    file(...Array.from({ length: IMPORT_LIMITS.events + 1 }, (_, n) => event(`e${n}`))),
    422,
    'validation_failed',
  ],
])('%s is refused, and nothing is taken', async (_name, rawBody, status, code) => {
  const path = await calendar()
  const before = await server.contents()
  const got = await send(path, rawBody)
  expect([got.status, got.body.code]).toEqual([status, code])
  expect(got.body.errors?.[0]?.pointer).toBe(status === 422 ? '' : undefined)
  expect(await server.contents()).toEqual(before)
})

test('only a calendar file is read', async () => {
  const path = await calendar()
  const headers = { 'content-type': 'application/json' }
  const got = await send(path, '{}', { headers })
  expect([got.status, got.body.code]).toEqual([415, 'unsupported_media_type'])
})

test('a calendar of another account, and one that is being removed, take no file', async () => {
  const path = await calendar()
  expect((await send(path, file(GUEST), { key: server.otherKey })).status).toBe(404)
  await server.call('DELETE', path)
  expect((await send(path, file(GUEST))).status).toBe(404)
})

test('every documented answer of this call was seen', async () => {
  const path = await calendar()
  const headers = { 'idempotency-key': 'import-2' }
  const [one, other] = await Promise.all([
    send(path, file(GUEST), { headers }),
    send(path, file(GUEST), { headers }),
  ])
  expect([one.status, other.status].sort()).toEqual([200, 409])
  expect(server.call.unseen('Calendar files', REFUSED_ALIKE)).toEqual([])
})
