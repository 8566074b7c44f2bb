import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { expectToast, makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

/** Takes pictures if a folder is named, to look at. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('a booking gets another service in its dialog, and where the time is taken the ways on are shown', async () => {
  const { provider, book } = await makePractice(pages, 'Salon Lou')
  const color = await pages.make('/v1/event-types', {
    providerId: provider.id,
    slug: 'color',
    title: 'Color',
    durationMinutes: 60,
    confirmation: 'instant',
    availabilityRules: WORKING_DAYS,
  })
  const booking = await book('2026-04-20T08:30:00Z', 'Ada Color')
  const next = await book('2026-04-20T09:00:00Z', 'Ada Next')
  const page = await openDashboard(pages, cookie, `/bookings/${booking.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change service' }).click()
  await dialog.getByLabel('New service').selectOption({ label: 'Color · 1 hr · Salon Lou' })
  await pictures(page, 'change-service')
  await expectAccessible(page)
  const change = dialog.getByRole('button', { name: 'Change service' })
  await change.click()
  await dialog.getByText('The time of the new service is already taken').waitFor()
  await pictures(page, 'change-service-taken')
  await pages.make(`/v1/bookings/${next.id}/cancel`, {})
  await change.click()
  await expectToast(page, 'Service changed to Color')
  const { body } = await pages.server.api.get<{ eventTypeId: string; end: string }>(
    `/v1/bookings/${booking.id}`,
  )
  expect([body.eventTypeId, body.end]).toEqual([color.id, '2026-04-20T09:30:00Z'])
})
