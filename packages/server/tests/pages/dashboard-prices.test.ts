import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { axeOn } from './support/axe.ts'
import { expectToast, openDashboard, openTab, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

test('durations and prices of stylists and of evenings are edited on the page of an event type', async () => {
  const make = (name: string) =>
    pages.make('/v1/providers', { name, timeZone: 'Europe/Berlin', specialty: 'stylist' })
  const [ann, ben] = [await make('Ann'), await make('Ben')]
  const eventType = await pages.make('/v1/event-types', {
    providerId: ann.id,
    slug: 'cut',
    title: 'Cut',
    durationMinutes: 30,
    availabilityRules: WORKING_DAYS,
    payment: { amount: 4000, currency: 'EUR', kind: 'full' },
    requirements: [{ name: 'stylist', specialty: 'stylist', count: 1 }],
  })
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
  await openTab(page, 'Price')
  await page.locator('summary').filter({ hasText: 'Prices by person and time' }).click()
  await page.getByLabel('Ben: duration (minutes)').fill('45')
  await page.getByLabel('Ben: price (EUR)').fill('55')
  const add = page.getByRole('button', { name: 'Add rule' })
  await add.click()
  await add.click()
  const evening = page.getByRole('group', { name: 'rule 2' })
  await evening.getByLabel('Sat').uncheck()
  await evening.getByRole('button', { name: /^Add hours/ }).click()
  await evening.getByLabel('rule 2, from').fill('18:00')
  await evening.getByLabel('rule 2, to').fill('00:00')
  await evening.getByLabel('Price', { exact: true }).selectOption('Costs less, by')
  await evening.getByLabel('Amount (EUR)').fill('5')
  const folder = process.env.HOLDFAST_PICTURES
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 1100 })
    const { violations } = await (await axeOn(page)).analyze()
    expect(violations.map(({ id }) => `${width}: ${id}`)).toEqual([])
    if (folder) {
      await page.screenshot({
        path: `${folder}/prices-${width}-${colorScheme}.png`,
        fullPage: true,
      })
    }
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const { body } = await pages.server.api.get(`/v1/event-types/${eventType.id}`)
  expect(body).toMatchObject({
    candidateRules: [{ providerId: ben.id, durationMinutes: 45, amount: 5500 }],
    priceRules: [
      { weekdays: ['saturday'], windows: null, addPercent: 20 },
      { weekdays: null, windows: [{ start: '18:00', end: '24:00' }], addAmount: -500 },
    ],
  })
})
