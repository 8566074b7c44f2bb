import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { drawnFrom } from '../support/depth.ts'
import {
  bookingOf,
  drag,
  expectToast,
  fillMoment,
  openDashboard,
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

// Tuesday 21 April 2026; Berlin is two hours ahead of UTC.
const AT_10 = '2026-04-21T08:00:00Z'
const AT_11 = '2026-04-21T09:00:00Z'
const AT_12 = '2026-04-21T10:00:00Z'
const AT_13 = '2026-04-21T11:00:00Z'

/** A practice of Ada, Bob and Cleo, each with an address; one of them sees each patient, Ada first. */
async function makeTeam(name: string) {
  const person = (first: string) =>
    pages.make('/v1/providers', {
      name: `${first} ${name}`,
      timeZone: 'Europe/Berlin',
      email: `${first.toLowerCase()}@${name.toLowerCase()}.example`,
    })
  const [ada, bob, cleo] = [await person('Ada'), await person('Bob'), await person('Cleo')]
  const providerIds = [ada.id, bob.id, cleo.id]
  const eventType = await pages.make('/v1/event-types', {
    providerId: ada.id,
    slug: 'visit',
    title: 'Visit',
    durationMinutes: 30,
    confirmation: 'instant',
    availabilityRules: WORKING_DAYS,
    requirements: [{ name: 'doctor', providerIds, count: 1, choice: 'priority' }],
  })
  const book = (start: string, booker: string) =>
    pages.make('/v1/bookings', {
      eventTypeId: eventType.id,
      start,
      booker: {
        name: booker,
        email: `${booker.split(' ')[0]}@${name}.example`.toLowerCase(),
      },
    })
  return { ada, bob, cleo, eventType, book }
}

/** The stored emails to addresses of a domain, apart from those that bookings caused when they were made. */
async function mailsOf(domain: string): Promise<readonly string[]> {
  const path = '/v1/test/mails?limit=100'
  const { body } = await pages.server.api.get<{ data: { to: string; subject: string }[] }>(path)
  return body.data
    .flatMap(({ to, subject }) => {
      const name = new RegExp(`(\\w+)@${domain}`).exec(to)?.[1]
      return name === undefined ? [] : [`${name}: ${subject}`]
    })
    .filter((line) => !/^ada: New booking|: Confirmed/.test(line))
    .sort()
}

const assignedTo = async (booking: Made): Promise<string | undefined> => {
  const { assignments } = (await bookingOf(pages, booking)) as Made & {
    assignments: { providerName: string }[]
  }
  return assignments[0]?.providerName
}

/** Shows a day with the columns of these providers. Answers the column of a provider. */
async function showColumns(page: Page, names: readonly string[]) {
  await page.getByRole('button', { name: 'Providers', exact: true }).click()
  await page.getByText(/^Providers: /).click()
  for (const box of await page.locator('details').getByRole('checkbox').all()) {
    const label = await box.locator('xpath=ancestor::label').textContent()
    await box.setChecked(names.includes(label ?? ''))
  }
  await page.getByText(/^Providers: /).click()
  return (name: string) => page.getByRole('region', { name, exact: true })
}

/** Whether the page is wider than its window. */
const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

test.each(drawnFrom([1280, 390], 2))(
  'at %i px, someone who is away cancels and reassigns bookings in one go, as the page announced',
  async (width) => {
    const team = await makeTeam(`W${width}`)
    const bookings = [
      await team.book(AT_10, 'Grace Hopper'),
      await team.book(AT_11, 'Alan Turing'),
      await team.book(AT_12, 'Edsger Dijkstra'),
      await team.book(AT_13, 'Donald Knuth'),
    ] as const
    expect(await Promise.all(bookings.map(assignedTo))).toEqual(
      Array.from({ length: 4 }, () => `Ada W${width}`),
    )
    const page = await openDashboard(pages, cookie, '/providers', { width })
    await page.getByRole('button', { name: `Time off: Ada W${width}` }).click()
    await page.getByText('No time off').waitFor()
    await page.getByRole('button', { name: 'Add time off' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First day').fill('2026-04-21')
    await dialog.getByLabel('Reason').fill('Training')
    await dialog.getByRole('button', { name: 'Add time off' }).click()
    await dialog.getByRole('heading', { name: '4 bookings in this time' }).waitFor()
    await dialog.getByLabel('All bookings').selectOption('Cancel')
    await dialog
      .getByRole('combobox', { name: 'Alan Turing' })
      .selectOption(`Reassign to Bob W${width}`)
    await dialog
      .getByRole('combobox', { name: 'Edsger Dijkstra' })
      .selectOption('Reassign to the best free candidate')
    await dialog.getByRole('combobox', { name: 'Donald Knuth' }).selectOption('Leave')
    await dialog.getByLabel('Reason for cancelling').fill('Dr. Ada is ill')
    expect(
      await dialog.getByRole('region', { name: 'Emails' }).getByRole('listitem').allTextContents(),
    ).toEqual([
      'Grace Hopper gets a cancellation by email.',
      `Ada W${width} gets a cancellation by email.`,
      `Bob W${width} gets the booking by email.`,
      'Alan Turing gets an update by email.',
      `Ada W${width} gets an email that 2 bookings were reassigned.`,
      'Whoever takes over gets the booking by email.',
      'Edsger Dijkstra gets an update by email.',
    ])
    expect(await scrollsSideways(page)).toBe(false)
    await dialog.getByRole('button', { name: 'Cancel 1 booking, reassign 2 bookings' }).click()
    await expect
      .poll(() => dialog.getByText(`Reassigned to Bob W${width}`, { exact: true }).count())
      .toBe(2)
    await dialog.getByText('Cancelled', { exact: true }).waitFor()
    await dialog.getByText('Close', { exact: true }).click()
    expect(await bookingOf(pages, bookings[0])).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'Dr. Ada is ill',
    })
    expect(await Promise.all(bookings.slice(1).map(assignedTo))).toEqual([
      `Bob W${width}`,
      `Bob W${width}`,
      `Ada W${width}`,
    ])
    await expect
      .poll(() => mailsOf(`w${width}.example`))
      .toEqual([
        `ada: Cancelled: Visit with Ada W${width}`,
        `ada: Reassigned: Visit with Ada W${width}`,
        `ada: Reassigned: Visit with Ada W${width}`,
        `alan: Updated: Visit with Bob W${width}`,
        `bob: New booking: Visit with Bob W${width}`,
        `bob: New booking: Visit with Bob W${width}`,
        `edsger: Updated: Visit with Bob W${width}`,
        `grace: Cancelled: Visit with Ada W${width}`,
      ])
    await page.getByRole('button', { name: 'Delete: Tue 21 Apr' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No time off').waitFor()
  },
)

test('from the calendar, a booking that nobody can take over says so, and can be cancelled instead', async () => {
  const team = await makeTeam('Lone')
  const [taken, after] = [
    await team.book(AT_10, 'Frances Allen'),
    await team.book(AT_11, 'John Backus'),
  ]
  const lunch = { start: AT_10, end: AT_11, reason: 'Lunch' }
  for (const { id } of [team.bob, team.cleo]) await pages.make(`/v1/providers/${id}/blocks`, lunch)
  const page = await openDashboard(pages, cookie)
  await page.getByRole('button', { name: 'Add time off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Provider').selectOption('Ada Lone')
  await dialog.getByLabel('Whole days').uncheck()
  await fillMoment(dialog, 'From', '2026-04-21', '09:45')
  await fillMoment(dialog, 'To', '2026-04-21', '10:30')
  await dialog.getByRole('button', { name: 'Add time off' }).click()
  const choice = dialog.getByRole('combobox', { name: 'Frances Allen' })
  await choice.selectOption('Reassign to the best free candidate')
  // The booking at 11:00 is not in this time.
  expect(await dialog.getByText('John Backus').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Reassign 1 booking' }).click()
  await dialog.getByText('No other candidate works and is free at this time.').waitFor()
  expect(await assignedTo(taken)).toBe('Ada Lone')
  await choice.selectOption('Cancel')
  await dialog.getByRole('button', { name: 'Cancel 1 booking' }).click()
  await dialog.getByText('Cancelled', { exact: true }).waitFor()
  expect((await bookingOf(pages, taken)).status).toBe('cancelled')
  expect((await bookingOf(pages, after)).status).toBe('confirmed')
})

test('a class in time off is one choice, and is given away or cancelled as a whole', async () => {
  const person = (first: string) =>
    pages.make('/v1/providers', {
      name: `${first} Yoga`,
      timeZone: 'Europe/Berlin',
      email: `${first.toLowerCase()}@yoga.example`,
    })
  const [ada, bob] = [await person('Ada'), await person('Bob')]
  const eventType = await pages.make('/v1/event-types', {
    providerId: ada.id,
    slug: 'flow',
    title: 'Flow',
    durationMinutes: 60,
    confirmation: 'instant',
    availabilityRules: WORKING_DAYS,
    seats: { capacity: 8 },
    requirements: [
      { name: 'teacher', providerIds: [ada.id, bob.id], count: 1, choice: 'priority' },
    ],
  })
  const book = (start: string, name: string) =>
    pages.make('/v1/bookings', {
      eventTypeId: eventType.id,
      start,
      booker: { name, email: `${name.split(' ')[0]}@yoga.example`.toLowerCase() },
    })
  const given = [await book(AT_10, 'Grace Hopper'), await book(AT_10, 'Alan Turing')] as const
  const cancelled = await book(AT_12, 'Donald Knuth')
  const page = await openDashboard(pages, cookie, '/providers')
  await page.getByRole('button', { name: 'Time off: Ada Yoga' }).click()
  await page.getByRole('button', { name: 'Add time off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First day').fill('2026-04-21')
  await dialog.getByRole('button', { name: 'Add time off' }).click()
  await dialog.getByRole('heading', { name: '3 bookings in this time' }).waitFor()
  await dialog.getByText('Class with 2 bookings').waitFor()
  await dialog.getByLabel('Flow, Tue 21 Apr, 10:00').selectOption('Reassign to Bob Yoga')
  await dialog.getByLabel('Flow, Tue 21 Apr, 12:00').selectOption('Cancel')
  await dialog.getByLabel('Reason for cancelling').fill('Ada is away')
  expect(
    await dialog.getByRole('region', { name: 'Emails' }).getByRole('listitem').allTextContents(),
  ).toEqual([
    'Bob Yoga gets the booking by email.',
    'Grace Hopper gets an update by email.',
    'Alan Turing gets an update by email.',
    'Ada Yoga gets an email that a booking was reassigned.',
    'Donald Knuth gets a cancellation by email.',
    'Ada Yoga gets a cancellation by email.',
  ])
  await dialog.getByRole('button', { name: 'Cancel 1 booking, reassign 2 bookings' }).click()
  await dialog.getByText('Reassigned to Bob Yoga', { exact: true }).waitFor()
  await dialog.getByText('Cancelled', { exact: true }).waitFor()
  await expect.poll(() => Promise.all(given.map(assignedTo))).toEqual(['Bob Yoga', 'Bob Yoga'])
  await expect
    .poll(() => bookingOf(pages, cancelled))
    .toMatchObject({ status: 'cancelled', cancellationReason: 'Ada is away' })
  await expect
    .poll(() => mailsOf('yoga.example'))
    .toEqual([
      'ada: Class cancelled: Flow with Ada Yoga',
      'ada: Class reassigned: Flow with Bob Yoga',
      'alan: Updated: Flow with Bob Yoga',
      'bob: Class assigned: Flow with Bob Yoga',
      'donald: Cancelled: Flow with Ada Yoga',
      'grace: Updated: Flow with Bob Yoga',
    ])
  // The bookings of a class have no own "Reassign".
  await dialog.getByText('Close', { exact: true }).click()
  await page.goto(`${pages.url}/dashboard/bookings/${given[0].id}`)
  await page.getByRole('link', { name: 'Change the class' }).waitFor()
  expect(await page.getByRole('button', { name: 'Reassign…' }).count()).toBe(0)
})

test('a day has a column for each chosen provider, with closed hours, time off and shared bookings', async () => {
  const team = await makeTeam('Col')
  const room = await pages.make('/v1/providers', {
    name: 'Room Col',
    timeZone: 'Europe/Berlin',
    kind: 'room',
  })
  const shared = await pages.make('/v1/event-types', {
    providerId: team.ada.id,
    slug: 'surgery',
    title: 'Surgery',
    durationMinutes: 60,
    confirmation: 'instant',
    availabilityRules: WORKING_DAYS,
    requirements: [
      { name: 'doctor', providerIds: [team.ada.id], count: 1 },
      { name: 'room', providerIds: [room.id], count: 1 },
    ],
  })
  const schedule = await pages.make('/v1/schedules', {
    name: 'Mornings',
    timeZone: 'Europe/Berlin',
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end: '12:00' }] }],
  })
  await pages.server.api.patch(`/v1/providers/${team.bob.id}`, { scheduleId: schedule.id })
  await pages.make(`/v1/providers/${team.cleo.id}/time-off`, {
    start: '2026-04-20',
    end: '2026-04-21',
    reason: 'Training',
  })
  const at = '2026-04-20T11:00:00Z'
  const booker = { name: 'Barbara Liskov', email: 'barbara@example.com' }
  await pages.make('/v1/bookings', { eventTypeId: shared.id, start: at, booker })
  const page = await openDashboard(pages, cookie)
  const columns = await showColumns(page, ['Ada Col', 'Bob Col', 'Cleo Col', 'Room Col'])
  for (const name of ['Ada Col', 'Room Col']) {
    await columns(name).getByRole('button', { name: '13:00 Barbara Liskov · Surgery' }).waitFor()
  }
  await columns('Cleo Col').getByText('Time off: Training').waitFor()
  expect(await columns('Bob Col').getByRole('button').count()).toBe(0)
  const closed = (name: string) => columns(name).getByTitle('Outside working hours').count()
  // Before 9:00 and after 12:00. A provider without a schedule is always open.
  expect([await closed('Bob Col'), await closed('Ada Col')]).toEqual([2, 0])
  await page.reload()
  await columns('Room Col').waitFor()
  expect(await page.getByRole('region', { name: /Col$/ }).count()).toBe(4)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await scrollsSideways(page)).toBe(false)
})

test('a booking is reassigned with the keyboard alone, and its dialog says whom it takes', async () => {
  const team = await makeTeam('Key')
  const booking = await team.book(AT_11, 'Radia Perlman')
  const page = await openDashboard(pages, cookie, `/bookings/${booking.id}`, { width: 390 })
  const dialog = page.getByRole('dialog', { name: 'Radia Perlman' })
  await dialog.getByText('Ada Key (doctor)').waitFor()
  await dialog.getByRole('button', { name: 'Reassign…' }).press('Enter')
  await dialog.getByLabel('Takes over').selectOption('Cleo Key')
  await dialog.getByRole('button', { name: 'Reassign booking' }).press('Enter')
  await expectToast(page, 'Cleo Key has the booking now')
  expect(await assignedTo(booking)).toBe('Cleo Key')
})

test('a booking dragged to another column is given to that provider, unless it is taken', async () => {
  const team = await makeTeam('Drag')
  const booking = await team.book(AT_11, 'Tony Hoare')
  const page = await openDashboard(pages, cookie)
  const columns = await showColumns(page, ['Ada Drag', 'Bob Drag', 'Cleo Drag'])
  await page.getByRole('button', { name: 'Next' }).click()
  const shown = (name: string) => columns(name).getByRole('button', { name: /Tony Hoare/ })
  const dragTo = async (from: string, to: string) => {
    await shown(from).waitFor()
    await drag(page, [shown(from), 20, 8], [columns(to), 40, 200])
  }
  await dragTo('Ada Drag', 'Bob Drag')
  await expectToast(page, 'Bob Drag has the booking now')
  expect(await assignedTo(booking)).toBe('Bob Drag')
  await shown('Bob Drag').waitFor()
  // Cleo is at lunch.
  await pages.make(`/v1/providers/${team.cleo.id}/blocks`, {
    start: AT_11,
    end: AT_12,
    reason: 'Lunch',
  })
  await dragTo('Bob Drag', 'Cleo Drag')
  await page.getByText('Cleo Drag is not free at this time.').first().waitFor()
  expect(await assignedTo(booking)).toBe('Bob Drag')
  await shown('Bob Drag').click()
  await page.getByRole('dialog', { name: 'Tony Hoare' }).getByText('Bob Drag (doctor)').waitFor()
})
