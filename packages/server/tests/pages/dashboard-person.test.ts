import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { until } from '../support/until.ts'
import { expectAccessible } from './support/axe.ts'
import { expectToast, makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
let desk: Made
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
  const { book, eventType } = await makePractice(pages, 'Dr. Weber')
  await book('2026-04-22T09:00:00Z', 'Nora Berg')
  desk = await pages.make('/v1/contacts', { name: 'Nora B. Desk', phone: '+4930901820' })
  await pages.make('/v1/bookings', {
    eventTypeId: eventType.id,
    start: '2026-04-23T09:00:00Z',
    contactId: desk.id,
  })
  await until('both bookers are contacts with a booking', async () => {
    const { body } = await pages.server.api.get<{ data: { bookingCount: number }[] }>(
      '/v1/contacts',
    )
    return body.data.filter(({ bookingCount }) => bookingCount === 1).length === 2
  })
})
afterAll(() => pages.close())

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a person has details, bookings and notes, and opens from the list and from a booking', async () => {
  const page = await openDashboard(pages, cookie, '/contacts')
  await page.getByRole('link', { name: 'Nora Berg' }).click()
  await page.getByRole('heading', { name: 'Nora Berg', level: 1 }).waitFor()
  await section(page, 'Details').getByText('nora.berg@example.com').waitFor()
  await section(page, 'Next bookings').getByText('Wednesday, 22 April 2026').waitFor()
  await section(page, 'Past bookings').getByText('No past bookings.').waitFor()
  const notes = section(page, 'Notes')
  await notes.getByLabel('New note').fill('Prefers mornings.\nHas a dog.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await notes.getByText('Prefers mornings.').waitFor()
  await notes.getByText(/a member|an API key/).waitFor()
  await expectAccessible(page)
  await section(page, 'Next bookings').getByRole('button', { name: 'Open' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nora Berg' })
  await dialog.getByRole('link', { name: 'Open contact' }).click()
  await page.waitForURL(/\/dashboard\/contacts\/nora\.berg(@|%40)example\.com$/)
  await page.getByRole('heading', { name: 'Nora Berg', level: 1 }).waitFor()
  await notes.getByRole('button', { name: 'Delete note' }).click()
  const confirm = page.getByRole('dialog', { name: 'Delete this note?' })
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await notes.getByText('No notes yet.').waitFor()
})

test('the page of a person shows the texts that they agreed to, as they were then', async () => {
  const ask = (label: string) => ({
    questions: [{ id: 'photos', label, kind: 'checkbox', consent: true }],
  })
  const { eventType } = await makePractice(pages, 'Dr. Consent')
  await pages.server.api.patch(`/v1/event-types/${eventType.id}`, ask('You may publish photos'))
  const { id } = await pages.make('/v1/contacts', { name: 'Ines Agreed', phone: '+4930901821' })
  await pages.make('/v1/bookings', {
    eventTypeId: eventType.id,
    start: '2026-04-22T10:00:00Z',
    contactId: id,
    answers: { photos: true },
  })
  await pages.server.api.patch(`/v1/event-types/${eventType.id}`, ask('Another text'))
  const page = await openDashboard(pages, cookie, `/contacts/${id}`)
  await section(page, 'Consents').getByText('You may publish photos').waitFor()
  await expectAccessible(page)
})

test('two contacts of a person are merged and taken apart again', async () => {
  const page = await openDashboard(pages, cookie, `/contacts/${desk.id}`)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge with another contact' })
  await dialog.getByRole('combobox').fill('nora berg')
  await page.getByRole('option').filter({ hasText: 'Nora Berg' }).first().click()
  await dialog.getByText(/^Nora Berg \(nora\.berg@example\.com\) stays/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expectToast(page, 'Contacts merged')
  await page.getByRole('heading', { name: 'Nora Berg', level: 1 }).waitFor()
  await section(page, 'Next bookings').getByText('Thursday, 23 April 2026').waitFor()
  await section(page, 'Details').getByText('+4930901820').waitFor()
  const merged = section(page, 'Merged contacts')
  await merged.getByText('Nora B. Desk').waitFor()
  await expectAccessible(page)
  await merged.getByRole('button', { name: 'Undo merge' }).click()
  await merged.waitFor({ state: 'detached' })
  await section(page, 'Next bookings')
    .getByText('Thursday, 23 April 2026')
    .waitFor({ state: 'detached' })
})

test('a known person is booked again without typing who they are', async () => {
  const page = await openDashboard(pages, cookie, `/contacts/${desk.id}`)
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await dialog.getByText('Nora B. Desk').waitFor()
  await dialog
    .getByRole('button', { name: /^Mon,? 20 Apr, 1[0-9]:[0-9]{2}$/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await section(page, 'Next bookings').getByRole('listitem').nth(1).waitFor()
})

test('a person gets tags and is barred, and both are shown', async () => {
  const page = await openDashboard(pages, cookie, `/contacts/${desk.id}`)
  const standing = section(page, 'Kind of customer')
  await standing.getByText('No tags.').waitFor()
  await standing.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change kind of customer' })
  await dialog.getByLabel('Tags').fill('member, Student')
  await dialog.getByLabel('Bar this person from booking').check()
  await dialog.getByLabel('Reason').fill('Did not come three times.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await standing.getByText('Student').waitFor()
  await standing.getByText(/Did not come three times\.$/).waitFor()
  await expectAccessible(page)
})

test('somebody who was erased is said not to exist', async () => {
  const page = await openDashboard(pages, cookie, '/contacts/nobody@example.com')
  await page.getByRole('heading', { name: 'No such person', level: 1 }).waitFor()
})

test('a guest who arrived five days ago and stays on has the stay among the next bookings', async () => {
  const timeZone = 'Europe/Berlin'
  const { id: propertyId } = await pages.make('/v1/properties', { name: 'Lake House', timeZone })
  const unit = { name: 'Room 1', kind: 'unit', timeZone, propertyId }
  const { id: providerId } = await pages.make('/v1/providers', unit)
  const stayType = { providerId, grain: 'nights', slug: 'double', title: 'Double room' }
  const { id: eventTypeId } = await pages.make('/v1/event-types', stayType)
  const guest = await pages.make('/v1/contacts', { name: 'Greta Guest', phone: '+4930901821' })
  await pages.make('/v1/bookings', {
    eventTypeId,
    arrival: '2026-04-15',
    departure: '2026-04-25',
    contactId: guest.id,
    override: true,
  })
  const page = await openDashboard(pages, cookie, `/contacts/${guest.id}`)
  await section(page, 'Next bookings').getByText('Double room').waitFor()
  await section(page, 'Past bookings').getByText('No past bookings.').waitFor()
})
