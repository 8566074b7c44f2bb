import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Pages } from './pages.ts'

/** A house with rooms that guests book. */
export interface House {
  readonly propertyId: string
  readonly doubleId: string
  readonly singleId: string
  /** The rate plan without a deposit. */
  readonly flexibleId: string
}

/** The stay that guests search for. */
export const DATES = { arrival: '2026-04-27', departure: '2026-04-30' }

/** A house with three double rooms by a rate plan, and a single room. */
export async function makeHouse(pages: Pages, slug: string): Promise<House> {
  const timeZone = 'Europe/Berlin'
  const { id: propertyId } = await pages.make('/v1/properties', { name: 'Lake House', timeZone })
  await pages.server.api.patch(`/v1/properties/${propertyId}`, { houseRules: 'No pets.' })
  const units: string[] = []
  for (const name of ['Room 1', 'Room 2', 'Room 3', 'Room 4']) {
    const unit = { name, kind: 'unit', timeZone, propertyId, slug: `${slug}-${units.length + 1}` }
    units.push((await pages.make('/v1/providers', unit)).id)
  }
  const cancellation = [{ days: 1, time: '18:00', penaltyPercent: 100 }]
  const rate = { currency: 'EUR', cancellation, amount: 10_000 }
  const { id: flexibleId } = await pages.make('/v1/rate-plans', { ...rate, name: 'Flexible' })
  const { id: depositId } = await pages.make('/v1/rate-plans', {
    ...rate,
    name: 'Early bird',
    deposit: { percent: 30 },
  })
  const payment = { amount: 6000, currency: 'EUR', kind: 'full' }
  const nights = { grain: 'nights', confirmation: 'hold', payment }
  const consent = {
    id: 'rules',
    kind: 'checkbox',
    label: 'I accept the house rules',
    required: true,
  }
  const { id: doubleId } = await pages.make('/v1/event-types', {
    ...nights,
    providerId: units[0],
    slug: 'double',
    title: 'Double room',
    occupancy: { base: 2, adults: 2, children: 1, total: 3 },
    ratePlanIds: [flexibleId, depositId],
    securityDeposit: { amount: 5000, currency: 'EUR', daysBefore: 2 },
    requirements: [{ name: 'room', providerIds: units.slice(0, 3), count: 1 }],
  })
  const { id: singleId } = await pages.make('/v1/event-types', {
    ...nights,
    providerId: units[3],
    slug: 'single',
    title: 'Single room',
    occupancy: { base: 1, adults: 1, children: 0, total: 1 },
    questions: [consent],
  })
  return { propertyId, doubleId, singleId, flexibleId }
}

/** A button by its name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Searches rooms for five adults, and chooses two double rooms and the single room. */
export async function chooseRooms(page: Page): Promise<void> {
  await button(page, 'Book several rooms').press('Enter')
  // The next key leads to what follows.
  await button(page, 'Book one room').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Book one room')
  await page.getByLabel('Number of rooms: Double room, Flexible').selectOption('2')
  await page.getByLabel('Number of rooms: Single room').selectOption('1')
  await page.getByText('Guests in these rooms: 5 of 5').waitFor()
  // 2 × 3 × 100 + 3 × 60.
  await page.getByText('Total: €780.00').waitFor()
}

/** The search page of a house. */
export const searchPath = ({ propertyId }: House, adults: number) =>
  `/stays/${propertyId}?${new URLSearchParams({ ...DATES, adults: `${adults}` })}`
