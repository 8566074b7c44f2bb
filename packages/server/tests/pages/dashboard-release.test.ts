import { mkdirSync } from 'node:fs'
import type { EventType } from '@holdfast/contracts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { expectToast, makePractice, openDashboard, openTab, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('who is kept back is edited for each candidate, and shown at both widths', async () => {
  const { eventType, provider } = await makePractice(pages, 'Dr. Emergency')
  const second = await pages.make('/v1/providers', { name: 'Dr. Spare', timeZone: 'Europe/Berlin' })
  const path = `/v1/event-types/${eventType.id}`
  await pages.server.api.patch(path, {
    requirements: [{ name: 'Dentist', providerIds: [provider.id, second.id], count: 1 }],
  })
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
  await openTab(page, 'Rules')
  await page.locator('summary').filter({ hasText: 'Release of times' }).click()
  await page.getByLabel('Keep freed times for a while').check()
  await page.getByLabel('Dr. Spare: how long before the start', { exact: true }).fill('24')
  await expectAccessible(page)
  await keepPicture(page, 'release-1280')
  await page.setViewportSize({ width: 390, height: 844 })
  await keepPicture(page, 'release-390')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const { body } = await pages.server.api.get(path)
  const { release } = body as EventType
  expect(release).toEqual({
    daysAhead: 365,
    at: '00:00',
    keptBack: [{ providerIds: [second.id], untilMinutesBefore: 1440 }],
    freedAfterMinutes: { min: 20, max: 240 },
  })
})
