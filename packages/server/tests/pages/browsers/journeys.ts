import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ensureBuilt } from '@holdfast/web/build'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Driver } from '../../support/browsers/driver.ts'
import { type Visitor, visitorOf } from '../../support/browsers/visitor.ts'
import { drawnFrom } from '../../support/depth.ts'
import { everyDay } from '../../support/fixtures.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { type ServerHere, startServerHere } from '../../support/server-here.ts'
import { join, mailedLink, makeTenant, OPERATOR_KEY } from '../support/people.ts'

/** A created resource, with the members that are read. */
interface Made {
  readonly id: string
  readonly manageToken: string
  readonly status: string
  readonly start: string
}

/** Something to book, with an hour between its starts. */
interface Offer {
  readonly eventTypeId: string
  readonly path: string
}

/** The name of the first day of a month, with free times, in any locale of a browser that speaks English. */
const FIRST_DAY = /^\w+day.*\b1,? (\w+ )?\d{4}, \d+ times? available$/
/** The name of a time. */
const TIME = /^\d?\d:\d\d/

/** Chooses the first of the next month, whose times do not pass while they are chosen. */
async function chooseDay(visitor: Visitor): Promise<void> {
  await visitor.click('button', /^Next month$/)
  await visitor.click('button', FIRST_DAY)
}

/** The name of the first day of a month where a stay can begin, unless it is today. */
const FIRST_OF_MONTH = /\b1,? (\w+ )?\d{4}, available for arrival$/

/** How much of a page in a frame can only be seen by scrolling. */
const HIDDEN_HEIGHT = `
const { offsetHeight } = document.getElementById('root') ?? {}
return offsetHeight > 300 ? offsetHeight - innerHeight : 'not loaded'`

let offers = 0

async function made(api: HttpClient, path: string, body: unknown): Promise<Made> {
  const answer = await api.post<Made>(path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

async function makeOffer(api: HttpClient, more: object = {}): Promise<Offer> {
  offers += 1
  const slug = `ada-${offers}`
  const provider = await made(api, '/v1/providers', {
    name: 'Dr. Ada Weber',
    timeZone: 'UTC',
    listed: true,
    slug,
  })
  const eventType = await made(api, '/v1/event-types', {
    providerId: provider.id,
    slug: 'visit',
    title: 'First visit',
    durationMinutes: 60,
    availabilityRules: everyDay({ start: '00:00', end: '24:00' }),
    ...more,
  })
  return { eventTypeId: eventType.id, path: `/${slug}/visit` }
}

/** Rooms of one kind that are booked by the night, by one of two rate plans, and the search page of their house. */
async function makeRoom(
  api: HttpClient,
  slug: string,
  count = 1,
): Promise<Offer & { readonly searchPath: string }> {
  const timeZone = 'UTC'
  const house = await made(api, '/v1/properties', { name: 'Lake House', timeZone })
  const unit = { name: 'Room 12', kind: 'unit', timeZone, propertyId: house.id }
  const { id: providerId } = await made(api, '/v1/providers', { ...unit, slug })
  const providerIds = [providerId]
  while (providerIds.length < count) {
    const more = { ...unit, slug: `${slug}-${providerIds.length}` }
    providerIds.push((await made(api, '/v1/providers', more)).id)
  }
  const plan = async (name: string, amount: number) =>
    (await made(api, '/v1/rate-plans', { name, currency: 'EUR', amount })).id
  const eventType = await made(api, '/v1/event-types', {
    providerId,
    grain: 'nights',
    slug: 'double',
    title: 'Double room',
    ratePlanIds: [await plan('Flexible', 10_000), await plan('Saver', 9000)],
    occupancy: { base: 2, adults: 2, children: 1, total: 3 },
    ...(count > 1 && { requirements: [{ name: 'room', providerIds, count: 1 }] }),
  })
  return {
    eventTypeId: eventType.id,
    path: `/${slug}/double`,
    searchPath: `/stays/${house.id}`,
  }
}

/** The next starts that can be booked. */
const startsOf = (api: HttpClient, offer: Offer): Promise<readonly string[]> =>
  startsIn(api, offer, 0, 3)

/** The starts of some days, counted from today. */
async function startsIn(
  api: HttpClient,
  { eventTypeId }: Offer,
  from: number,
  to: number,
): Promise<readonly string[]> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const path = `/v1/event-types/${eventTypeId}/slots?from=${day(from)}&to=${day(to)}`
  const { body } = await api.get<{ data: readonly Made[] }>(path)
  return body.data.map(({ start }) => start)
}

async function book(api: HttpClient, offer: Offer, start: string, name: string): Promise<Made> {
  const booker = { name, email: 'grace@example.com' }
  return made(api, '/v1/bookings', { eventTypeId: offer.eventTypeId, start, booker })
}

const statusesOf = async (api: HttpClient, { eventTypeId }: Offer): Promise<readonly string[]> => {
  const path = `/v1/bookings?eventTypeId=${eventTypeId}`
  return (await api.get<{ data: readonly Made[] }>(path)).body.data.map(({ status }) => status)
}

async function fillIn(visitor: Visitor): Promise<void> {
  await visitor.fill(/^Name/, 'Grace Hopper')
  await visitor.fill(/^Email/, 'grace@example.com')
}

/** What the usual run has of the journeys besides the first: all of them, or one that the seed draws. */
export type OtherJourneys = 'all' | 'one'

/**
 * What the pages are for, done in a browser that is started once: by bookers, then by somebody who signs in. The pages under
 * test ask the real clock, since no browser but Chromium can be given another one.
 */
export function playJourneys(start: () => Promise<Driver>, others: OtherJourneys): void {
  const journeys: { readonly name: string; readonly play: () => Promise<void> }[] = []
  const journey = (name: string, play: () => Promise<void>): void => {
    journeys.push({ name, play })
  }
  let server: ServerHere
  let driver: Driver
  let visitor: Visitor
  /** Of the pages, as emails name it. */
  let url: string
  let site: Server
  let siteHtml = ''
  beforeAll(async () => {
    await ensureBuilt()
    server = await startServerHere({ HOLDFAST_OPERATOR_KEY: OPERATOR_KEY })
    url = server.url.replace('127.0.0.1', 'localhost')
    driver = await start()
    visitor = visitorOf(driver)
    site = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html').end(siteHtml)
    }).listen(0)
    await once(site, 'listening')
  })
  afterAll(async () => {
    await driver?.quit()
    site?.close()
    await server?.stop()
  })

  journey('a booker comes from the directory, holds a time and confirms it', async () => {
    const offer = await makeOffer(server.api)
    await visitor.open(url)
    await visitor.click('link', /^Find a provider$/)
    await visitor.click('link', /Dr\. Ada Weber/)
    await visitor.click('link', /First visit/)
    await chooseDay(visitor)
    await visitor.click('button', TIME)
    await visitor.see(/held for you/i)
    expect(await statusesOf(server.api, offer)).toEqual(['pending'])
    await fillIn(visitor)
    await visitor.click('button', /^Confirm booking$/)
    await visitor.see(/Booking confirmed/)
    expect(await statusesOf(server.api, offer)).toEqual(['confirmed'])
  })

  journey('a booker moves a booking by its link, then cancels it', async () => {
    const offer = await makeOffer(server.api, { confirmation: 'instant' })
    const starts = await startsOf(server.api, offer)
    const booking = await book(server.api, offer, starts.at(-1) ?? '', 'Grace Hopper')
    const read = async () => (await server.api.get<Made>(`/v1/bookings/${booking.id}`)).body
    await visitor.open(`${url}/manage/${booking.id}#${booking.manageToken}`)
    await visitor.click('button', /^Reschedule$/)
    await chooseDay(visitor)
    await visitor.click('button', TIME)
    await visitor.click('button', /^Move booking$/)
    await visitor.see(/Booking moved/)
    expect((await read()).start).not.toBe(booking.start)
    await visitor.click('button', /^Cancel booking$/)
    await visitor.click('button', /^Yes, cancel booking$/)
    await visitor.see(/Booking cancelled/)
    expect(await read()).toMatchObject({ status: 'cancelled' })
  })

  journey('a booker pays', async () => {
    await server.api.put('/v1/payment-connection', { kind: 'simulated' })
    const payment = { amount: 5000, currency: 'EUR', kind: 'full' }
    const offer = await makeOffer(server.api, { payment })
    await visitor.open(url + offer.path)
    await chooseDay(visitor)
    await visitor.click('button', TIME)
    await fillIn(visitor)
    await visitor.click('button', /^Continue to payment$/)
    // The page of Holdfast on the way there has a button "Pay €50.00".
    await visitor.click('button', /^Pay: /)
    await visitor.see(/Booking confirmed/)
    expect(await visitor.address()).toMatch(/\/pay\/pay_\w+\?returned=1$/)
    expect(await statusesOf(server.api, offer)).toEqual(['confirmed'])
  })

  journey('a booker adds a service, and books both as one visit', async () => {
    const offer = await makeOffer(server.api, { confirmation: 'instant' })
    const path = `/v1/event-types/${offer.eventTypeId}`
    const { providerId } = (await server.api.get<{ providerId: string }>(path)).body
    await server.api.patch(`/v1/providers/${providerId}`, { visits: {} })
    const added = await made(server.api, '/v1/event-types', {
      providerId,
      slug: 'x-ray',
      title: 'X-ray',
      durationMinutes: 30,
      confirmation: 'instant',
      availabilityRules: everyDay({ start: '00:00', end: '24:00' }),
    })
    await visitor.open(url + offer.path)
    await visitor.click('button', /^Add a service$/)
    await visitor.click('field', /^X-ray/)
    await visitor.see(/First visit \+ X-ray/)
    await chooseDay(visitor)
    await visitor.click('button', TIME)
    await fillIn(visitor)
    await visitor.click('button', /^Book this time$/)
    await visitor.see(/Booking confirmed/)
    const both = { ...offer, eventTypeId: added.id }
    expect(await statusesOf(server.api, offer)).toEqual(['confirmed'])
    expect(await statusesOf(server.api, both)).toEqual(['confirmed'])
  })

  journey('a guest books nights by the rate that they chose', async () => {
    const room = await makeRoom(server.api, 'room-12')
    await visitor.open(url + room.path)
    // The first of the next month, so that the departure is in the same month whatever day it is today.
    await visitor.click('button', /^Next month$/)
    await visitor.click('button', FIRST_OF_MONTH)
    await visitor.click('button', /, available for departure, 2 nights$/)
    await visitor.see(/Total: €200\.00/)
    await visitor.click('field', /^Saver/)
    await visitor.see(/Total: €180\.00/)
    await visitor.click('button', /^Book these dates$/)
    await visitor.see(/held for you/i)
    await fillIn(visitor)
    await visitor.click('button', /^Confirm booking$/)
    await visitor.see(/Booking confirmed/)
    expect(await statusesOf(server.api, room)).toEqual(['confirmed'])
  })

  journey('a guest searches a house by dates, and books the rate that they found', async () => {
    const room = await makeRoom(server.api, 'room-13')
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await visitor.open(`${url}${room.searchPath}?arrival=${day(10)}&departure=${day(12)}&adults=2`)
    await visitor.see(/Available: 1/)
    await visitor.click('link', /^Choose: Double room, Saver$/)
    await visitor.see(/Total: €180\.00/)
    await visitor.click('button', /^Book these dates$/)
    await visitor.see(/held for you/i)
    await fillIn(visitor)
    await visitor.click('button', /^Confirm booking$/)
    await visitor.see(/Booking confirmed/)
    expect(await statusesOf(server.api, room)).toEqual(['confirmed'])
  })

  journey('a guest searches a house by dates, and books two of its rooms together', async () => {
    const room = await makeRoom(server.api, 'room-14', 2)
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await visitor.open(`${url}${room.searchPath}?arrival=${day(10)}&departure=${day(12)}&adults=4`)
    await visitor.see(/No room is large enough for all of you/)
    await visitor.click('button', /^Book several rooms$/)
    await visitor.choose(/^Number of rooms: Double room, Saver$/, '2')
    await visitor.see(/Guests in these rooms: 4 of 4/)
    await visitor.see(/Total: €360\.00/)
    await visitor.click('link', /^Continue$/)
    await visitor.click('button', /^Book these rooms$/)
    await visitor.see(/held for you/i)
    await fillIn(visitor)
    await visitor.click('button', /^Confirm booking$/)
    await visitor.see(/Booking confirmed/)
    expect(await statusesOf(server.api, room)).toEqual(['confirmed', 'confirmed'])
  })

  journey(
    'a booker books in the frame of another site, which is as high as the page in it',
    async () => {
      const offer = await makeOffer(server.api)
      siteHtml = `<!doctype html><title>A practice</title><h1>Our practice</h1>
<script src="${url}/embed.js" data-holdfast="${offer.path.slice(1)}"></script>`
      await visitor.open(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
      await visitor.enterFrame()
      const hiddenPixels = async () => Number(await visitor.execute(HIDDEN_HEIGHT))
      await expect.poll(hiddenPixels).toBeLessThanOrEqual(1)
      await chooseDay(visitor)
      await visitor.click('button', TIME)
      await fillIn(visitor)
      await visitor.click('button', /^Confirm booking$/)
      await visitor.see(/Booking confirmed/)
      expect(await statusesOf(server.api, offer)).toEqual(['confirmed'])
      await expect.poll(hiddenPixels).toBeLessThanOrEqual(1)
    },
  )

  journey(
    'a member signs in by email, and sees a new booking in the calendar without a reload',
    async () => {
      const tenant = await makeTenant({ server }, 'Lakeside', 'lakeside')
      const person = { name: 'Olga Owner', email: 'olga@example.com', role: 'owner' }
      await join({ server }, tenant, person)
      const offer = await makeOffer(tenant.api, { confirmation: 'instant' })
      // A day of next week: late in the last evening of a week, the next two starts are in two weeks.
      const [first = '', second = ''] = await startsIn(tenant.api, offer, 7, 8)
      await book(tenant.api, offer, first, 'Grace Hopper')
      await visitor.open(`${url}/dashboard`)
      await visitor.fill(/^Email/, person.email)
      await visitor.click('button', /^Email me a link$/)
      await visitor.see(/belongs to a member/)
      await visitor.open(await mailedLink({ server }, person.email, 'token'))
      // Some browsers are offered a passkey first.
      await visitor.see(/Not now|New booking/)
      await visitor.open(`${url}/dashboard`)
      await visitor.click('button', /^List$/)
      await visitor.click('button', /^Next/)
      await visitor.see(/Grace Hopper/)
      await book(tenant.api, offer, second, 'Alan Turing')
      await visitor.see(/Alan Turing/)
      await expect
        .poll(
          async () => (await tenant.api.get<{ data: unknown[] }>('/v1/search?q=turing')).body.data,
        )
        .toHaveLength(1)
      await visitor.click('button', /^Search/)
      await visitor.fill(/^Search$/, 'alan')
      // The person is before the booking, which alone has a status.
      await visitor.click('option', /^Alan Turing ?Confirmed/)
      await visitor.click('button', /^Reschedule$/)
    },
  )

  const [first, ...rest] = journeys
  const drawn = others === 'all' ? rest : drawnFrom(rest, rest.length)
  test.each(first === undefined ? [] : [first, ...drawn])('$name', ({ play }) => play())
}
