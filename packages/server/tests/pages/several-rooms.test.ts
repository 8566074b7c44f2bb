import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { button, chooseRooms, DATES, makeHouse, searchPath } from './support/house.ts'
import { fillIn, openPages, type Pages } from './support/pages.ts'
import { keepPictures } from './support/pictures.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
})
afterAll(() => pages.close())

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
  const house = await makeHouse(pages, 'first')
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
  const house = await makeHouse(pages, 'gone')
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
  const house = await makeHouse(pages, 'extras')
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
  const house = await makeHouse(pages, 'many')
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
  const house = await makeHouse(pages, 'back')
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
