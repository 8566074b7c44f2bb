import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { bookingOf, expectToast, makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_TEST_MODE: '1' })
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

const PAYMENT = { amount: 5000, currency: 'EUR', kind: 'full' }

interface Group extends Made {
  readonly orderId: string
  readonly bookings: readonly Made[]
}

/** Two bookings of one person, for 50 euros each. */
async function makeGroup(): Promise<Group> {
  const { eventType } = await makePractice(pages, 'Dr. Paid', { payment: PAYMENT })
  const items = ['2026-04-21T07:00:00Z', '2026-04-22T07:00:00Z'].map((start) => ({
    eventTypeId: eventType.id,
    start,
  }))
  const booker = { name: 'Grace Hopper', email: 'grace@example.com' }
  return (await pages.make('/v1/booking-groups', { items, booker })) as Group
}

test('the desk sees the order of a group, takes its payment, and sees what is due', async () => {
  const { bookings, orderId } = await makeGroup()
  const [first] = bookings
  const page = await openDashboard(pages, cookie, `/bookings/${first?.id}`)
  const order = page.getByRole('region', { name: 'Order' })
  await order.getByText('€100.00').first().waitFor()
  await order.getByRole('button', { name: 'Take payment' }).click()
  await expectAccessible(page)
  await order.getByLabel('Amount (EUR)').fill('40')
  await order.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  await order.getByText('€60.00').waitFor()
  expect(await bookingOf(pages, { id: first?.id ?? '' })).toMatchObject({ status: 'pending' })

  await order.getByRole('button', { name: 'Take payment' }).click()
  await order.getByLabel('What').selectOption({ label: 'Add an extra' })
  await order.getByLabel('Amount (EUR)').fill('12.50')
  await order.getByLabel('Reason').fill('Towels')
  await order.getByRole('button', { name: 'Save' }).click()
  await order.getByText('Towels').waitFor()

  // What is due is suggested.
  await order.getByRole('button', { name: 'Take payment' }).click()
  await order.getByLabel('What').selectOption({ label: 'Paid by card reader' })
  expect(await order.getByLabel('Amount (EUR)').inputValue()).toBe('72.50')
  await order.getByRole('button', { name: 'Save' }).click()
  await order.getByText('€0.00').last().waitFor()
  // The amounts of the form may be zero before the payment is saved.
  for (const { id } of bookings) {
    await expect.poll(() => bookingOf(pages, { id })).toMatchObject({ status: 'confirmed' })
  }
  const { body } = await pages.server.api.get(`/v1/orders/${orderId}`)
  expect(body).toMatchObject({ total: 11_250, paid: 11_250, due: 0 })
})
