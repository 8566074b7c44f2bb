import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_TEST_MODE: '1' })
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
})
afterAll(() => pages.close())

const PAYMENT = { amount: 5000, currency: 'EUR', kind: 'full' }
let made = 0

/** A salon in which Ann takes 30 minutes for 50 euros, and Ben 45 minutes for 65. */
async function salon(): Promise<{ readonly type: Made; readonly path: string }> {
  made += 1
  const provider = (name: string, more: object = {}) =>
    pages.make('/v1/providers', {
      name,
      slug: `${name.toLowerCase()}-${made}`,
      timeZone: 'Europe/Berlin',
      ...more,
    })
  const [ann, ben, team] = [
    await provider('Ann'),
    await provider('Ben'),
    await provider('Salon', { kind: 'team' }),
  ]
  const type = await pages.make('/v1/event-types', {
    providerId: team.id,
    slug: 'cut',
    title: 'Cut and blow-dry',
    durationMinutes: 30,
    slotStepMinutes: 60,
    availabilityRules: WORKING_DAYS,
    requirements: [
      { name: 'stylist', providerIds: [ann.id, ben.id], count: 1, bookerMayChoose: true },
    ],
    candidateRules: [{ providerId: ben.id, durationMinutes: 45, amount: 6500 }],
    payment: PAYMENT,
  })
  return { type, path: `/salon-${made}/cut` }
}

/** The texts of a time, one for each line. */
const textsOf = (time: Locator) => time.locator(':scope > *').allTextContents()

test('the booking page shows duration and price with each time, and books the one that was picked', async () => {
  const { path } = await salon()
  const page = await pages.open(path)
  const times = page.locator('button[data-start]')
  await times.first().waitFor()
  await page.getByText('Price: €50.00 – €65.00').waitFor()
  expect(await textsOf(times.nth(0))).toEqual(['10:00', '30 min', '€50.00'])
  expect(await textsOf(times.nth(1))).toEqual(['10:00', '45 min', '€65.00'])
  await times.nth(1).click()
  await page.getByText('Price: €65.00').waitFor()
  // Back, to the other price: the hold is taken anew, not moved.
  await page.goBack()
  await times.nth(2).click()
  await page.getByText('Price: €50.00', { exact: true }).waitFor()
})

test('a price that changed while the page was open is said, and the new one is listed', async () => {
  const { type, path } = await salon()
  const page = await pages.open(path)
  const times = page.locator('button[data-start]')
  await times.first().waitFor()
  const change = { payment: { ...PAYMENT, amount: 5500 } }
  expect((await pages.server.api.patch(`/v1/event-types/${type.id}`, change)).status).toBe(200)
  await times.nth(0).click()
  await page.getByText('Nothing was booked. Pick a time at its new price.').waitFor()
  await expect.poll(() => textsOf(times.nth(0))).toContain('€55.00')
  await times.nth(0).click()
  await page.getByText('Price: €55.00').waitFor()
})
