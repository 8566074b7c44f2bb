import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { fillIn, openPages, type Pages } from './support/pages.ts'
import { keepPictures } from './support/pictures.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
})
afterAll(() => pages.close())

interface House {
  readonly propertyId: string
  readonly doubleId: string
  readonly singleId: string
  /** The rate plan without a deposit. */
  readonly flexibleId: string
}

const DATES = { arrival: '2026-04-27', departure: '2026-04-30' }

/** A house with three double rooms by a rate plan, and a single room. */
async function makeHouse(slug: string): Promise<House> {
  const timeZone = 'Europe/Berlin'
  const { id: propertyId } = await pages.make('/v1/properties', { name: 'Lake House', timeZone })
  await pages.server.api.patch(`/v1/properties/${propertyId}`, { houseRules: 'No pets.' })
  const units: string[] = []
  for (const name of ['Room 1', 'Room 2', 'Room 3', 'Room 4']) {
    const unit = { name, kind: 'unit', timeZone, propertyId, slug: `${slug}-${units.length + 1}` }
    units.push((await pages.make('/v1/providers', unit)).id)
  }
  const cancellation = [{ days: 1, time: '18:00', penaltyPercent: 100 }]
  const rate = { currency: 'EUR', cancellation, amount: 10_000 }
  const { id: flexibleId } = await pages.make('/v1/rate-plans', { ...rate, name: 'Flexible' })
  const { id: depositId } = await pages.make('/v1/rate-plans', {
    ...rate,
    name: 'Early bird',
    deposit: { percent: 30 },
  })
  const payment = { amount: 6000, currency: 'EUR', kind: 'full' }
  const nights = { grain: 'nights', confirmation: 'hold', payment }
  const consent = {
    id: 'rules',
    kind: 'checkbox',
    label: 'I accept the house rules',
    required: true,
  }
  const { id: doubleId } = await pages.make('/v1/event-types', {
    ...nights,
    providerId: units[0],
    slug: 'double',
    title: 'Double room',
    occupancy: { base: 2, adults: 2, children: 1, total: 3 },
    ratePlanIds: [flexibleId, depositId],
    securityDeposit: { amount: 5000, currency: 'EUR', daysBefore: 2 },
    requirements: [{ name: 'room', providerIds: units.slice(0, 3), count: 1 }],
  })
  const { id: singleId } = await pages.make('/v1/event-types', {
    ...nights,
    providerId: units[3],
    slug: 'single',
    title: 'Single room',
    occupancy: { base: 1, adults: 1, children: 0, total: 1 },
    questions: [consent],
  })
  return { propertyId, doubleId, singleId, flexibleId }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Searches rooms for five adults, and chooses two double rooms and the single room. */
async function chooseRooms(page: Page): Promise<void> {
  await button(page, 'Book several rooms').press('Enter')
  // The next key leads to what follows.
  await button(page, 'Book one room').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Book one room')
  await page.getByLabel('Number of rooms: Double room, Flexible').selectOption('2')
  await page.getByLabel('Number of rooms: Single room').selectOption('1')
  await page.getByText('Guests in these rooms: 5 of 5').waitFor()
  // 2 × 3 × 100 + 3 × 60.
  await page.getByText('Total: €780.00').waitFor()
}

const searchPath = ({ propertyId }: House, adults: number) =>
  `/stays/${propertyId}?${new URLSearchParams({ ...DATES, adults: `${adults}` })}`

interface Booked {
  readonly status: string
  readonly groupId: string | null
  readonly arrival: string
  readonly occupants: { readonly adults: number; readonly childAges: readonly number[] }
}

const bookingsOf = async (eventTypeId: string): Promise<readonly Booked[]> =>
  (await pages.server.api.get<{ data: Booked[] }>(`/v1/bookings?eventTypeId=${eventTypeId}`)).body
    .data

test('a guest chooses several rooms, pays for them together and manages them behind one link', async () => {
  const house = await makeHouse('first')
  const page = await pages.open(searchPath(house, 5))
  await page.getByText('No room is large enough for all of you').waitFor()
  await keepPictures(page, 'rooms-none')
  await chooseRooms(page)
  await page.getByText('This rate has a deposit').waitFor()
  await expectAccessible(page)
  await keepPictures(page, 'rooms-search')
  // The guest can split them in another way.
  const second = page.getByRole('group', { name: '2. Double room, Flexible' })
  await second.getByLabel('Adults').selectOption('1')
  await page.getByText('Guests in these rooms: 4 of 5').waitFor()
  await second.getByLabel('Adults').selectOption('2')
  await page.getByText('Total: €780.00').waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()

  await page.getByRole('heading', { level: 1, name: '2 × Double room + Single room' }).waitFor()
  // As the server names it before any script runs.
  const html = await (await fetch(page.url())).text()
  expect(html).toContain('<title>Double room · Lake House</title>')
  await page.getByText('A security deposit of €100.00 is reserved').waitFor()
  await page.getByText('Total: €780.00').waitFor()
  expect(await page.getByText(/^Free cancellation until Sun,? 26 Apr, 18:00\.$/).count()).toBe(2)
  await expectAccessible(page)
  await keepPictures(page, 'rooms-review')
  await button(page, 'Book these rooms').click()
  await page
    .getByText(/held for you/i)
    .first()
    .waitFor()
  await expectAccessible(page)
  await keepPictures(page, 'rooms-details')
  // A reload keeps the rooms that are held.
  await page.reload()
  await page
    .getByText(/held for you/i)
    .first()
    .waitFor()
  await fillIn(page)
  await page.getByLabel('I accept the house rules').check()
  await button(page, 'Continue to payment').click()
  await page.waitForURL(/\/simulated-payments\//)
  await button(page, /^Pay: /).click()
  await page.getByText('Booking confirmed').waitFor()
  await page.getByText('Thursday, 30 April 2026, by 11:00').waitFor()
  await page.getByText('3 nights').waitFor()
  await keepPictures(page, 'rooms-paid')
  await page.getByRole('link', { name: 'Manage booking' }).click()
  await page.waitForURL(/\/manage\/grp_/)
  await page.getByRole('heading', { name: 'Your bookings' }).waitFor()
  expect(await page.getByText(/^Mon,? 27 Apr – Thu,? 30 Apr$/).count()).toBe(3)
  // The price of the two rooms by the rate plan comes back until then, and that of the room without one never.
  await page.getByText(/^Cancel by Sun,? 26 Apr, 18:00 to get €600\.00 back\.$/).waitFor()
  await keepPictures(page, 'rooms-managed')
  await button(page, 'Cancel all bookings').click()
  await page.getByText('You get €600.00 back.').waitFor()
  await expectAccessible(page)
  await button(page, 'Keep bookings').click()
  const [doubles, singles] = [await bookingsOf(house.doubleId), await bookingsOf(house.singleId)]
  expect(doubles).toMatchObject([
    { status: 'confirmed', arrival: '2026-04-27', occupants: { adults: 2, childAges: [] } },
    { status: 'confirmed', arrival: '2026-04-27', occupants: { adults: 2, childAges: [] } },
  ])
  expect(singles).toMatchObject([{ status: 'confirmed', occupants: { adults: 1 } }])
  expect(new Set([...doubles, ...singles].map(({ groupId }) => groupId)).size).toBe(1)
})

test('a guest reads which room is gone, that nothing was booked, and searches again', async () => {
  const house = await makeHouse('gone')
  const page = await pages.open(searchPath(house, 5))
  await chooseRooms(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await button(page, 'Book these rooms').waitFor()
  const booker = { name: 'Ada Weber', email: 'ada@example.com' }
  await pages.make('/v1/bookings', {
    eventTypeId: house.singleId,
    ...DATES,
    occupants: { adults: 1 },
    booker,
    answers: { rules: true },
  })
  await button(page, 'Book these rooms').click()
  await page.getByRole('heading', { name: 'No longer available: Single room' }).waitFor()
  expect(await button(page, 'Book these rooms').count()).toBe(0)
  expect(await bookingsOf(house.doubleId)).toEqual([])
  await expectAccessible(page)
  await keepPictures(page, 'rooms-gone')
  await page.getByRole('link', { name: 'Search again' }).click()
  await button(page, 'Book several rooms').click()
  await page.getByLabel('Number of rooms: Double room, Flexible').waitFor()
  expect(await page.getByLabel('Number of rooms: Single room').count()).toBe(0)
})

test('a guest chooses extras for each room, which are in its price and its booking', async () => {
  const house = await makeHouse('extras')
  const breakfast = { id: 'breakfast', name: 'Breakfast', amount: 1000, per: 'person_night' }
  await pages.server.api.patch(`/v1/rate-plans/${house.flexibleId}`, { extras: [breakfast] })
  const page = await pages.open(searchPath(house, 5))
  await chooseRooms(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('Total: €780.00').waitFor()
  // A room without a rate plan has none.
  expect(await page.getByRole('checkbox', { name: /^Breakfast/ }).count()).toBe(2)
  await page
    .getByRole('checkbox', { name: /^Breakfast/ })
    .last()
    .check()
  // For two adults and three nights.
  await page.getByText('Total: €840.00').waitFor()
  await expectAccessible(page)
  await keepPictures(page, 'rooms-extras')
  await button(page, 'Book these rooms').click()
  await page
    .getByText(/held for you/i)
    .first()
    .waitFor()
  await page.getByText('€360.00').first().waitFor()
  await page.goBack()
  await page.getByText('Total: €840.00').waitFor()
  const boxes = page.getByRole('checkbox', { name: /^Breakfast/ })
  expect(await boxes.first().isChecked()).toBe(false)
  expect(await boxes.last().isChecked()).toBe(true)
  const held = await pages.server.api.get<{ data: { quote: { total: number } }[] }>(
    `/v1/bookings?eventTypeId=${house.doubleId}`,
  )
  expect(held.body.data.map(({ quote }) => quote.total).toSorted()).toEqual([30_000, 36_000])
})

test('kinds of rooms beyond the first page of the search can be chosen with others', async () => {
  const house = await makeHouse('many')
  const page = await pages.open('about:blank')
  // A page has a hundred kinds. Here it has one.
  await page.route(/\/v1\/stays\/search/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    return route.continue({ url: url.href })
  })
  await page.goto(pages.url + searchPath(house, 5))
  await chooseRooms(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: '2 × Double room + Single room' }).waitFor()
  await page.getByText('Total: €780.00').waitFor()
  await page.unrouteAll()
})

test('the rooms that were chosen are still chosen when the guest comes back to the search', async () => {
  const house = await makeHouse('back')
  const page = await pages.open(searchPath(house, 5))
  await chooseRooms(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Change rooms' }).click()
  await page.getByText('Total: €780.00').waitFor()
  const count = page.getByLabel('Number of rooms: Double room, Flexible')
  expect(await count.inputValue()).toBe('2')
  // No more than are free.
  expect(await count.getByRole('option').allTextContents()).toEqual(['0', '1', '2', '3'])
  await button(page, 'Book one room').click()
  await page.getByText('No room is large enough for all of you').waitFor()
})
