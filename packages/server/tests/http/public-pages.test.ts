import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import {
  BOOKER,
  eventTypeBody,
  makeProvider,
  makeStayType,
  newSlug,
  UNNAMED_ACCOUNT,
} from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const anybody = { key: null }

const makeListed = async (more: Readonly<Record<string, unknown>>): Promise<Body> => {
  const private_ = { email: 'private@example.com' }
  const provider = await makeProvider(server.call, { slug: newSlug(), ...private_, ...more })
  const body = eventTypeBody(provider.id, { slug: 'first-visit', minNoticeMinutes: 7 })
  await server.call('POST', '/v1/event-types', { body })
  return provider
}

const FIRST_VISIT = {
  slug: 'first-visit',
  title: 'First visit',
  description: null,
  durationMinutes: 30,
  durationOptionsMinutes: null,
  hoursApplyTo: 'duration',
  confirmation: 'hold',
  color: null,
  payment: null,
  durationsMinutes: [30],
  priceRange: null,
  release: null,
  waitlist: null,
  seats: null,
}

describe('the page of a provider', () => {
  test('shows the active event types, and nothing private', async () => {
    const provider = await makeListed({ specialty: 'dentist' })
    const off = eventTypeBody(provider.id, { slug: 'second-visit' })
    const made = await server.call('POST', '/v1/event-types', { body: off })
    await server.call('POST', `/v1/event-types/${made.body.id}/deactivate`)
    const got = await server.call('GET', `/v1/public/${provider.slug}`, anybody)
    expect([got.status, got.body]).toEqual([
      200,
      {
        slug: provider.slug,
        path: `/${provider.slug}`,
        account: UNNAMED_ACCOUNT,
        name: 'Dr. Ada Weber',
        specialty: 'dentist',
        timeZone: 'Europe/Berlin',
        eventTypes: [{ id: expect.stringMatching(/^ety_/), ...FIRST_VISIT }],
        propertyId: null,
        nextOpenedDate: null,
      },
    ])
  })

  test('is not there for an unknown slug, nor for a provider that was deleted', async () => {
    const provider = await makeProvider(server.call, { slug: newSlug() })
    await server.call('DELETE', `/v1/providers/${provider.id}`)
    for (const slug of [provider.slug, 'nobody']) {
      expect((await server.call('GET', `/v1/public/${slug}`, anybody)).status).toBe(404)
    }
  })
})

describe('the directory', () => {
  const find = async (query = '') => {
    const got = await server.call('GET', `/v1/directory${query}`, anybody)
    return got.body.data.map(({ slug }) => slug)
  }

  test('names providers that want to be listed and can be booked, by specialty', async () => {
    const surgeon = await makeListed({ specialty: 'Surgeon', listed: true })
    const plain = await makeListed({ specialty: 'Surgeon' })
    const nothing = await makeProvider(server.call, { slug: newSlug(), listed: true })
    const general = await makeListed({ specialty: 'surgeon general', listed: true })
    expect(await find('?specialty=SURGEON')).toEqual([surgeon.slug])
    const all = await find()
    expect(all).toEqual(expect.arrayContaining([surgeon.slug, general.slug]))
    expect(all).not.toContain(plain.slug)
    expect(all).not.toContain(nothing.slug)
  })

  test('forgets a provider that no longer wants to be listed', async () => {
    const { id, slug } = await makeListed({ specialty: 'shy', listed: true })
    expect(await find('?specialty=shy')).toEqual([slug])
    const patched = await server.call('PATCH', `/v1/providers/${id}`, { body: { listed: false } })
    expect(patched.body.listed).toBe(false)
    expect(await find('?specialty=shy')).toEqual([])
  })

  test('refuses a page that is too long', async () => {
    expect((await server.call('GET', '/v1/directory?limit=101', anybody)).status).toBe(422)
  })
})

describe('public stays', () => {
  const makeHouse = async (more: Readonly<Record<string, unknown>> = {}) => {
    const body = {
      name: 'House by the lake',
      timeZone: 'Europe/Berlin',
      exclusive: 'nights',
      stayPolicy: { minNights: 2 },
      publicStays: true,
      ...more,
    }
    return (await server.call('POST', '/v1/calendars', { body })).body
  }
  const stay = (arrival: string, departure: string) => ({
    arrival,
    departure,
    guest: BOOKER,
    note: 'late',
  })
  const take = (id: string, arrival: string, departure: string) =>
    server.call('POST', `/v1/stays/${id}`, { ...anybody, body: stay(arrival, departure) })

  test('show the rules and the nights, take a stay, and tell the owner whose it is', async () => {
    const { id } = await makeHouse()
    const taken = await take(id, '2026-06-02', '2026-06-04')
    expect([taken.status, taken.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^cev_/),
        version: 1,
        arrival: '2026-06-02',
        departure: '2026-06-04',
        manageToken: expect.stringMatching(/^hm_\w{49}$/),
      },
    ])
    const shown = await server.call('GET', `/v1/stays/${id}?from=2026-06-01&to=2026-06-05`, anybody)
    expect(shown.body).toMatchObject({
      name: 'House by the lake',
      timeZone: 'Europe/Berlin',
      stayPolicy: { minNights: 2, checkInTime: '15:00' },
      nights: [
        { date: '2026-06-01', status: 'free' },
        { date: '2026-06-02', status: 'taken' },
        { date: '2026-06-03', status: 'taken' },
        { date: '2026-06-04', status: 'free' },
      ],
    })
    expect(shown.text).not.toContain('Grace')
    const owned = await server.call('GET', `/v1/calendars/${id}/events/${taken.body.id}`)
    expect(owned.body).toMatchObject({
      title: 'Grace Hopper',
      description: 'late',
      extendedProps: { guestName: 'Grace Hopper', guestEmail: 'grace@example.com' },
    })
  })

  test('are refused where a night is taken or a rule is broken', async () => {
    const { id } = await makeHouse()
    await take(id, '2026-06-02', '2026-06-04')
    const late = await take(id, '2026-06-03', '2026-06-06')
    expect([late.status, late.body.code, late.body.nights]).toEqual([
      409,
      'night_taken',
      ['2026-06-03'],
    ])
    const short = await take(id, '2026-06-10', '2026-06-11')
    expect([short.status, short.body.code]).toEqual([422, 'stay_not_bookable'])
  })

  test('are not to be had of a calendar that has no public page', async () => {
    const { id } = await makeHouse({ publicStays: false })
    const shown = await server.call('GET', `/v1/stays/${id}?from=2026-06-01&to=2026-06-05`, anybody)
    expect([shown.status, (await take(id, '2026-06-02', '2026-06-04')).status]).toEqual([404, 404])
  })

  test('belong to calendars of nights alone', async () => {
    const body = { name: 'Diary', timeZone: 'Europe/Berlin', publicStays: true }
    const got = await server.call('POST', '/v1/calendars', { body })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/publicStays'])
  })

  /** Seen in `proof-of-work.test.ts` and `public-accounts.test.ts`. */
  const PROOF_OR_SUSPENDED = 403

  test('every documented answer of these calls was seen', async () => {
    const { id } = await makeHouse()
    const path = `/v1/stays/${id}`
    await server.call('GET', path, anybody)
    await server.call('GET', '/v1/public/ada?accountSlug=A', anybody)
    await server.call('GET', '/v1/directory?accountSlug=nobody', anybody)
    const { slug } = await makeListed({})
    const slots = 'opened-slots?from=2026-04-27&to=2026-04-28'
    await server.call('GET', `/v1/public/${slug}/${slots}`, anybody)
    await server.call('GET', `/v1/public/nobody/${slots}`, anybody)
    await server.call('GET', `/v1/public/${slug}/opened-slots`, anybody)
    await sendTwice(server.call, path, stay('2026-08-01', '2026-08-03'))
    const type = await makeStayType(server.call, { slug: 'double-room' })
    const unit = await server.call('GET', `/v1/providers/${type.providerId}`)
    const nights = `/v1/public/${unit.body.slug}/double-room/nights`
    await server.call('GET', `${nights}?from=2026-05-10&to=2026-05-14`, anybody)
    await server.call('GET', `${nights}?from=2026-05-10&to=2026-05-10`, anybody)
    await server.call('GET', '/v1/public/nobody/room/nights?from=2026-05-10&to=2026-05-14', anybody)
    const quotes = nights.replace('nights', 'quotes')
    for (const page of [quotes, '/v1/public/nobody/room/quotes']) {
      await server.call('GET', `${page}?arrival=2026-05-10&departure=2026-05-13`, anybody)
    }
    await server.call('GET', `${quotes}?arrival=2026-05-10`, anybody)
    const search = '/v1/stays/search?from=2026-05-10'
    await server.call('GET', search, anybody)
    for (const place of [`propertyId=${type.propertyId}`, 'accountSlug=nobody']) {
      await server.call('GET', `${search}&to=2026-05-13&${place}`, anybody)
    }
    expect(server.call.unseen('Public pages', [...REFUSED_ALIKE, PROOF_OR_SUSPENDED])).toEqual([])
  })
})
