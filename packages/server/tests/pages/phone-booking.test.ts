import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeOn } from './support/axe.ts'
import { choose, makeBookable, openPages, type Pages } from './support/pages.ts'

const DAY = 'Tuesday, 21 April 2026'
const NAME = 'Nora Berg'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
  const settings = { bookerContact: 'emailOrPhone', country: 'CH' }
  await pages.server.api.patch('/v1/account', settings)
})
afterAll(() => pages.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function expectAccessible(page: Page) {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await (await axeOn(page)).analyze()).violations).toEqual([])
    const isWithin = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)
    expect(isWithin).toBeLessThanOrEqual(width)
  }
}

/** The booker of the only booking of an event type. */
async function bookerOf(eventTypeId: string) {
  const path = `/v1/bookings?eventTypeId=${eventTypeId}`
  const { body } = await pages.server.api.get<{ data: { booker: object }[] }>(path)
  return body.data.map(({ booker }) => booker)
}

test('a booker without an email address books by phone number, and keeps the link to the booking', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, DAY, '09:00')
  await page.getByLabel('Name').fill(NAME)
  await press(page, 'Use a phone number instead')
  await press(page, 'Confirm booking')
  await page.getByText('Enter a phone number, such as +49 30 901820').waitFor()
  expect(await page.locator(':focus').getAttribute('name')).toBe('phone')
  await page.getByLabel('Phone number').fill('044 333 44 55')
  await expectAccessible(page)
  await press(page, 'Confirm booking')
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  await page
    .getByText("We won't email you. Save this link to view, reschedule or cancel your booking:")
    .waitFor()
  await expectAccessible(page)
  expect(await bookerOf(eventTypeId)).toMatchObject([
    { name: NAME, email: null, phone: '+41443334455' },
  ])
  const link = await page.getByText(`${pages.url}/manage/`).textContent()
  await page.goto('about:blank')
  await page.goto(link ?? '')
  await page.getByText('Confirmed', { exact: true }).waitFor()
  expect(await page.getByText('+41443334455').isVisible()).toBe(true)
  expect(await page.getByText('null').count()).toBe(0)
  await expectAccessible(page)
  await press(page, 'Cancel booking')
  await press(page, 'Yes, cancel booking')
  await page.getByText('Booking cancelled').waitFor()
})

test('a number that the server does not accept is said at its field, and an email address can be given after all', async () => {
  const { path, eventTypeId } = await makeBookable(pages, { confirmation: 'instant' })
  const page = await pages.open(path)
  await choose(page, DAY, '09:00')
  await page.getByLabel('Name').fill(NAME)
  await press(page, 'Use a phone number instead')
  await page.getByLabel('Phone number').fill('000000')
  await press(page, 'Book this time')
  await page.getByText('This was not accepted. Check it.').waitFor()
  expect(await page.locator(':focus').getAttribute('name')).toBe('phone')
  await press(page, 'Use an email address instead')
  await page.getByLabel('Email').fill('nora@example.com')
  await press(page, 'Book this time')
  await page.getByText("We'll send the confirmation to nora@example.com.").waitFor()
  expect(await bookerOf(eventTypeId)).toMatchObject([{ email: 'nora@example.com', phone: null }])
})

test('a booker who is called anyway gives the number once', async () => {
  const { path, eventTypeId } = await makeBookable(pages, { locations: [{ kind: 'phone' }] })
  const page = await pages.open(path)
  await choose(page, DAY, '09:00')
  await page.getByLabel('Name').fill(NAME)
  await page.getByLabel('Phone number').fill('044 333 44 66')
  await press(page, 'Use a phone number instead')
  expect(await page.getByLabel('Phone number').count()).toBe(1)
  await press(page, 'Confirm booking')
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  expect(await bookerOf(eventTypeId)).toMatchObject([{ email: null, phone: '+41443334466' }])
})

test('a wait list asks for an email address, whatever was given before', async () => {
  const { path } = await makeBookable(pages, { confirmation: 'instant', waitlist: {} })
  const page = await pages.open(path)
  await choose(page, DAY, '09:00')
  await press(page, 'Use a phone number instead')
  await press(page, 'Choose another time')
  await press(page, 'Join the wait list')
  await page.getByLabel('Email').waitFor()
  expect(await page.getByLabel('Phone number').count()).toBe(0)
})

test('an account that wants email addresses does not offer a phone number', async () => {
  const other = await openPages()
  const { path } = await makeBookable(other, { confirmation: 'instant' })
  const page = await other.open(path)
  await choose(page, DAY, '09:00')
  await page.getByLabel('Email').waitFor()
  expect(await page.getByRole('button', { name: 'Use a phone number instead' }).count()).toBe(0)
  await other.close()
})

test('a booker by phone who pays after the approval is told to keep the link, approved, and pays on it', async () => {
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
  const { path, eventTypeId } = await makeBookable(pages, {
    confirmation: 'approval',
    payment: { amount: 5000, currency: 'EUR', kind: 'full' },
  })
  const page = await pages.open(path)
  await choose(page, DAY, '09:00')
  const byEmail = page.getByText('We email you the link.')
  await byEmail.waitFor()
  await page.getByLabel('Name').fill(NAME)
  await press(page, 'Use a phone number instead')
  await page
    .getByText(
      'You pay once the provider has approved. Save the link that we show you at the end: you pay there.',
    )
    .waitFor()
  expect(await byEmail.count()).toBe(0)
  await page.getByLabel('Phone number').fill('044 333 44 77')
  await expectAccessible(page)
  await press(page, 'Request this time')
  const link = (await page.getByText(`${pages.url}/manage/`).textContent()) ?? ''
  const { body } = await pages.server.api.get<{ data: { id: string }[] }>(
    `/v1/bookings?eventTypeId=${eventTypeId}`,
  )
  expect((await pages.server.api.post(`/v1/bookings/${body.data[0]?.id}/confirm`, {})).status).toBe(
    200,
  )
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('link', { name: 'Pay €50.00' }).waitFor()
})
