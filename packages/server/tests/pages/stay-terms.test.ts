import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { openPages, type Pages } from './support/pages.ts'
import { keepPictures } from './support/pictures.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
})
afterAll(() => pages.close())

interface Stay {
  readonly id: string
  readonly manageToken: string
  readonly payment: { readonly id: string }
}

/** A stay of three nights at 100 EUR that waits for its payment. It is free to cancel until the evening before the arrival. */
async function makeStay(): Promise<Stay> {
  const timeZone = 'Europe/Berlin'
  const { id: propertyId } = await pages.make('/v1/properties', { name: 'Lake House', timeZone })
  const unit = { name: 'Room 1', kind: 'unit', timeZone, propertyId }
  const { id: providerId } = await pages.make('/v1/providers', unit)
  const cancellation = [{ days: 1, time: '18:00', penaltyPercent: 100 }]
  const plan = { name: 'Flexible', currency: 'EUR', amount: 10_000, cancellation }
  const { id: ratePlanId } = await pages.make('/v1/rate-plans', plan)
  const { id: eventTypeId } = await pages.make('/v1/event-types', {
    providerId,
    grain: 'nights',
    slug: 'double',
    title: 'Double room',
    confirmation: 'instant',
    ratePlanIds: [ratePlanId],
    payment: { currency: 'EUR', kind: 'full' },
  })
  const made = await pages.server.api.post<Stay>('/v1/bookings', {
    eventTypeId,
    arrival: '2026-04-27',
    departure: '2026-04-30',
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  expect(made.status, made.text).toBe(202)
  return made.body
}

test('the page to pay on shows the dates of a stay, and its own page says what comes back until when', async () => {
  const { id, manageToken, payment } = await makeStay()
  const page = await pages.open(`/pay/${payment.id}`, { timeZone: 'America/New_York' })
  await page.getByText('Monday, 27 April 2026, from 15:00').waitFor()
  await page.getByText('Thursday, 30 April 2026, by 11:00').waitFor()
  await page.getByText('3 nights').waitFor()
  await expectAccessible(page)
  await keepPictures(page, 'pay-stay')
  await page.getByRole('button', { name: 'Pay €300.00' }).click()
  await page.waitForURL(/\/simulated-payments\//)
  await page.getByRole('button', { name: /^Pay: / }).click()
  await page.waitForURL(/\/pay\//)
  await page.getByText('Your payment was received.').waitFor()

  await page.goto(`${pages.url}/manage/${id}#${manageToken}`)
  const back = page.getByText(/^Cancel by Sun,? 26 Apr, 18:00 to get €300\.00 back\.$/)
  await back.waitFor()
  await expectAccessible(page)
  await keepPictures(page, 'manage-terms')
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByText('You get €300.00 back.').waitFor()
  expect(await back.count()).toBe(0)
  // Monday, 27 April, 8:00 in Berlin.
  await pages.advance(page, 7 * 86_400 - 2 * 3600)
  await page.reload()
  await page.getByText("If you cancel, you don't get any money back.").waitFor()
})
