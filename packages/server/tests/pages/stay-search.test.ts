import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { fillIn, type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let propertyId: string
let doubleId: string
beforeAll(async () => {
  pages = await openPages()
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
  const house = { name: 'Lake House', timeZone: 'Europe/Berlin', address: 'Seestraße 1, Berlin' }
  propertyId = (await pages.make('/v1/properties', house)).id
  const plans = await makePlans()
  const payment = { amount: 100, currency: 'EUR', kind: 'full' }
  doubleId = await makeRoom('Double room', {
    slug: 'double',
    description: 'With a view of the lake.',
    occupancy: { base: 2, adults: 3, children: 2, total: 4 },
    ratePlanIds: plans,
    payment,
  })
  await makeRoom('Attic', { slug: 'attic', stay: { minNights: 4 } })
  await makeRoom('Cabin', { slug: 'cabin', payment: { ...payment, amount: 6000 } })
})
afterAll(() => pages.close())

/** A flexible rate with a deposit, and a saver that is not refunded. */
async function makePlans(): Promise<readonly string[]> {
  const plan = {
    name: 'Flexible',
    currency: 'EUR',
    amount: 10_000,
    meals: 'breakfast',
    occupancy: { adults: 2, children: [{ untilAge: 12, amount: 1500 }] },
    codes: [{ code: 'SPRING', percent: 10 }],
    deposit: { percent: 30 },
    cancellation: [{ days: 1, time: '18:00', penaltyPercent: 100 }],
  }
  const saver = {
    name: 'Saver',
    currency: 'EUR',
    amount: 8000,
    cancellation: [{ penaltyPercent: 100 }],
  }
  const made = await Promise.all([plan, saver].map((each) => pages.make('/v1/rate-plans', each)))
  return made.map(({ id }) => id)
}

interface NewRoom {
  readonly slug: string
  readonly [name: string]: unknown
}

async function makeRoom(title: string, { slug, ...more }: NewRoom): Promise<string> {
  const timeZone = 'Europe/Berlin'
  const { id: providerId } = await pages.make('/v1/providers', {
    name: title,
    slug: `lake-${slug}`,
    kind: 'unit',
    timeZone,
    propertyId,
  })
  const type = { providerId, grain: 'nights', title, slug, confirmation: 'hold', ...more }
  return (await pages.make('/v1/event-types', type)).id
}

/** Takes pictures if a folder is named, to look at. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({
        path: `${folder}/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 720 })
}

test('a guest searches the stays of a property, compares their rates and books the one that they chose', async () => {
  const page = await pages.open(`/stays/${propertyId}`)
  await page.getByRole('heading', { level: 1, name: 'Lake House' }).waitFor()
  await page.getByText('Choose your dates to see what is available').waitFor()
  await page.getByLabel('Arrival').fill('2026-04-27')
  await page.getByLabel('Departure').fill('2026-04-27')
  await page.getByRole('button', { name: 'Search' }).click()
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(0)
  await page.getByLabel('Departure').fill('2026-04-30')
  await page.getByLabel('Children').selectOption('1')
  await page.getByLabel('Age of child 1').selectOption('7')
  await page.getByLabel('Discount code (optional)').fill('spring')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('Available: 2').waitFor()
  await page.getByText('Seestraße 1, Berlin · Check-in from 15:00, check-out by 11:00.').waitFor()
  const flexible = page.getByRole('listitem').filter({ hasText: 'Flexible' })
  await flexible.getByText('Breakfast included').waitFor()
  // (100 + 15) × 3, less 10 %.
  await flexible.getByText('Total: €310.50').waitFor()
  await flexible.getByText('You pay €93.15 now.').waitFor()
  await flexible.getByText(/^Free cancellation until Sun,? 26 Apr, 18:00\.$/).waitFor()
  const saver = page.getByRole('listitem').filter({ hasText: 'Saver' })
  await saver.getByText('Total: €240.00').waitFor()
  await saver.getByText('Non-refundable.').waitFor()
  await page.getByText('Total: €180.00').waitFor()
  await page.getByText('Minimum stay: 4 nights.').waitFor()
  await expectAccessible(page)
  await picture(page, 'stay-search')
  await page.getByRole('link', { name: 'Choose: Double room, Flexible' }).click()
  // The booking page has everything that was chosen.
  await page.getByText('Total: €310.50').waitFor()
  expect(await page.getByLabel('Age of child 1').inputValue()).toBe('7')
  expect(await page.getByRole('radio', { name: /^Flexible/ }).isChecked()).toBe(true)
  await picture(page, 'stay-chosen')
  await page.getByRole('button', { name: 'Book these dates' }).click()
  await fillIn(page)
  await page.getByRole('button', { name: 'Continue to payment' }).waitFor()
  const { data } = (
    await pages.server.api.get<{ data: Made[] }>(`/v1/bookings?eventTypeId=${doubleId}`)
  ).body
  expect(data).toMatchObject([
    {
      arrival: '2026-04-27',
      departure: '2026-04-30',
      occupants: { adults: 2, childAges: [7] },
      quote: { total: 31_050 },
    },
  ])
  // Others do not find it now, and the search is in the address.
  const other = await pages.open(`/stays/${propertyId}?arrival=2026-04-27&departure=2026-04-30`)
  await other.getByText('Available: 1').waitFor()
  await other.getByText('Taken on these dates.').waitFor()
})

test('a search that finds nothing says so, and an unknown property is a page that was not found', async () => {
  const page = await pages.open(
    `/stays/${propertyId}?arrival=2026-05-04&departure=2026-05-05&adults=9`,
  )
  await page.getByText('Total: €60.00').waitFor()
  const past = await pages.open(`/stays/${propertyId}?arrival=2026-01-04&departure=2026-01-05`)
  await past.getByText('Nothing is available on these dates').waitFor()
  await expectAccessible(past)
  const unknown = await fetch(`${pages.url}/stays/ppt_${'0'.repeat(26)}`)
  expect(unknown.status).toBe(404)
})

test('the page of a room leads to the search of its house', async () => {
  const page = await pages.open('/lake-cabin')
  await page.getByRole('link', { name: 'Search all stays here' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lake House' }).waitFor()
})
