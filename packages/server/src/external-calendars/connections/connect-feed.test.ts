import { afterEach, beforeEach, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import {
  busy,
  type CalendarWorld,
  failure,
  openCalendarWorld,
} from '../../../tests/support/calendar-world.ts'
import type { FreeBusyFailure, FreeBusyOutcome } from '../../kernel/ports/free-busy.ts'
import { connectFeed } from './connect-feed.ts'
import { findConnection } from './connections.ts'

let world: CalendarWorld
/** What the feed answers, and the credentials by which it was read. */
let feed: { answer: FreeBusyOutcome; readonly read: unknown[] }
beforeEach(async () => {
  world = await openCalendarWorld()
  feed = { answer: busy('09:00-10:00'), read: [] }
})
afterEach(() => world.close())

const deps = () => ({
  ...world.deps,
  freeBusy: {
    ical: {
      async getFreeBusy(...given: readonly unknown[]) {
        feed.read.push(given)
        return feed.answer
      },
    },
  },
})
const URL = 'https://calendar.example.com/secret.ics'
const connect = (url = URL, more: object = {}) =>
  connectFeed(deps(), { ...world.caller }, world.provider.id, { url, ...more })
const connection = () => findConnection(world.deps, world.provider.id, 'ical')
const urls = () => [...world.vault.kept.values()].map((kept) => 'url' in kept && kept.url)

test('a feed is read before it is connected, and its times are there at once', async () => {
  const made = unwrap(await connect())
  expect(made.isNew).toBe(true)
  expect(feed.read).toHaveLength(1)
  expect(made.connection).toMatchObject({
    kind: 'ical',
    status: 'active',
    label: 'calendar.example.com',
    calendarIds: [],
    writesBack: false,
    lastReadAtEpochMilliseconds: world.clock.nowEpochMilliseconds(),
  })
  expect(await world.storedTimes()).toEqual(['ical 09:00-10:00'])
  expect(await world.connectedKinds()).toEqual(['ical'])
})

test('the address of a feed is a secret: it is in the vault, and the connection has only its host', async () => {
  unwrap(await connect())
  expect(urls()).toEqual([URL])
  expect(JSON.stringify(await connection())).not.toContain('secret.ics')
})

test.each<FreeBusyFailure>(['unreachable', 'malformed'])(
  'a feed that is %s is refused, and leaves nothing behind',
  async (code) => {
    feed.answer = failure(code)
    expect(await connect()).toEqual({
      ok: false,
      refusal: { code: 'calendar_unreadable', pointer: '/url', failure: code, detail: code },
    })
    expect(await connection()).toBeUndefined()
    expect(urls()).toEqual([])
  },
)

test('a feed in place of another keeps the connection, and one that cannot be read changes nothing', async () => {
  const first = unwrap(await connect(URL, { policy: { refreshMinutes: 30 } }))
  expect(first.connection.policy.refreshMinutes).toBe(30)
  feed.answer = failure('unreachable')
  expect(await connect('https://other.example.com/feed')).toMatchObject({ ok: false })
  expect(await connection()).toMatchObject({ label: 'calendar.example.com' })
  feed.answer = busy('11:00-12:00')
  const second = unwrap(await connect('webcal://other.example.com/feed'))
  expect(second).toMatchObject({
    isNew: false,
    connection: {
      id: first.connection.id,
      label: 'other.example.com',
      policy: { refreshMinutes: 30 },
    },
  })
  expect(await world.storedTimes()).toEqual(['ical 11:00-12:00'])
})

test.each(['no address', '', 'mailto:ada@example.com'])(
  '"%s" is no address of a feed',
  async (url) => {
    const refused = await connect(url)
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'validation_failed' } })
    expect(JSON.stringify(refused)).toContain('must be the https or webcal URL of a calendar')
    expect(feed.read).toEqual([])
  },
)

test('a server without a vault connects no feed', async () => {
  const { vault: _, ...without } = deps()
  const refused = connectFeed(without, { ...world.caller }, world.provider.id, { url: URL })
  expect(await refused).toMatchObject({
    ok: false,
    refusal: {
      code: 'calendar_unreadable',
      pointer: '/url',
      failure: 'unreachable',
      detail: 'this server has no vault to store the URL in',
    },
  })
})

test('nobody connects a feed of a provider of another account', async () => {
  const stranger = { ...world.caller, accountId: 'acc_stranger' }
  const refused = connectFeed(deps(), stranger, world.provider.id, { url: URL })
  expect(await refused).toMatchObject({ ok: false, refusal: { code: 'not_found' } })
  expect(urls()).toEqual([])
})
