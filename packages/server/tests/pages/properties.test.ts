import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_KEY } from '../support/cluster.ts'
import { expectAccessible } from './support/axe.ts'
import { enterKey, expectToast, openDashboard, openTab, signIn } from './support/dashboard.ts'
import { fillIn, type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_TEST_MODE: '1' })
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

const listOf = async <Entry>(path: string): Promise<readonly Entry[]> =>
  (await pages.server.api.get<{ data: readonly Entry[] }>(path)).body.data

/** Takes pictures if a folder is named, to look at: at two widths, light and dark. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  for (const [width, colorScheme] of [
    [390, 'light'],
    [390, 'dark'],
    [1280, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` })
  }
}

/** Counts every click and every choice in a list, in all tabs. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let count = 0
  await context.exposeFunction('countOne', () => {
    count += 1
  })
  await context.addInitScript(`
    addEventListener('click', (event) => event.isTrusted && countOne(), { capture: true })
    addEventListener('change', ({ target }) => target.matches('select') && countOne(), { capture: true })
  `)
  return () => count
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function setUpHouse(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Properties' }).click()
  await button(page, 'Add property').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Lake House')
  await dialog.getByLabel('House rules').fill('No smoking.\nQuiet from 22:00.')
  await pictures(page, 'property-dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await button(page, 'Add unit').click()
  await dialog.getByLabel('Name', { exact: true }).fill('Room 12')
  await pictures(page, 'unit-dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText('What can guests book in Room 12?').waitFor()
  await dialog.getByLabel('Price of a night (EUR)').fill('80')
  await pictures(page, 'type-dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Guests can book it now')
}

test('from the key that a new server prints to the first paid stay, a house needs less than 20 clicks and no API', async () => {
  const page = await pages.open('about:blank', { timeZone: 'Europe/Berlin' })
  await page.setViewportSize({ width: 1280, height: 900 })
  const clicks = await countClicks(page.context())
  await page.goto(`${pages.url}/dashboard`)
  await enterKey(page, API_KEY)
  await page.getByRole('link', { name: 'Payments' }).click()
  await button(page, 'Payment connection').click()
  await button(page, 'Use simulated payments').click()
  await setUpHouse(page)
  await page.getByText('€80.00 a night').waitFor()
  await pictures(page, 'property')
  await expectAccessible(page)
  const [guest] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Booking page: Room 12' }).click(),
  ])
  await guest.getByText('€80.00 per night').waitFor()
  await guest.getByText('House rules').click()
  await guest.getByText('Quiet from 22:00.').waitFor()
  await pictures(guest, 'house-rules')
  await button(guest, /^Thursday, 23 April 2026/).click()
  await button(guest, /^Sunday, 26 April 2026/).click()
  await button(guest, 'Book these dates').click()
  await fillIn(guest)
  await button(guest, 'Continue to payment').click()
  await button(guest, /Pay/).click()
  await guest.getByRole('heading', { name: /^(Processing|Booking confirmed)/ }).waitFor()
  await expect
    .poll(() => listOf<Made>('/v1/bookings'))
    .toMatchObject([
      { status: 'confirmed', arrival: '2026-04-23', nights: 3, payment: { amount: 24_000 } },
    ])
  // As docs/stays.md says.
  expect(clicks()).toBe(18)
})

let houses = 0

/** A house with a unit and a rate plan. */
async function makeHouse() {
  houses += 1
  const timeZone = 'Europe/Berlin'
  const { id: propertyId } = await pages.make('/v1/properties', { name: 'Old Mill', timeZone })
  const unit = { name: 'Attic', kind: 'unit', timeZone, propertyId, slug: `attic-${houses}` }
  const { id: providerId } = await pages.make('/v1/providers', unit)
  const plan = await pages.make('/v1/rate-plans', {
    name: `Flexible ${houses}`,
    currency: 'EUR',
    amount: 10_000,
    nightly: [{ name: 'Summer', from: '2026-07-01', to: '2026-09-01', amount: 14_000 }],
    occupancy: { adults: 2, children: [{ untilAge: 6, amount: 1000 }] },
    discounts: { nights: [{ minNights: 7, percent: 10 }] },
    fees: [{ id: 'cleaning', name: 'Cleaning', amount: 6000, per: 'stay' }],
    taxes: [{ name: 'VAT 7 %', percent: 7, included: true, on: ['accommodation'] }],
    restrictions: [{ from: '2026-07-01', to: '2026-09-01', minNights: 3 }],
  })
  return { propertyId, providerId, ratePlanId: plan.id }
}

test('the page of a rate plan changes prices, seasons and rules, and keeps what was not edited', async () => {
  const { ratePlanId } = await makeHouse()
  const read = async () => (await pages.server.api.get<object>(`/v1/rate-plans/${ratePlanId}`)).body
  const before = await read()
  const page = await openDashboard(pages, cookie, '/properties')
  await button(page, 'Edit: Flexible 1').click()
  await page.getByLabel('Price of a night (EUR)').first().fill('110.50')
  await button(page, 'Add season').click()
  const season = page.getByRole('group', { name: 'Season 2' })
  await season.getByLabel('Name').fill('Weekends')
  await season.getByLabel('First night').fill('2026-08-01')
  await season.getByLabel('Up to').fill('2026-12-01')
  await season.getByLabel('Fri').check()
  await season.getByLabel('Sat').check()
  await season.getByLabel('Price of a night (EUR)').fill('130')
  await page.getByText('Extras', { exact: true }).click()
  await button(page, 'Add extra').click()
  const extra = page.getByRole('group', { name: 'Extra 1' })
  await extra.getByLabel('Name').fill('Breakfast')
  await extra.getByLabel('Amount (EUR)').fill('12')
  await extra.getByLabel('For each').selectOption('Person and night')
  await page.getByText('Taxes', { exact: true }).click()
  await button(page, 'Add tax').click()
  const tax = page.getByRole('group', { name: 'Tax 2' })
  await tax.getByLabel('Name').fill('Tourist tax')
  await tax.getByLabel('Computed as').selectOption('Amount for each person and night')
  await tax.getByLabel('Amount (EUR)').fill('2.50')
  await tax.getByLabel('Guests pay it at the property').check()
  await tax.getByLabel('Free below this age').fill('17')
  await page.getByText('Discounts', { exact: true }).click()
  await button(page, 'Add discount').click()
  const discount = page.getByRole('group', { name: 'Discount 2' })
  await discount.getByLabel('Discount for').selectOption('Early bookings')
  await discount.getByLabel('Minimum days before arrival').fill('60')
  await discount.getByLabel('Discount in percent').fill('5.5')
  await page.getByText('Deposit and cancellation', { exact: true }).click()
  await page.getByLabel('Paid when booking').selectOption('A percentage')
  await page.getByLabel('Percent', { exact: true }).last().fill('30')
  await button(page, 'Add cancellation rule').click()
  await pictures(page, 'plan')
  await expectAccessible(page)
  await button(page, 'Save').click()
  // Two seasons share dates in August.
  await season.getByText('Another one shares a date with this one.').waitFor()
  await season.getByLabel('First night').fill('2026-09-01')
  await page.getByLabel('Each further adult and night (EUR)').fill('25')
  await button(page, 'Save').click()
  await expectToast(page, 'Saved')
  expect(await read()).toEqual({
    ...before,
    version: 2,
    updatedAt: expect.any(String),
    actor: expect.anything(),
    amount: 11_050,
    nightly: [
      { name: 'Summer', from: '2026-07-01', to: '2026-09-01', amount: 14_000 },
      {
        name: 'Weekends',
        from: '2026-09-01',
        to: '2026-12-01',
        weekdays: ['friday', 'saturday'],
        amount: 13_000,
      },
    ],
    occupancy: { adults: 2, extraAdultAmount: 2500, children: [{ untilAge: 6, amount: 1000 }] },
    extras: [{ id: 'breakfast', name: 'Breakfast', amount: 1200, per: 'person_night' }],
    taxes: [
      { name: 'VAT 7 %', percent: 7, included: true, on: ['accommodation'] },
      { name: 'Tourist tax', amount: 250, exemptUntilAge: 17, collect: 'atHouse' },
    ],
    discounts: {
      nights: [{ minNights: 7, percent: 10 }],
      early: [{ minDays: 60, percent: 5.5 }],
    },
    deposit: { percent: 30 },
    cancellation: [{ days: 7, time: '18:00', penaltyPercent: 100 }],
  })
})

test('the rules, the people and the plans of what guests book are edited, in German too', async () => {
  const { propertyId, providerId, ratePlanId } = await makeHouse()
  const type = await pages.make('/v1/event-types', {
    providerId,
    grain: 'nights',
    slug: 'loft',
    title: 'Loft',
  })
  const page = await openDashboard(pages, cookie, `/properties/${propertyId}`, { locale: 'de-DE' })
  await pictures(page, 'property-de')
  await expectAccessible(page)
  await button(page, 'Bearbeiten: Loft').click()
  await openTab(page, 'Nächte')
  await page.getByLabel('Mindestens so viele Nächte').fill('2')
  await page.getByRole('group', { name: 'Anreisetage' }).getByLabel('Sa').check()
  await page.getByLabel('Begrenzen, wie viele Personen übernachten').check()
  await page.getByLabel('Höchstens so viele Kinder').fill('1')
  await page.getByLabel('Höchstens so viele Personen').fill('3')
  await openTab(page, 'Preis')
  await page.getByLabel('Flexible 2').check()
  await pictures(page, 'type-de')
  await expectAccessible(page)
  await button(page, 'Speichern').click()
  await expectToast(page, 'Gespeichert')
  expect((await pages.server.api.get(`/v1/event-types/${type.id}`)).body).toMatchObject({
    title: 'Loft',
    stay: { minNights: 2, maxNights: 366, arrivalWeekdays: ['saturday'], departureWeekdays: [] },
    occupancy: { base: 2, adults: 2, children: 1, total: 3 },
    ratePlanIds: [ratePlanId],
    payment: null,
  })
  await page.getByRole('link', { name: '‹ Unterkünfte' }).click()
  await page.getByText('Flexible 2').waitFor()
})

test('the page of a house says who arrives, leaves and stays today', async () => {
  const { propertyId, providerId } = await makeHouse()
  const nights = { providerId, grain: 'nights', confirmation: 'instant' }
  const type = await pages.make('/v1/event-types', { ...nights, slug: 'loft', title: 'Loft' })
  const book = (name: string, arrival: string, departure: string) =>
    pages.make('/v1/bookings', {
      eventTypeId: type.id,
      arrival,
      departure,
      override: true,
      booker: { name, email: 'guest@example.com' },
    })
  // Monday 20 April 2026 is today.
  await book('Long Gone', '2026-04-10', '2026-04-12')
  await book('Leaving Guest', '2026-04-15', '2026-04-20')
  const arriving = await book('Arriving Guest', '2026-04-20', '2026-04-23')
  await book('Later Guest', '2026-04-23', '2026-04-25')
  const page = await openDashboard(pages, cookie, `/properties/${propertyId}`)
  await page.getByRole('heading', { name: 'Arrivals: 1' }).waitFor()
  await page.getByRole('heading', { name: 'In the house: 0' }).waitFor()
  await page.getByRole('list', { name: 'Departures: 1' }).getByText('Leaving Guest').waitFor()
  expect(await page.getByText('Later Guest').count()).toBe(0)
  expect(await page.getByText('Long Gone').count()).toBe(0)
  await pictures(page, 'today')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open: Arriving Guest' }).click()
  await page.getByRole('dialog').getByText('Loft').waitFor()
  expect(page.url()).toContain(arriving.id)
})
