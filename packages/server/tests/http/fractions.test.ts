import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeEventType, makeProvider } from './support/fixtures.ts'

let server: TestApp
let paths: Readonly<Record<'block' | 'time off' | 'event' | 'busy', string>>
let waitlist: string
beforeAll(async () => {
  server = await openTestApp({ testMode: true })
  const { id } = await makeProvider(server.call)
  const calendar = await server.call('POST', '/v1/calendars', {
    body: { name: 'Diary', timeZone: 'UTC' },
  })
  paths = {
    block: `/v1/providers/${id}/blocks`,
    'time off': `/v1/providers/${id}/time-off`,
    event: `/v1/calendars/${calendar.body.id}/events`,
    busy: `/v1/test/providers/${id}/busy`,
  }
  const eventType = await makeEventType(server.call, { waitlist: {} })
  waitlist = `/v1/event-types/${eventType.id}/waitlist`
})
afterAll(() => server.close())

type Range = { readonly start: string; readonly end: string }

const send = (what: keyof typeof paths, range: Range) =>
  what === 'busy'
    ? server.call('PUT', paths.busy, { body: [range] })
    : server.call('POST', paths[what], {
        body: what === 'event' ? { title: 'a', ...range } : range,
      })

describe.each(['block', 'time off', 'event', 'busy'] as const)('the time of a %s', (what) => {
  test('ends at the second in which its end with milliseconds is', async () => {
    const day = `2026-05-0${1 + Object.keys(paths).indexOf(what)}`
    const got = await send(what, { start: `${day}T09:00:00Z`, end: `${day}T09:30:00.999Z` })
    expect(got.status, got.text).toBe(what === 'busy' ? 200 : 201)
    const path = paths[what].replace('/v1/test', '/v1')
    const listed = await server.call('GET', `${path}?from=${day}&to=2026-05-09`)
    expect(listed.body.data[0]?.end).toBe(`${day}T09:30:00Z`)
  })

  test('does not end in the second in which it starts', async () => {
    const got = await send(what, { start: '2026-05-10T09:00:00Z', end: '2026-05-10T09:00:00.999Z' })
    expect([got.status, got.body.errors[0].message]).toEqual([422, 'must be after `start`'])
  })

  test('does not start within a second', async () => {
    const got = await send(what, { start: '2026-05-11T09:00:00.001Z', end: '2026-05-11T10:00:00Z' })
    expect([got.status, got.body.errors[0].pointer]).toEqual([
      422,
      what === 'busy' ? '/0/start' : '/start',
    ])
  })
})

test('somebody waits for starts at or after an instant with milliseconds, so from the next minute on', async () => {
  const body = {
    from: '2026-04-27T09:00:00.123Z',
    to: '2026-04-28T09:00:00.123Z',
    booker: { name: 'Bo', email: 'bo@example.com' },
  }
  const got = await server.call('POST', waitlist, { body })
  expect(got.status, got.text).toBe(201)
  expect(got.body).toMatchObject({ from: '2026-04-27T09:01:00Z', to: '2026-04-28T09:01:00Z' })
})
