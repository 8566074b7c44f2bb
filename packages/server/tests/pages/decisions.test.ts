import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { axeOn } from './support/axe.ts'
import { bookingOf } from './support/dashboard.ts'
import { makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let eventTypeId: string
beforeAll(async () => {
  pages = await openPages()
  const bookable = await makeBookable(pages, { confirmation: 'approval' })
  eventTypeId = bookable.eventTypeId
  const path = `/v1/providers/${bookable.providerId}`
  await pages.server.api.patch(path, { email: 'ada@example.com' })
})
afterAll(() => pages.close())

/** A request, and the paths of the links in the email to its provider. */
async function request(start: string) {
  const booking = await pages.make('/v1/public/bookings', {
    eventTypeId,
    start,
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  let text: string | undefined
  await until('the provider got the email', async () => {
    const path = '/v1/test/mails?limit=100'
    const { body } = await pages.server.api.get<{ data: { to: string; text: string }[] }>(path)
    const toAda = body.data.filter(({ to }) => to === 'ada@example.com')
    text = toAda.find((mail) => mail.text.includes(booking.id))?.text
    return text !== undefined
  })
  const pathOf = (label: string) => {
    const url = new URL(new RegExp(`${label}: (\\S+)`).exec(text ?? '')?.[1] ?? '')
    return url.pathname + url.hash
  }
  return { booking, approve: pathOf('Approve'), decline: pathOf('Decline') }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a provider approves from the email without signing in, and opening the link does nothing', async () => {
  const { booking, approve } = await request('2026-04-22T08:00:00Z')
  const page = await pages.open(approve)
  await page.getByText('Grace Hopper, grace@example.com').waitFor()
  expect((await bookingOf(pages, booking)).status).toBe('pending')
  expect((await (await axeOn(page)).analyze()).violations).toEqual([])
  await press(page, 'Approve')
  await page.getByRole('heading', { name: 'Request approved' }).waitFor()
  expect((await bookingOf(pages, booking)).status).toBe('confirmed')
})

test('of two who decide the first wins, and the other sees what was decided', async () => {
  const { booking, approve, decline } = await request('2026-04-22T09:00:00Z')
  const [late, page] = [await pages.open(approve), await pages.open(decline)]
  await late.getByText('Grace Hopper, grace@example.com').waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByLabel('Reason (optional)').fill('I am away that day.')
  expect((await (await axeOn(page)).analyze()).violations).toEqual([])
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390)
  await press(page, 'Decline request')
  await page.getByRole('heading', { name: 'Request declined' }).waitFor()
  await press(late, 'Approve')
  await late.getByRole('heading', { name: 'This request was already declined' }).waitFor()
  expect(await late.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  expect(await bookingOf(pages, booking)).toMatchObject({
    status: 'cancelled',
    cancellationReason: 'I am away that day.',
  })
})

test('an incomplete link says so, in the language of the reader', async () => {
  const { approve } = await request('2026-04-22T10:00:00Z')
  const page = await pages.open(approve.slice(0, -40), { locale: 'de-DE', colorScheme: 'dark' })
  await page.getByRole('heading', { name: 'Dieser Link funktioniert nicht' }).waitFor()
})
