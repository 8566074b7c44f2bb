import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetAccounts } from '../../src/identity/accounts/known-accounts.ts'
import { changeAnyAccount } from '../../src/identity/operator/operator-accounts.ts'
import { systemCaller } from '../../src/kernel/caller.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ settings: { publicUrl: 'https://example.com' } })
})
afterAll(() => server.close())

async function open(): Promise<{ readonly path: string; readonly feed: string }> {
  const body = { name: 'Diary', timeZone: 'Europe/Berlin' }
  const made = await server.call('POST', '/v1/calendars', { body })
  const path = `/v1/calendars/${made.body.id}`
  const event = { title: 'Fair', start: '2026-05-01', end: '2026-05-04' }
  await server.call('POST', `${path}/events`, { body: event })
  const issued = await server.call('POST', `${path}/feed-token`)
  expect([issued.status, issued.headers.get('etag')]).toEqual([200, '"2"'])
  const url = new URL(String(issued.body.url))
  expect(url.origin).toBe('https://example.com')
  return { path, feed: `${url.pathname}${url.search}` }
}

const read = (feed: string, headers = {}) => server.call('GET', feed, { key: null, headers })

describe('the feed of a calendar', () => {
  test('is read by whoever has the link, without a key', async () => {
    const { feed } = await open()
    const got = await read(feed)
    expect([got.status, got.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ])
    expect(got.text).toContain('DTSTART;VALUE=DATE:20260501\r\nDTEND;VALUE=DATE:20260504\r\n')
    expect(got.text).toContain('SUMMARY:Fair\r\n')
  })

  test.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC'])(
    'without an event, in %s, is a calendar object all the same',
    async (timeZone) => {
      const made = await server.call('POST', '/v1/calendars', { body: { name: 'New', timeZone } })
      const link = await server.call('POST', `/v1/calendars/${made.body.id}/feed-token`)
      const { pathname, search } = new URL(String(link.body.url))
      const { text } = await read(`${pathname}${search}`)
      const calendar = new ICAL.Component(ICAL.parse(text))
      expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
      expect(calendar.getFirstPropertyValue('prodid')).toBe('-//Holdfast//Holdfast//EN')
      expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('New')
      expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
      const [zone, ...others] = calendar.getAllSubcomponents()
      expect([zone?.name, zone?.getFirstPropertyValue('tzid'), others]).toEqual([
        'vtimezone',
        timeZone,
        [],
      ])
    },
  )

  test('has what Google, Apple and Outlook ask of every event', async () => {
    const { feed } = await open()
    const { text } = await read(feed)
    expect(text.endsWith('\r\n')).toBe(true)
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    const names = event?.getAllProperties().map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['uid', 'dtstamp', 'dtstart', 'dtend', 'sequence', 'summary']),
    )
    expect(event?.getFirstPropertyValue('uid')).toMatch(/^cev_[0-9a-z]{26}@holdfast$/)
  })

  test('that did not change is not sent again', async () => {
    const { path, feed } = await open()
    const etag = (await read(feed)).headers.get('etag') ?? ''
    const same = await read(feed, { 'if-none-match': `"other", W/${etag}` })
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag])
    await server.call('POST', `${path}/events`, {
      body: { title: 'Talk', start: '2026-05-05T09:00:00Z', end: '2026-05-05T10:00:00Z' },
    })
    const changed = await read(feed, { 'if-none-match': etag })
    expect([changed.status, changed.text.split('BEGIN:VEVENT').length]).toEqual([200, 3])
  })

  test('leaves out what ended more than three months ago', async () => {
    const { path, feed } = await open()
    await server.call('POST', `${path}/events`, {
      body: { title: 'Long ago', start: '2026-01-01', end: '2026-01-10' },
    })
    expect((await read(feed)).text).not.toContain('Long ago')
  })

  test('is not found with a wrong token, or one of another calendar', async () => {
    const one = await open()
    const other = await open()
    const [, token = ''] = other.feed.split('?')
    for (const query of ['token=hc_guess', token]) {
      expect((await read(`${one.path}/feed.ics?${query}`)).status).toBe(404)
    }
    expect((await read(`${one.path}/feed.ics`)).status).toBe(422)
  })

  test('is gone once its link is revoked, replaced, or its calendar deleted', async () => {
    const revoked = await open()
    expect((await server.call('DELETE', `${revoked.path}/feed-token`)).status).toBe(204)
    expect((await server.call('DELETE', `${revoked.path}/feed-token`)).status).toBe(204)
    const replaced = await open()
    const again = await server.call('POST', `${replaced.path}/feed-token`)
    const deleted = await open()
    await server.call('DELETE', deleted.path)
    for (const { feed } of [revoked, replaced, deleted]) {
      expect((await read(feed)).status).toBe(404)
    }
    const url = new URL(String(again.body.url))
    expect((await read(`${url.pathname}${url.search}`)).status).toBe(200)
  })

  test('for channels says when the calendar is not available, and nothing else', async () => {
    const made = await server.call('POST', '/v1/calendars', {
      body: { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights' },
    })
    const path = `/v1/calendars/${made.body.id}`
    const body = {
      title: 'Eva',
      start: '2026-05-01',
      end: '2026-05-04',
      description: 'Wants a cot',
      extendedProps: { location: 'Room 7', url: 'https://example.com/eva' },
    }
    await server.call('POST', `${path}/events`, { body })
    const link = async (content: string) => {
      const issued = await server.call('POST', `${path}/feed-token`, { body: { content } })
      const { pathname, search } = new URL(String(issued.body.url))
      return `${pathname}${search}`
    }
    const own = await link('details')
    const channel = await link('availability')
    const { text } = await read(channel)
    expect(text).toContain('SUMMARY:Not available\r\n')
    expect(text).toContain('DTSTART;VALUE=DATE:20260501\r\nDTEND;VALUE=DATE:20260504\r\n')
    expect(text).not.toMatch(/Eva|cot|Room 7|eva|DESCRIPTION|LOCATION|URL/)
    expect((await read(own)).text).toContain('SUMMARY:Eva\r\n')
    const { feeds } = (await server.call('GET', path)).body
    expect(feeds).toEqual({ details: true, availability: true })
    await server.call('DELETE', `${path}/feed-token?content=details`)
    expect([(await read(own)).status, (await read(channel)).status]).toEqual([404, 200])
    await link('details')
    await server.call('DELETE', `${path}/feed-token`)
    expect((await read(channel)).status).toBe(404)
    expect((await server.call('GET', path)).body.feeds).toEqual({
      details: false,
      availability: false,
    })
  })

  test('for channels hides the changed occurrences of a recurring event too', async () => {
    const { path } = await open()
    const start = '2026-05-05T09:00:00Z'
    const event = await server.call('POST', `${path}/events`, {
      body: {
        title: 'Therapy',
        start,
        end: '2026-05-05T10:00:00Z',
        recurrence: { rrule: 'FREQ=DAILY;COUNT=3', timeZone: 'Europe/Berlin' },
      },
    })
    const occurrence = `${path}/events/${event.body.id}_20260506T090000Z`
    await server.call('PUT', occurrence, {
      body: { title: 'Eva', start: '2026-05-06T11:00:00Z', end: '2026-05-06T12:00:00Z' },
    })
    const issued = await server.call('POST', `${path}/feed-token`, {
      body: { content: 'availability' },
    })
    const { pathname, search } = new URL(String(issued.body.url))
    const { text } = await read(`${pathname}${search}`)
    expect(text).toContain('RRULE:FREQ=DAILY;COUNT=3\r\n')
    expect(text.match(/SUMMARY:.*/g)).toEqual(Array(3).fill('SUMMARY:Not available'))
  })

  test('survives a change of its calendar', async () => {
    const { path, feed } = await open()
    await server.call('PUT', path, { body: { name: 'Journal', timeZone: 'Europe/Berlin' } })
    expect((await read(feed)).text).toContain('NAME:Journal\r\n')
  })

  test('is refused while its account is suspended', async () => {
    const { call, deps } = server
    const { feed } = await open()
    const { id } = (await call('GET', '/v1/account')).body
    const operator = systemCaller('', 'test')
    const read = async (status: 'active' | 'suspended') => {
      await changeAnyAccount(deps, operator, id, { status })
      forgetAccounts(deps)
      return await call('GET', feed, { key: null })
    }
    const refused = await read('suspended')
    expect([refused.status, refused.body.code]).toEqual([403, 'account_suspended'])
    expect((await read('active')).status).toBe(200)
  })

  test('has a token that is stored nowhere', async () => {
    const { feed } = await open()
    const token = feed.split('token=')[1] ?? ''
    expect(token).toMatch(/^hc_/)
    expect(JSON.stringify(await server.contents())).not.toContain(token)
  })
})

test('every documented answer of these calls was seen', async () => {
  const nowhere = '/v1/calendars/cal_01kqs3v7m8e2f4g6h8j0k2m4n6/feed-token'
  expect((await server.call('POST', nowhere)).status).toBe(404)
  expect((await server.call('DELETE', nowhere)).status).toBe(404)
  const { path } = await open()
  const link = `${path}/feed-token`
  const sent = { headers: { 'if-match': 'x' } }
  expect((await server.call('POST', link, sent)).status).toBe(422)
  expect((await server.call('DELETE', link, sent)).status).toBe(422)
  expect(server.call.unseen('Calendar feeds', [...REFUSED_ALIKE, 409])).toEqual([])
})
