import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { expectAccessible } from './support/axe.ts'
import {
  bookingOf,
  drag,
  expectToast,
  halfHourHeight,
  makePractice,
  openDashboard,
  showProvider,
  signIn,
} from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

// Monday 20 April 2026, 10:00 in Berlin, is now; Berlin is two hours ahead of UTC.
const AT_13 = '2026-04-20T11:00:00Z'

/** A booking with what is read of its booker. */
interface Named extends Made {
  readonly booker: { readonly name: string } | null
}

const bookingsOf = async (eventTypeId: string) =>
  (
    await pages.server.api.get<{ data: readonly (Made & { readonly providerId: string })[] }>(
      `/v1/bookings?eventTypeId=${eventTypeId}`,
    )
  ).body.data

const findsContact = (text: string) =>
  until(`${text} is found`, async () => {
    const { body } = await pages.server.api.get<{ data: unknown[] }>(`/v1/search?q=${text}`)
    return body.data.length === 1
  })

async function newBooking(page: Page, service: string): Promise<Locator> {
  await page.getByRole('button', { name: 'New booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await dialog.getByLabel('Event type').selectOption({ label: service })
  return dialog
}

test('a known person is found while the name is typed, and is booked as that person', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Known')
  const caller = await pages.make('/v1/contacts', { name: 'Carla Caller', phone: '+4930901820' })
  await findsContact('carla')
  const page = await openDashboard(pages, cookie, '/bookings')
  const dialog = await newBooking(page, 'Visit · Dr. Known')
  await dialog.getByRole('button', { name: /20 Apr, 10:30/ }).click()
  await dialog.getByLabel("Booker's name").fill('1820')
  await dialog.getByRole('option', { name: /Carla Caller/ }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Someone else' }).waitFor()
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expectToast(page, /^Booked for Mon,? 20 Apr, 10:30$/)
  expect(await bookingsOf(eventType.id)).toMatchObject([
    { status: 'confirmed', booker: { name: 'Carla Caller', contactId: caller.id } },
  ])
})

test('Enter on a new name books a new person, although a known one is shown', async () => {
  const { eventType } = await makePractice(pages, 'Dr. New')
  await pages.make('/v1/contacts', { name: 'Jo Known' })
  await findsContact('known')
  const page = await openDashboard(pages, cookie, '/bookings')
  const dialog = await newBooking(page, 'Visit · Dr. New')
  await dialog.getByRole('button', { name: /20 Apr, 10:30/ }).click()
  await dialog.getByLabel("Booker's name").fill('Jo')
  await dialog.getByRole('option', { name: /Jo Known/ }).waitFor()
  await page.keyboard.press('Enter')
  await expectToast(page, /^Booked for Mon,? 20 Apr, 10:30$/)
  expect(await bookingsOf(eventType.id)).toMatchObject([{ booker: { name: 'Jo' } }])
})

test('the first free time with anyone is offered for each person', async () => {
  const title = 'Massage'
  const busy = await makePractice(pages, 'Dr. Busy', { title })
  const free = await makePractice(pages, 'Dr. Free', { title })
  await busy.book('2026-04-20T08:00:00Z', 'Ada First')
  await busy.book('2026-04-20T08:30:00Z', 'Ada Second')
  const page = await openDashboard(pages, cookie, '/bookings')
  const dialog = await newBooking(page, 'Massage · first free with anyone')
  const times = dialog.getByRole('group', { name: 'First free' }).getByRole('button')
  await expect
    .poll(() => times.allInnerTexts())
    .toMatchObject([
      expect.stringMatching(/^10:00\s+Dr. Free$/),
      expect.stringMatching(/^11:00\s+Dr. Busy$/),
    ])
  await times.first().click()
  await dialog.getByLabel("Booker's name").fill('Fay Free')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expectToast(page, /^Booked for Mon,? 20 Apr, 10:00$/)
  expect(await bookingsOf(free.eventType.id)).toMatchObject([{ booker: { name: 'Fay Free' } }])
})

test('somebody at the desk is booked with two presses', async () => {
  await makePractice(pages, 'Dr. Walk', { title: 'Haircut' })
  const page = await openDashboard(pages, cookie)
  await page.keyboard.press('Alt+w')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Book')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expectToast(page, /^Booked for Mon,? 20 Apr, 10:/)
  const { data } = (await pages.server.api.get<{ data: readonly Named[] }>('/v1/bookings')).body
  expect(data.filter(({ booker }) => booker?.name === '')).toMatchObject([
    { status: 'confirmed', booker: { email: null } },
  ])
})

test('a time that is refused comes with buttons for the nearest', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Grid')
  const page = await openDashboard(pages, cookie, '/bookings')
  const dialog = await newBooking(page, 'Visit · Dr. Grid')
  await dialog.getByRole('button', { name: 'Another day or time' }).click()
  await dialog.getByLabel('Day').fill('2026-04-21')
  await dialog.getByRole('button', { name: '14:30' }).click()
  await dialog.getByLabel("Booker's name").fill('Gil Grid')
  const path = `/v1/event-types/${eventType.id}`
  expect((await pages.server.api.patch(path, { slotStepMinutes: 60 })).status).toBe(200)
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  const nearest = dialog.getByRole('group', { name: 'Nearest available' })
  await nearest.getByRole('button', { name: 'Book anyway' }).waitFor()
  await nearest.getByRole('button', { name: /21 Apr, 15:00/ }).click()
  await expectToast(page, /^Booked for Tue,? 21 Apr, 15:00$/)
})

test('a booking that is dragged outside the hours can be moved anyway, and the reason is said', async () => {
  const { book } = await makePractice(pages, 'Dr. Anyway')
  const booking = await book(AT_13, 'Ana Anyway')
  const page = await openDashboard(pages, cookie)
  await showProvider(page, 'Dr. Anyway')
  const shown = page.getByText('Ana Anyway · Visit')
  await shown.waitFor()
  const half = await halfHourHeight(page)
  await drag(page, [shown, 10, 4], [shown, 10, 4 + 8.5 * half])
  const toast = page.getByRole('region', { name: 'Notifications' })
  await toast.getByText(/outside the event type's hours/).waitFor()
  await toast.getByRole('button', { name: 'Move anyway' }).waitFor()
  await expectAccessible(page)
  await toast.getByRole('button', { name: 'Move anyway' }).click()
  await expectToast(page, /^Moved to/)
  expect(await bookingOf(pages, booking)).toMatchObject({ override: true })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Moved back')
  expect((await bookingOf(pages, booking)).start).toBe(AT_13)
})
