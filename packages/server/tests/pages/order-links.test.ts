import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { type Made, makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
})
afterAll(() => pages.close())

const PAYMENT = { amount: 5000, currency: 'EUR', kind: 'full' }

interface Group extends Made {
  readonly orderId: string
  readonly manageToken: string
  readonly bookings: readonly Made[]
}

/** Two bookings of one person, for 50 euros each. */
async function makeGroup(): Promise<Group> {
  const { eventTypeId } = await makeBookable(pages, { payment: PAYMENT })
  const items = ['2026-04-21T07:00:00Z', '2026-04-22T07:00:00Z'].map((start) => ({
    eventTypeId,
    start,
  }))
  const booker = { name: 'Grace Hopper', email: 'grace@example.com' }
  return (await pages.make('/v1/booking-groups', { items, booker })) as Group
}

const openGroup = ({ id, manageToken }: Group) => pages.open(`/manage/${id}#${manageToken}`)

/** Pays at the simulated vendor, and comes back to the booking. */
async function payAtVendor(page: Page): Promise<void> {
  await page.waitForURL(/\/simulated-payments\//)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/pay\//)
  const done = page.getByRole('link', { name: 'Manage booking' })
  await expect
    .poll(async () => {
      if (!(await done.isVisible())) await page.clock.runFor(2000)
      return await done.isVisible()
    })
    .toBe(true)
  await done.click()
  await page.waitForURL(/\/manage\/bkg_/)
}

test('the page of a group leads to what is to pay, and says afterwards that nothing is due', async () => {
  const group = await makeGroup()
  const page = await openGroup(group)
  await page.getByText('Still to pay: €100.00').waitFor()
  expect(await page.getByRole('button', { name: 'Confirm bookings' }).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Pay €100.00' }).click()
  await payAtVendor(page)
  await page.getByText('Confirmed', { exact: true }).waitFor()
  const after = await openGroup(group)
  await after.getByText('€100.00').nth(1).waitFor()
  expect(await after.getByText('Still to pay').count()).toBe(0)
})

test('a booker pays the rest of what was confirmed without a payment, on the page of one booking', async () => {
  const group = await makeGroup()
  await pages.server.api.post(`/v1/booking-groups/${group.id}/confirm`, {})
  const entry = { method: 'cash', amount: 4000 }
  await pages.server.api.post(`/v1/orders/${group.orderId}/payments`, entry)
  const [first] = group.bookings
  const page = await pages.open(`/manage/${first?.id}#${group.manageToken}`)
  await page.getByText('Still to pay: €60.00').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay €60.00' }).click()
  await payAtVendor(page)
  await page.getByText('€100.00').nth(1).waitFor()
  expect(await page.getByText('Still to pay').count()).toBe(0)
})

test('what cannot be paid online is said to be paid to the provider', async () => {
  const { eventTypeId } = await makeBookable(pages, { payment: PAYMENT })
  const booker = { name: 'Grace Hopper', email: 'grace@example.com' }
  const body = { eventTypeId, start: '2026-04-21T07:00:00Z', booker }
  const booking = (await pages.make('/v1/bookings', body)) as Made & { manageToken: string }
  const page = await pages.open(`/manage/${booking.id}#${booking.manageToken}`)
  // The payment of a single booking shows what is to pay.
  await page.getByRole('link', { name: 'Pay €50.00' }).waitFor()
  expect(await page.getByText('Still to pay').count()).toBe(0)
  await pages.server.api.post(`/v1/bookings/${booking.id}/confirm`, {})
  await page.reload()
  await page.getByText('Still to pay: €50.00').waitFor()
  await page.getByText("You can't pay this online. Pay the provider directly.").waitFor()
})

test('the page of a booking with a deposit shows the whole price, and takes the balance after the deposit', async () => {
  const deposit = { ...PAYMENT, kind: 'deposit', depositAmount: 1000 }
  const { eventTypeId } = await makeBookable(pages, { payment: deposit })
  const booker = { name: 'Grace Hopper', email: 'grace@example.com' }
  const body = { eventTypeId, start: '2026-04-21T07:00:00Z', booker }
  const booking = (await pages.make('/v1/bookings', body)) as Made & { manageToken: string }
  const page = await pages.open(`/manage/${booking.id}#${booking.manageToken}`)
  await page.getByText('€50.00', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: /^Pay/ }).allTextContents()).toEqual(['Pay €10.00'])
  await page.getByRole('link', { name: 'Pay €10.00' }).click()
  await payAtVendor(page)
  await page.getByText('Still to pay: €40.00').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay €40.00' }).click()
  await payAtVendor(page)
  await page.getByText('€50.00', { exact: true }).nth(1).waitFor()
  expect(await page.getByText('Still to pay').count()).toBe(0)
})
