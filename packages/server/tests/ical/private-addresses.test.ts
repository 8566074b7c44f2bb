import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../http/support/app.ts'

let app: TestApp
let connections: string
beforeAll(async () => {
  app = await openTestApp()
  const provider = await app.call('POST', '/v1/providers', {
    body: { name: 'Ada', timeZone: 'UTC' },
  })
  connections = `/v1/providers/${provider.body.id}/calendar-connections`
})
afterAll(() => app.close())

test.each([
  'https://127.0.0.1/calendar.ics',
  'https://127.1/calendar.ics',
  'https://2130706433/calendar.ics',
  'https://0x7f000001/calendar.ics',
  'https://0177.0.0.1/calendar.ics',
  'https://localhost/calendar.ics',
  'https://10.0.0.1:8443/calendar.ics',
  'https://192.168.1.1/calendar.ics',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/calendar.ics',
  'https://[::1]/calendar.ics',
  'https://[::ffff:127.0.0.1]/calendar.ics',
  'https://[::7f00:1]/calendar.ics',
  'https://[fd00:ec2::254]/calendar.ics',
  'https://[64:ff9b::a9fe:a9fe]/calendar.ics',
  'webcal://127.0.0.1/calendar.ics',
  'webcals://[::1]/calendar.ics',
  'http://calendar.example/calendar.ics',
  'https://user:secret@calendar.example/calendar.ics',
  'https://calendar.example:22/calendar.ics',
  'ftp://calendar.example/calendar.ics',
])('a feed at %s is refused and not connected', async (url) => {
  const answer = await app.call('PUT', `${connections}/ical`, { body: { url } })
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/url' }] } })
  expect((await app.call('GET', connections)).body).toMatchObject({ data: [] })
})
