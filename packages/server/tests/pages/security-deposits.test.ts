import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { expectToast, openDashboard, signIn } from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'
import { keepPicture } from './support/pictures.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_TEST_MODE: '1' })
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

let rooms = 0

/** A room whose stays ask for 300 EUR as security, at once if they begin within a week. */
async function makeRoom() {
  rooms += 1
  const house = { name: 'Lake House', timeZone: 'Europe/Berlin' }
  const { id: propertyId } = await pages.make('/v1/properties', house)
  const slug = `room-${rooms}`
  const unit = { name: `Room ${rooms}`, slug, kind: 'unit', timeZone: 'Europe/Berlin', propertyId }
  const { id: providerId } = await pages.make('/v1/providers', unit)
  const securityDeposit = { amount: 30_000, currency: 'EUR', daysBefore: 7 }
  const type = { providerId, grain: 'nights', title: 'Double room', slug: 'book' }
  const made = await pages.make('/v1/event-types', {
    ...type,
    confirmation: 'instant',
    securityDeposit,
  })
  return { eventTypeId: made.id, path: `/${slug}/book` }
}

interface Stay extends Made {
  readonly securityDeposit: { readonly state: string; readonly paymentId: string | null }
}

const stateOf = async (id: string) =>
  (await pages.server.api.get<Stay>(`/v1/bookings/${id}`)).body.securityDeposit

/** A stay whose guest was asked for the deposit, by the background work of the server. */
async function makeStay(): Promise<Made> {
  const { eventTypeId } = await makeRoom()
  const booker = { name: 'Grace Hopper', email: 'grace@example.com' }
  const nights = { arrival: '2026-04-24', departure: '2026-04-26' }
  const stay = await pages.make('/v1/bookings', { eventTypeId, ...nights, booker })
  await expect
    .poll(async () => (await stateOf(stay.id)).paymentId, { timeout: 30_000 })
    .not.toBeNull()
  return stay
}

/** Takes pictures at two widths if a folder is named, to look at. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await keepPicture(page, `${name}-${width}`)
  }
}

test('a house asks for a deposit, changes it and asks for none, on the page of what guests can book', async () => {
  const { eventTypeId } = await makeRoom()
  const read = async () =>
    (
      await pages.server.api.get<{ securityDeposit: object | null }>(
        `/v1/event-types/${eventTypeId}`,
      )
    ).body.securityDeposit
  const page = await openDashboard(pages, cookie, `/properties/types/${eventTypeId}`)
  await page.getByRole('tab', { name: 'Price' }).click()
  const amount = page.getByLabel('Amount (EUR)')
  expect(await amount.inputValue()).toBe('300.00')
  await amount.fill('150')
  await page.getByLabel('days before the arrival').fill('2')
  await expectAccessible(page)
  await pictures(page, 'deposit-editor')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  expect(await read()).toEqual({ amount: 15_000, currency: 'EUR', daysBefore: 2 })
  await page.getByLabel('Ask for a security deposit').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(read).toBeNull()
})

test('a guest reads of the deposit before booking', async () => {
  const { path } = await makeRoom()
  const page = await pages.open(path)
  await page.getByText('A security deposit of €300.00 is reserved on your card').waitFor()
  await expectAccessible(page)
  await pictures(page, 'deposit-booking')
})

test('a guest authorizes the deposit, staff take a part of it, and the guest reads why', async () => {
  const stay = await makeStay()
  const manage = `/manage/${stay.id}#${stay.manageToken}`
  const page = await pages.open(manage)
  await page.getByText('€300.00 · Not authorized yet').waitFor()
  await expectAccessible(page)
  await pictures(page, 'deposit-due')
  await page.getByRole('link', { name: 'Authorize €300.00' }).click()
  await page.waitForURL(/\/simulated-payments\//)
  await page.getByText('Security deposit: Double room').first().waitFor()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/pay\//)
  const held = page.getByText('Security deposit authorized')
  await expect
    .poll(
      async () => {
        if (!(await held.isVisible())) await page.clock.runFor(2000)
        return await held.isVisible()
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  await expectAccessible(page)
  await pictures(page, 'deposit-paid')
  await page.getByRole('link', { name: 'Manage booking' }).click()
  await page.getByText('€300.00 · Reserved on your card, not charged').waitFor()

  const desk = await openDashboard(pages, cookie, `/bookings/${stay.id}`)
  const deposit = desk.getByRole('region', { name: 'Security deposit' })
  await deposit.getByText('Authorized', { exact: true }).waitFor()
  await pictures(desk, 'deposit-desk')
  await deposit.getByRole('button', { name: 'Take an amount' }).click()
  await expectAccessible(desk)
  await deposit.getByLabel('Amount (EUR)').fill('400')
  await deposit.getByLabel('Reason').fill('A broken window')
  await deposit.getByRole('button', { name: 'Take amount' }).click()
  await deposit.getByText('Enter an amount above 0, at most €300.00.').waitFor()
  await deposit.getByLabel('Amount (EUR)').fill('80')
  await pictures(desk, 'deposit-capture')
  await deposit.getByRole('button', { name: 'Take amount' }).click()
  await expectToast(desk, 'The amount is being taken')
  await expect
    .poll(async () => (await stateOf(stay.id)).state, { timeout: 30_000 })
    .toBe('captured')

  const after = await pages.open(manage)
  await after.getByText('€300.00 · €80.00 charged').waitFor()
  await after.getByText('A broken window').waitFor()
  await pictures(after, 'deposit-taken')
})

test('staff release a deposit that nobody has authorized yet, in German', async () => {
  const stay = await makeStay()
  const desk = await openDashboard(pages, cookie, `/bookings/${stay.id}`, { locale: 'de-DE' })
  const deposit = desk.getByRole('region', { name: /Kaution|Security deposit/ })
  await deposit.getByRole('button', { name: /^(Freigeben|Release)$/ }).click()
  await expect
    .poll(async () => (await stateOf(stay.id)).state, { timeout: 30_000 })
    .toBe('released')
  const page = await pages.open(`/manage/${stay.id}#${stay.manageToken}`)
  await page.getByText('€300.00 · Not reserved any more').waitFor()
  expect(await page.getByRole('link', { name: /Authorize/ }).count()).toBe(0)
})
