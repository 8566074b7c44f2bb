import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { drawnFrom } from '../support/depth.ts'
import { axeOn } from './support/axe.ts'
import { bookingOf, expectToast, openDashboard, signIn } from './support/dashboard.ts'
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

/** A practice of Ada and Bob; one of them sees each patient, Ada first. */
async function makeTeam(name: string) {
  const person = (first: string) =>
    pages.make('/v1/providers', {
      name: `${first} ${name}`,
      timeZone: 'Europe/Berlin',
      email: `${first.toLowerCase()}@${name.toLowerCase()}.example`,
    })
  const [ada, bob] = [await person('Ada'), await person('Bob')]
  const eventType = await pages.make('/v1/event-types', {
    providerId: ada.id,
    slug: 'visit',
    title: 'Visit',
    durationMinutes: 30,
    confirmation: 'instant',
    availabilityRules: WORKING_DAYS,
    requirements: [{ name: 'doctor', providerIds: [ada.id, bob.id], count: 1, choice: 'priority' }],
  })
  const book = (start: string, booker: string) =>
    pages.make('/v1/bookings', {
      eventTypeId: eventType.id,
      start,
      booker: { name: booker, email: `${booker.split(' ')[0]}@${name}.example`.toLowerCase() },
    })
  return { ada, bob, eventType, book }
}

const assignedTo = async (booking: Made): Promise<string | undefined> => {
  const { assignments } = (await bookingOf(pages, booking)) as Made & {
    assignments: { providerName: string }[]
  }
  return assignments[0]?.providerName
}

interface ListedClosure {
  readonly name: string
  readonly start: string
  readonly end: string
  readonly all: boolean
  readonly providerIds: readonly string[]
}

const closuresNamed = async (name: string): Promise<readonly ListedClosure[]> => {
  const { body } = await pages.server.api.get<{ data: ListedClosure[] }>('/v1/closures?limit=100')
  return body.data.filter((each) => each.name === name)
}

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

/** What axe finds on the page and is serious. */
async function seriousOn(page: Page): Promise<readonly string[]> {
  const { violations } = await (await axeOn(page)).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}

test.each(drawnFrom([1280, 390], 2))(
  'at %i px, who closes some providers sees who is hit before, and moves, reassigns or cancels each booking after',
  async (width) => {
    const team = await makeTeam(`Shut${width}`)
    const bookings = [
      await team.book(AT_10, 'Grace Hopper'),
      await team.book(AT_11, 'Alan Turing'),
      await team.book(AT_12, 'Edsger Dijkstra'),
    ] as const
    const page = await openDashboard(pages, cookie, '/closures', {
      width,
      colorScheme: width === 390 ? 'dark' : 'light',
    })
    await page.getByRole('button', { name: 'Add closure' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill(`Training ${width}`)
    await dialog.getByLabel('First day').fill('2026-04-21')
    await dialog.getByLabel('Some providers').check()
    await dialog.getByRole('button', { name: 'Add closure' }).click()
    await dialog.getByText('Choose at least one provider.').waitFor()
    await dialog.getByLabel(`Ada Shut${width}`).check()
    await dialog.getByRole('heading', { name: '3 bookings in this time' }).waitFor()
    await dialog.getByText('Grace Hopper · Visit · Tue 21 Apr, 10:00').waitFor()
    await dialog.getByText(/nobody is told yet/).waitFor()
    expect(await closuresNamed(`Training ${width}`)).toEqual([])
    expect(await seriousOn(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add closure' }).click()
    await dialog.getByText('The closure is saved. Choose what happens to each booking.').waitFor()
    expect(await closuresNamed(`Training ${width}`)).toMatchObject([
      { start: '2026-04-21', end: '2026-04-22', all: false, providerIds: [team.ada.id] },
    ])
    // Another time, by the form that every booking has.
    await dialog.getByRole('button', { name: 'Other time: Edsger Dijkstra' }).click()
    await dialog.getByRole('heading', { name: /^Edsger Dijkstra · Visit/ }).waitFor()
    await dialog.getByLabel('Day').fill('2026-04-22')
    await dialog.getByRole('button', { name: '15:00' }).click()
    await dialog.getByRole('button', { name: 'Move booking', exact: true }).click()
    // A notification says the same.
    const list = dialog.getByRole('list', { name: 'Bookings in this time' })
    await list.getByText('Moved to Wed 22 Apr, 15:00').waitFor()
    // Another person, and a cancellation.
    await dialog.getByLabel('Alan Turing').first().selectOption(`Reassign to Bob Shut${width}`)
    await dialog.getByLabel('Grace Hopper').first().selectOption('Cancel')
    await dialog.getByLabel('Reason for cancelling').fill('We are training')
    expect(
      await dialog.getByRole('region', { name: 'Emails' }).getByRole('listitem').allTextContents(),
    ).toEqual([
      'Grace Hopper gets a cancellation by email.',
      `Ada Shut${width} gets a cancellation by email.`,
      `Bob Shut${width} gets the booking by email.`,
      'Alan Turing gets an update by email.',
      `Ada Shut${width} gets an email that a booking was reassigned.`,
    ])
    expect(await scrollsSideways(page)).toBe(false)
    expect(await seriousOn(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel 1 booking, reassign 1 booking' }).click()
    await dialog.getByText(`Reassigned to Bob Shut${width}`, { exact: true }).waitFor()
    await dialog.getByText('Cancelled', { exact: true }).waitFor()
    expect(await bookingOf(pages, bookings[0])).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'We are training',
    })
    expect(await assignedTo(bookings[1])).toBe(`Bob Shut${width}`)
    expect(await bookingOf(pages, bookings[2])).toMatchObject({ start: '2026-04-22T13:00:00Z' })
  },
)

test('a closure is renamed, lengthened and deleted, and says when and for whom', async () => {
  const { ada } = await makeTeam('List')
  await pages.make('/v1/closures', {
    name: 'Building works',
    start: '2026-06-01',
    end: '2026-06-02',
    providerIds: [ada.id],
  })
  const page = await openDashboard(pages, cookie, '/closures')
  const row = page.getByRole('listitem').filter({ hasText: 'Building works' })
  await row.getByText('Mon 1 Jun', { exact: true }).waitFor()
  await row.getByText('Ada List').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await row.getByRole('button', { name: 'Edit: Building works' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Who is closed: Ada List').waitFor()
  await dialog.getByLabel('Name', { exact: true }).fill('New windows')
  await dialog.getByLabel('Last day').fill('2026-06-03')
  await dialog.getByText('There are no bookings in this time.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Closure changed')
  const renamed = page.getByRole('listitem').filter({ hasText: 'New windows' })
  await renamed.getByText('Mon 1 Jun – Wed 3 Jun').waitFor()
  expect(await closuresNamed('New windows')).toMatchObject([{ end: '2026-06-04' }])
  await renamed.getByRole('button', { name: 'Delete: New windows' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Closure deleted')
  expect(await closuresNamed('New windows')).toEqual([])
})

test('a closure of each year is added for three years at once', async () => {
  const page = await openDashboard(pages, cookie, '/closures')
  await page.getByRole('button', { name: 'Add closure' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Between the years')
  await dialog.getByLabel('First day').fill('2026-12-24')
  await dialog.getByLabel('Last day').fill('2026-12-26')
  await dialog.getByLabel('Also in the next two years').check()
  await dialog.getByRole('button', { name: 'Add closure' }).click()
  await expectToast(page, 'Closed')
  const years = (await closuresNamed('Between the years')).map(({ start, end }) => [start, end])
  expect(years.toSorted()).toEqual([
    ['2026-12-24', '2026-12-27'],
    ['2027-12-24', '2027-12-27'],
    ['2028-12-24', '2028-12-27'],
  ])
})

test('the calendar shades a closure in columns and months, and names whom it closes', async () => {
  const team = await makeTeam('Shade')
  const booking = await team.book('2026-04-23T08:00:00Z', 'Barbara Liskov')
  await pages.make('/v1/closures', {
    name: 'Outing',
    start: '2026-04-23',
    end: '2026-04-24',
    providerIds: [team.ada.id],
  })
  const page = await openDashboard(pages, cookie)
  await page.getByLabel('Provider').selectOption('Ada Shade')
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  const cell = page.locator('[data-date="2026-04-23"]')
  await cell.getByText('Closed: Outing').waitFor()
  await expect.poll(() => cell.locator('[class*=closureShade]').count()).toBe(1)
  expect(await seriousOn(page)).toEqual([])
  // Bob is open, so the day of both is not shaded.
  await page.getByLabel('Provider').selectOption('All providers')
  await cell.getByText('Closed: Outing · Ada Shade').waitFor()
  expect(await cell.locator('[class*=closureShade]').count()).toBe(0)
  await page.getByRole('button', { name: 'Providers', exact: true }).click()
  // A first visit shows six columns, and the tests before may have made more providers.
  await page.getByText(/^Providers: /).click()
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await page.getByText(/^Providers: /).click()
  for (let day = 20; day < 23; day += 1) {
    await page.getByRole('button', { name: 'Next', exact: true }).click()
  }
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  await column('Ada Shade').getByRole('button', { name: 'Closed: Outing' }).waitFor()
  expect(await column('Bob Shade').getByText('Closed: Outing').count()).toBe(0)
  // The item leads to the bookings in it.
  await column('Ada Shade').getByRole('button', { name: 'Closed: Outing' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Barbara Liskov').first().waitFor()
  await dialog.getByRole('button', { name: 'Other time: Barbara Liskov' }).waitFor()
  expect((await bookingOf(pages, booking)).status).toBe('confirmed')
})

test('holidays of a region become closures, and whose bookings they hit shows before', async () => {
  const { book } = await makeTeam('Feast')
  // Friday 1 May 2026 is Labour Day.
  await book('2026-05-01T08:00:00Z', 'Grace Feast')
  const page = await openDashboard(pages, cookie, '/closures')
  await page.getByRole('button', { name: 'Add holidays' }).click()
  const dialog = page.getByRole('dialog')
  // By the time zone of the browser.
  await expect.poll(() => dialog.getByLabel('Country').inputValue()).toBe('DE')
  await dialog.getByLabel('Region').selectOption('Berlin')
  await dialog.getByLabel("International Women's Day").waitFor()
  expect(await dialog.getByLabel('Christmas Eve').isChecked()).toBe(false)
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
  await dialog.getByText('Choose at least one holiday.').waitFor()
  await dialog.getByLabel('Labour Day').check()
  await dialog.getByRole('heading', { name: '1 booking on these days' }).waitFor()
  await dialog.getByText('Grace Feast · Visit · Fri 1 May, 10:00').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add 3 closures' }).click()
  await dialog.getByText('The closure is saved. Choose what happens to each booking.').waitFor()
  const made = await closuresNamed('Labour Day')
  expect(made.toSorted((a, b) => a.start.localeCompare(b.start))).toMatchObject(
    ['2026', '2027', '2028'].map((year) => ({
      start: `${year}-05-01`,
      end: `${year}-05-02`,
      all: true,
      holiday: { country: 'DE', region: 'BE' },
    })),
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add holidays' }).click()
  await dialog.getByLabel('New Year').first().waitFor()
  expect(await dialog.getByLabel('Labour Day').count()).toBe(0)
})
