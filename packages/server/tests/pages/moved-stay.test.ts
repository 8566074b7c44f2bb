import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
})
afterAll(() => pages.close())

/** A stay of three nights at 100 EUR, confirmed, and the path behind its manage link. */
async function makeStay(cancellation: object[] = []) {
  const timeZone = 'Europe/Berlin'
  const { id: propertyId } = await pages.make('/v1/properties', { name: 'Lake House', timeZone })
  const unit = { name: 'Room 1', kind: 'unit', timeZone, propertyId }
  const { id: providerId } = await pages.make('/v1/providers', unit)
  const plan = { name: 'Flexible', currency: 'EUR', amount: 10_000, cancellation }
  const { id: ratePlanId } = await pages.make('/v1/rate-plans', plan)
  const type = {
    providerId,
    grain: 'nights',
    slug: 'double',
    title: 'Double room',
    confirmation: 'instant',
    ratePlanIds: [ratePlanId],
    payment: { amount: 100, currency: 'EUR', kind: 'full' },
  }
  const { id: eventTypeId } = await pages.make('/v1/event-types', type)
  const stay = await pages.make('/v1/bookings', {
    eventTypeId,
    arrival: '2026-04-23',
    departure: '2026-04-26',
    booker: { name: 'Ada', email: 'ada@example.com' },
  })
  const confirmed = { withoutPayment: true }
  const { status } = await pages.server.api.post(`/v1/bookings/${stay.id}/confirm`, confirmed)
  expect(status).toBe(200)
  return { id: stay.id, path: `/manage/${stay.id}#${stay.manageToken}` }
}

const day = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
}

test('a guest extends a stay, reads the new price before it counts, and is asked for the rest', async () => {
  const { id, path } = await makeStay()
  const page = await pages.open(path)
  await page.getByText('Total: €300.00').waitFor()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await day(page, 'Thursday, 23 April 2026').click()
  await day(page, 'Tuesday, 28 April 2026, available for departure, 5 nights').click()
  await page.getByRole('button', { name: /^Move stay to/ }).click()
  await page.getByText('With these dates, your stay costs €500.00 in all.').waitFor()
  const { body } = await pages.server.api.get<{ departure: string }>(`/v1/bookings/${id}`)
  expect(body.departure).toBe('2026-04-26')
  await expectAccessible(page)
  await picture(page, 'new-price')
  // Other dates have another price, so the one that was shown no longer counts.
  await day(page, 'Thursday, 23 April 2026').click()
  expect(await page.getByText('in all.').count()).toBe(0)
  await day(page, 'Monday, 27 April 2026').click()
  await page.getByRole('button', { name: /^Move stay to/ }).click()
  await page.getByText('With these dates, your stay costs €400.00 in all.').waitFor()
  await page.getByRole('button', { name: /^Move stay to/ }).click()
  await page.getByText('4 nights', { exact: true }).waitFor()
  await page.getByText('Total: €400.00').waitFor()
  await page.getByText('Still to pay: €400.00').waitFor()
  await expectAccessible(page)
  await picture(page, 'moved')
})
