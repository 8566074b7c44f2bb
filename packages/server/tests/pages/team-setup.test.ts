import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { expectToast, makePractice, openDashboard, openTab, signIn } from './support/dashboard.ts'
import { choose, fillIn, type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

/** The bookable times that the booking page shows for the chosen day. */
const timesOn = (page: Page, day: string): Promise<string[]> =>
  page
    .getByRole('region', { name: `Times on ${day}` })
    .locator('[data-start]')
    .allTextContents()

const listOf = async <Entry>(path: string): Promise<readonly Entry[]> =>
  (await pages.server.api.get<{ data: readonly Entry[] }>(path)).body.data

async function createSchedule(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await page.getByLabel('Name').fill('Mornings')
  await page.getByLabel('Tuesday, to').fill('10:00')
  await page.getByRole('button', { name: 'Add hours on Tuesday' }).click()
  await page.getByLabel('Tuesday, to').nth(1).fill('12:00')
  await page.getByRole('button', { name: 'Add date' }).click()
  await page.getByLabel('Date', { exact: true }).fill('2026-04-28')
  await page.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Schedule created')
}

async function createTeam(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit: Dr. Ana' }).click()
  await page.getByRole('dialog').getByLabel('Schedule').selectOption('Mornings')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Practice')
  await dialog.getByLabel('Kind').selectOption('Team')
  expect(await dialog.getByLabel('Schedule').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expectToast(page, 'Provider added')
}

async function createEventType(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Appointment' }).click()
  await page.getByLabel('Provider').selectOption('Practice')
  await page.getByLabel('Title').fill('First visit')
  await openTab(page, 'Times')
  await page.getByLabel('Open during').selectOption("The provider's schedule")
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('tab', { name: 'Who and where has errors' }).click()
  // Requirements are hidden for an appointment, until one is missing.
  await page.getByText('Add a requirement: a team has no time of its own.').first().waitFor()
  await page.getByRole('button', { name: 'Add requirement' }).click()
  const doctor = page.getByRole('group', { name: 'Requirement 1' })
  await doctor.getByLabel('Name').fill('Doctor')
  for (const name of ['Dr. Ben', 'Dr. Ana']) {
    await doctor.getByLabel('Add a provider').selectOption(name)
    await doctor.getByRole('button', { name: 'Add', exact: true }).click()
  }
  await doctor.getByRole('button', { name: 'Move Dr. Ana up' }).click()
  await doctor.getByLabel('How many').fill('3')
  await doctor.getByLabel('If more are free').selectOption('The first in the list')
  await doctor.getByLabel('Bookers may choose').check()
  await page.getByRole('button', { name: 'Add requirement' }).click()
  const room = page.getByRole('group', { name: 'Requirement 2' })
  await room.getByLabel('Name').fill('Room')
  await room.getByLabel('Candidates').selectOption('All providers of a kind')
  await room.getByLabel('Kind').selectOption('Room')
  await page.getByRole('button', { name: 'Create' }).click()
  await doctor.getByText('Add more providers: only 2 of 3 are chosen.').waitFor()
  await doctor.getByLabel('How many').fill('1')
  await page.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Event type created')
}

test('a schedule, a team and its event type are set up in the dashboard, and a booker books a chosen person', async () => {
  const person = (name: string) =>
    pages.make('/v1/providers', { name, timeZone: 'Europe/Berlin', email: 'a@example.com' })
  const [ana, ben] = [await person('Dr. Ana'), await person('Dr. Ben')]
  const timeZone = 'Europe/Berlin'
  const room = await pages.make('/v1/providers', { name: 'Room 1', timeZone, kind: 'room' })
  const dashboard = await openDashboard(pages, cookie, '/schedules')
  await createSchedule(dashboard)
  await dashboard.goto(`${pages.url}/dashboard/providers`)
  await createTeam(dashboard)
  await dashboard.goto(`${pages.url}/dashboard/event-types/new`)
  await createEventType(dashboard)
  expect((await listOf('/v1/event-types'))[0]).toMatchObject({
    availabilityRules: null,
    scheduleId: null,
    requirements: [
      { name: 'Doctor', providerIds: [ana.id, ben.id], count: 1, choice: 'priority' },
      { name: 'Room', kind: 'room', count: 1, choice: 'balanced', bookerMayChoose: false },
    ],
  })
  // Tuesday 21 April 2026, 11:00 to 11:30 in Berlin.
  await pages.make(`/v1/providers/${ben.id}/blocks`, {
    start: '2026-04-21T09:00:00Z',
    end: '2026-04-21T09:30:00Z',
  })

  const page = await pages.open('/practice/first-visit')
  await page.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
  await expect
    .poll(() => timesOn(page, 'Tuesday, 21 April 2026'))
    .toEqual(['09:00', '09:30', '11:00', '11:30'])
  await page.getByLabel('With whom?').selectOption('Dr. Ben')
  await expect
    .poll(() => timesOn(page, 'Tuesday, 21 April 2026'))
    .toEqual(['09:00', '09:30', '11:30'])
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  await fillIn(page)
  // The only room is part of the hold, so another choice has to release it, however long that takes.
  await page.route('**/cancel', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await page.getByLabel('With whom?').selectOption('Dr. Ana')
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  await page.getByText('Dr. Ana').waitFor()
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await page.getByLabel('With whom?').selectOption('Dr. Ben')
  await choose(page, 'Tuesday, 21 April 2026', '09:30')
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  expect(await page.locator('dl').textContent()).toBe('DoctorDr. BenRoomRoom 1')
  const [booking] = await listOf<Made>('/v1/bookings?status=confirmed')
  expect(booking).toMatchObject({
    start: '2026-04-21T07:30:00Z',
    assignments: [
      { requirement: 'Doctor', providerId: ben.id },
      { requirement: 'Room', providerId: room.id },
    ],
  })
  await page.getByRole('link', { name: 'Manage booking' }).click()
  await page.getByRole('definition').filter({ hasText: 'Dr. Ben' }).waitFor()
})

test('a schedule in use is not deleted, and the dashboard names who uses it', async () => {
  const rules = [{ weekday: 'monday', windows: [{ start: '09:00', end: '12:00' }] }]
  const schedule = { name: 'Nights', timeZone: 'Europe/Berlin', availabilityRules: rules }
  const { id: scheduleId } = await pages.make('/v1/schedules', schedule)
  const user = await pages.make('/v1/providers', {
    name: 'Dr. Night',
    timeZone: 'Europe/Berlin',
    scheduleId,
  })
  const page = await openDashboard(pages, cookie, '/schedules', { width: 390 })
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete: Nights' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await remove()
  await page.getByRole('dialog').getByText('This schedule is in use').waitFor()
  await page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Dr. Night' }).waitFor()
  await page.keyboard.press('Escape')
  await pages.server.api.patch(`/v1/providers/${user.id}`, { scheduleId: null })
  await remove()
  await expectToast(page, 'Schedule deleted')
  expect((await listOf<{ name: string }>('/v1/schedules')).map(({ name }) => name)).not.toContain(
    'Nights',
  )
})

test('dates that two people change on the pages of an event type do not remove each other', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Dates')
  const path = `/v1/event-types/${eventType.id}`
  const datesNow = async () =>
    (await pages.server.api.get<{ dateOverrides: readonly { date: string }[] }>(path)).body
      .dateOverrides
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
  await openTab(page, 'Times')
  await page.getByRole('button', { name: 'Add date' }).click()
  await page.getByLabel('Date', { exact: true }).fill('2026-12-24')
  const other = await pages.server.api.put(`${path}/date-overrides/2026-12-31`, { windows: [] })
  expect(other.status).toBe(200)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  expect(await datesNow()).toEqual([
    { date: '2026-12-24', windows: [] },
    { date: '2026-12-31', windows: [] },
  ])
  await expect.poll(() => page.getByLabel('Date', { exact: true }).count()).toBe(2)
  await page.getByRole('button', { name: /^Remove the override for .*24/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(datesNow).toEqual([{ date: '2026-12-31', windows: [] }])
})

test('an event type whose requests reach no provider says so, until the provider has an address', async () => {
  const { id } = await pages.make('/v1/providers', {
    name: 'Dr. Silent',
    timeZone: 'Europe/Berlin',
  })
  const eventType = await pages.make('/v1/event-types', {
    providerId: id,
    slug: 'ask',
    title: 'Ask me',
    durationMinutes: 30,
    availabilityRules: WORKING_DAYS,
  })
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
  await page.getByLabel('Confirmation').selectOption('Provider approves')
  await page.getByText('No email address: Dr. Silent.').waitFor()
  await page.getByLabel('Confirmation').selectOption('Confirmed immediately')
  expect(await page.getByText('No email address').count()).toBe(0)
  await pages.server.api.patch(`/v1/providers/${id}`, { email: 'silent@example.com' })
  await page.reload()
  await page.getByLabel('Confirmation').selectOption('Provider approves')
  expect(await page.getByText('No email address').count()).toBe(0)
})

test('the hours of an event type say that its provider never works in them', async () => {
  const timeZone = 'Europe/Berlin'
  const rules = (start: string, end: string) => [{ weekday: 'monday', windows: [{ start, end }] }]
  const schedule = await pages.make('/v1/schedules', {
    name: 'Early',
    timeZone,
    availabilityRules: rules('08:00', '12:00'),
  })
  const provider = await pages.make('/v1/providers', {
    name: 'Dr. Early',
    timeZone,
    scheduleId: schedule.id,
  })
  const eventType = await pages.make('/v1/event-types', {
    providerId: provider.id,
    title: 'Late visit',
    slug: 'late-visit',
    durationMinutes: 30,
    availabilityRules: rules('18:00', '20:00'),
  })
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
  await openTab(page, 'Times')
  const warning = page.getByRole('status').filter({ hasText: 'These hours can never be booked' })
  await warning
    .getByText('Dr. Early does not work in any of them: see the schedule Early.')
    .waitFor()
  await page.getByLabel('Monday, from').fill('11:00')
  await page.keyboard.press('Tab')
  await warning.waitFor({ state: 'detached' })
})
