import type { Booking, EventType } from '@holdfast/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { expectToast, makePractice, openDashboard, openTab, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'
import { keepPicture } from './support/pictures.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

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

test('whoever books by phone sees times that are kept from bookers, and books them', async () => {
  const { eventType, provider } = await makePractice(pages, 'Dr. Usual')
  const spare = await pages.make('/v1/providers', { name: 'Dr. Spare', timeZone: 'Europe/Berlin' })
  await pages.server.api.patch(`/v1/event-types/${eventType.id}`, {
    requirements: [{ name: 'Dentist', providerIds: [provider.id, spare.id], count: 1 }],
    release: {
      freedAfterMinutes: { min: 600, max: 1200 },
      keptBack: [{ providerIds: [spare.id], untilMinutesBefore: 30 }],
    },
  })
  const booker = { name: 'Ada', email: 'ada@example.com' }
  // 12:00 and 13:00 in Berlin: one is taken, and one is freed, while the other dentist is kept back at both and takes part at the second.
  const [noon, one] = ['2026-04-20T10:00:00Z', '2026-04-20T11:00:00Z'] as const
  const book = (start: string, providerId: string) =>
    pages.make('/v1/bookings', { eventTypeId: eventType.id, start, booker, providerId })
  await book(noon, provider.id)
  const gone = await book(one, provider.id)
  await book(one, spare.id)
  await pages.server.api.post(`/v1/bookings/${gone.id}/cancel`)
  const page = await openDashboard(pages, cookie, '/bookings')
  const open = async () => {
    await page.getByRole('button', { name: 'New booking' }).click()
    const dialog = page.getByRole('dialog', { name: 'New booking' })
    await dialog.getByLabel('Event type').selectOption({ label: 'Visit · Dr. Usual' })
    const kept = dialog.getByRole('group', { name: 'Not offered online yet' })
    await kept.waitFor()
    return { dialog, kept }
  }
  const take = async (name: RegExp) => {
    const { dialog, kept } = await open()
    await kept.getByRole('button', { name }).click()
    await dialog.getByLabel("Booker's name").fill('Carl Caller')
    await dialog.getByLabel('Email').first().fill('carl@example.com')
    return dialog
  }
  const first = await take(/Dr\. Spare, kept back.*12:00/)
  await expectAccessible(page)
  await keepPicture(page, 'kept-times-1280')
  await page.setViewportSize({ width: 390, height: 844 })
  await keepPicture(page, 'kept-times-390')
  await first.getByRole('button', { name: 'Book', exact: true }).click()
  await expectToast(page, /20 Apr, 12:00$/)
  const second = await take(/freed by a cancellation or a move.*13:00/)
  await second.getByRole('button', { name: 'Book', exact: true }).click()
  await expectToast(page, /20 Apr, 13:00$/)
  const { body } = await pages.server.api.get<{ data: Booking[] }>(
    `/v1/bookings?eventTypeId=${eventType.id}&status=confirmed&limit=10`,
  )
  const bookings = body.data.filter((each) => each.booker?.email === 'carl@example.com')
  expect(bookings.map(({ start, providerId }) => [start, providerId])).toEqual([
    [noon, spare.id],
    [one, provider.id],
  ])
})
