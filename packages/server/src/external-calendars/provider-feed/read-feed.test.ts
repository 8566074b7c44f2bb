import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import type { EventTypeInput } from '../../booking/event-types/event-types.ts'
import { issueProviderFeed, revokeProviderFeed } from '../../booking/providers/feed-token.ts'
import { deleteProvider } from '../../booking/providers/provider-deletion.ts'
import { rescheduleSession } from '../../booking/sessions/reschedule-session.ts'
import { readProviderFeed } from './read-feed.ts'

let world: BookingWorld
beforeEach(async () => {
  world = await openBookingWorld()
})
afterEach(() => world.close())

/** The lines of a feed, with folded lines joined. */
const linesOf = (feed: string) => feed.replaceAll('\r\n ', '').split('\r\n')

/** The values of some properties of each event, in the order of the feed. */
const eventsOf = (feed: string, ...names: readonly string[]) =>
  feed
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) =>
      names.map((name) => {
        const line = linesOf(event).find((each) => new RegExp(`^${name}[:;]`).test(each))
        return line?.slice(line.indexOf(':') + 1)
      }),
    )

const issue = async (providerId: string) =>
  unwrap(await issueProviderFeed(world.deps, world.caller, providerId)).token
const read = (providerId: string, token: string) => readProviderFeed(world.deps, providerId, token)
const feedOf = async (providerId: string) => unwrap(await read(providerId, await issue(providerId)))

/** A type of a provider of its own that is confirmed at once. */
async function instant(more: Partial<EventTypeInput> = {}) {
  const provider = await world.provider({ name: 'Dr. Ada' })
  const type = await world.eventType({
    providerId: provider.id,
    confirmation: 'instant',
    ...more,
  })
  return { provider, type }
}

const FEED_NOT_FOUND = { ok: false, refusal: { code: 'not_found', resource: 'feed' } }

test('a feed opens with its newest token alone, until that is revoked', async () => {
  const { provider } = await instant()
  expect(await read(provider.id, 'anything')).toMatchObject(FEED_NOT_FOUND)
  const first = await issue(provider.id)
  expect(await read(provider.id, first)).toMatchObject({ ok: true })
  const second = await issue(provider.id)
  expect(await read(provider.id, first)).toMatchObject(FEED_NOT_FOUND)
  expect(await read(provider.id, second)).toMatchObject({ ok: true })
  unwrap(await revokeProviderFeed(world.deps, world.caller, provider.id))
  expect(await read(provider.id, second)).toMatchObject(FEED_NOT_FOUND)
})

test('the token of one provider does not open the feed of another, of a deleted or of an unknown one', async () => {
  const { provider } = await instant()
  const other = await world.provider()
  const token = await issue(provider.id)
  await issue(other.id)
  expect(await read(other.id, token)).toMatchObject(FEED_NOT_FOUND)
  expect(await read('prv_unknown', token)).toMatchObject(FEED_NOT_FOUND)
  const gone = await world.provider()
  const goneToken = await issue(gone.id)
  unwrap(await deleteProvider(world.deps, world.caller, gone.id))
  expect(await read(gone.id, goneToken)).toMatchObject(FEED_NOT_FOUND)
})

test('a feed names its provider and zone, and says of a booking who comes, when, and when it changed', async () => {
  const { provider, type } = await instant({ title: 'Check-up' })
  const { id } = await world.book(type.id, '2026-04-21T09:00:00Z')
  const feed = await feedOf(provider.id)
  expect(linesOf(feed)).toContain('X-WR-CALNAME:Dr. Ada')
  const shown = eventsOf(feed, 'UID', 'DTSTART', 'DTEND', 'SUMMARY', 'DESCRIPTION', 'SEQUENCE')
  expect(shown).toEqual([
    [
      `${id}@holdfast`,
      '20260421T090000Z',
      '20260421T100000Z',
      'Check-up: Ada',
      'Ada\\nada@example.com',
      '0',
    ],
  ])
  expect(eventsOf(feed, 'CREATED', 'LAST-MODIFIED')).toEqual([
    ['20260420T080000Z', '20260420T080000Z'],
  ])
  expect(eventsOf(feed, 'LOCATION')).toEqual([[undefined]])
})

test('a moved booking keeps its event in the feed, with a higher sequence', async () => {
  const { provider, type } = await instant()
  const { id } = await world.book(type.id, '2026-04-21T09:00:00Z')
  world.moveTo('2026-04-20T09:00:00Z')
  const startEpochSeconds = Date.parse('2026-04-22T11:00:00Z') / 1000
  unwrap(await rescheduleBooking(world.deps, world.caller, id, { startEpochSeconds }))
  const shown = eventsOf(await feedOf(provider.id), 'UID', 'DTSTART', 'SEQUENCE', 'LAST-MODIFIED')
  expect(shown).toEqual([[`${id}@holdfast`, '20260422T110000Z', '1', '20260420T090000Z']])
})

test('holds and cancelled bookings are not in a feed, and neither are those of other providers', async () => {
  const { provider, type } = await instant()
  const held = await world.eventType({ providerId: provider.id })
  await world.book(held.id, '2026-04-21T09:00:00Z')
  const cancelled = await world.book(type.id, '2026-04-21T12:00:00Z')
  unwrap(await cancelBooking(world.deps, world.caller, cancelled.id, {}))
  const elsewhere = await instant()
  await world.book(elsewhere.type.id, '2026-04-21T14:00:00Z')
  expect(eventsOf(await feedOf(provider.id), 'UID')).toEqual([])
})

test('a feed has what starts from the 31st day before today to the 366th after it, exclusive', async () => {
  const { provider, type } = await instant()
  const at = (day: number, hour: string) => {
    const date = new Date(Date.parse('2026-04-20T00:00:00Z') + day * 86_400_000)
    return `${date.toISOString().slice(0, 10)}T${hour}:00Z`
  }
  const override = { isOverride: true } as const
  await world.created(type.id, at(365, '23:00'), override)
  await world.created(type.id, at(366, '00:00'), override)
  await world.created(type.id, at(1, '09:00'), override)
  const starts = async () =>
    eventsOf(await feedOf(provider.id), 'DTSTART').map(([start]) => start?.slice(0, 8))
  expect(await starts()).toEqual(['20260421', '20270420'])
  world.moveTo('2026-05-22T23:59:59Z')
  expect(await starts()).toContain('20260421')
  world.moveTo('2026-05-23T00:00:00Z')
  expect(await starts()).not.toContain('20260421')
})

test('a feed is the same all day while nothing changes', async () => {
  const { provider, type } = await instant()
  await world.book(type.id, '2026-04-21T09:00:00Z')
  const token = await issue(provider.id)
  world.moveTo('2026-04-20T09:00:00Z')
  const morning = unwrap(await read(provider.id, token))
  world.moveTo('2026-04-20T23:59:00Z')
  expect(unwrap(await read(provider.id, token))).toBe(morning)
})

test('a class is one event without the names of its parties, at the time where it is now', async () => {
  const { provider, type } = await instant({ title: 'Yoga', seats: { capacity: 5 } })
  const start = '2026-04-21T09:00:00Z'
  const first = { seats: 2, booker: { name: 'Ada', email: 'ada@example.com' } }
  const second = { seats: 1, booker: { name: 'Bob', email: 'bob@example.com' } }
  await world.created(type.id, start, first)
  world.moveTo('2026-04-20T09:00:00Z')
  await world.created(type.id, start, second)
  const feed = await feedOf(provider.id)
  expect(eventsOf(feed, 'DTSTART', 'DTEND', 'CREATED', 'LAST-MODIFIED')).toEqual([
    ['20260421T090000Z', '20260421T100000Z', '20260420T080000Z', '20260420T090000Z'],
  ])
  const [[uid, summary] = []] = eventsOf(feed, 'UID', 'SUMMARY')
  expect(summary).toContain('Yoga')
  expect(summary).toContain('3')
  expect(feed).not.toMatch(/Ada\b(?<!Dr\. Ada)|Bob|ada@example/)
  const startEpochSeconds = Date.parse(start) / 1000
  const session = { eventTypeId: type.id, startEpochSeconds }
  const to = startEpochSeconds + 7200
  unwrap(await rescheduleSession(world.deps, world.caller, session, to))
  const moved = eventsOf(await feedOf(provider.id), 'UID', 'DTSTART', 'SEQUENCE')
  expect(moved).toEqual([[uid, '20260421T110000Z', expect.stringMatching(/^[1-9][0-9]+$/)]])
})
