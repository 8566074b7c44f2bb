import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { expectToast, openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'
import { keepPictures } from './support/pictures.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_TEST_MODE: '1' })
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

/** A confirmed stay from 27 to 30 April in a room that is booked so. */
async function makeStay(slug: string, priced: object): Promise<string> {
  const timeZone = 'Europe/Berlin'
  const { id: propertyId } = await pages.make('/v1/properties', { name: 'Lake House', timeZone })
  const unit = { name: 'Room 1', kind: 'unit', timeZone, propertyId, slug }
  const { id: providerId } = await pages.make('/v1/providers', unit)
  const nights = { providerId, grain: 'nights', slug, title: 'Double room' }
  const type = { ...nights, confirmation: 'instant', ...priced }
  const { id: eventTypeId } = await pages.make('/v1/event-types', type)
  const { id, status } = await pages.make('/v1/bookings', {
    eventTypeId,
    arrival: '2026-04-27',
    departure: '2026-04-30',
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  if (status === 'pending') {
    await pages.make(`/v1/bookings/${id}/confirm`, { withoutPayment: true })
  }
  return id
}

const makePlan = async (): Promise<string> =>
  (await pages.make('/v1/rate-plans', { name: 'Flexible', currency: 'EUR', amount: 10_000 })).id

const datesOf = async (id: string) => {
  const { body } = await pages.server.api.get<object>(`/v1/bookings/${id}`)
  return body
}

test('the desk reads the old and the new price of a stay before its dates change', async () => {
  const id = await makeStay('rated', { ratePlanIds: [await makePlan()] })
  const page = await openDashboard(pages, cookie, `/bookings/${id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await dialog.getByLabel('Departure').fill('2026-05-02')
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  const notice = dialog.getByRole('alert')
  await notice.getByText('These dates have another price').waitFor()
  expect(await notice.getByRole('definition').allTextContents()).toEqual([
    '€300.00',
    '€500.00',
    '+€200.00',
  ])
  expect(await datesOf(id)).toMatchObject({ departure: '2026-04-30' })
  await expectAccessible(page)
  await keepPictures(page, 'desk-new-price')
  // Other dates have a price of their own.
  await dialog.getByLabel('Departure').fill('2026-04-29')
  expect(await notice.count()).toBe(0)
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await notice.getByText('-€100.00').waitFor()
  await dialog.getByRole('button', { name: 'Move at the new price' }).click()
  await expectToast(page, /^Moved to/)
  expect(await datesOf(id)).toMatchObject({ departure: '2026-04-29', quote: { total: 20_000 } })
})

test('a stay without a rate plan has its price from its order, and moves at once if that stays the same', async () => {
  const payment = { amount: 6000, currency: 'EUR', kind: 'full' }
  const id = await makeStay('plain', { payment })
  const page = await openDashboard(pages, cookie, `/bookings/${id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await dialog.getByLabel('Departure').fill('2026-05-01')
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  const notice = dialog.getByRole('alert')
  await notice.getByText('€240.00').waitFor()
  expect(await notice.getByRole('definition').allTextContents()).toEqual([
    '€180.00',
    '€240.00',
    '+€60.00',
  ])
  await notice.getByText('The guest gets an email with a link to pay the difference.').waitFor()
  await dialog.getByLabel('Departure').fill('2026-05-02')
  await dialog.getByLabel('Arrival').fill('2026-04-29')
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await expectToast(page, /^Moved to/)
  expect(await datesOf(id)).toMatchObject({ arrival: '2026-04-29', departure: '2026-05-02' })
})
