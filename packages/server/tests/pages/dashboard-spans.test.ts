import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { axeOn } from './support/axe.ts'
import {
  bookingOf,
  drag,
  expectToast,
  halfHourHeight,
  openDashboard,
  openTab,
  showProvider,
  signIn,
} from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'
import { keepPicture } from './support/pictures.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

// Tuesday 21 April 2026; Berlin is two hours ahead of UTC.
const AT_10 = '2026-04-21T08:00:00Z'

/** A salon with two stylists and a chair, and a color at 10:00 of the first stylist, who is free from 10:45 to 11:20. */
async function makeSalon(name: string) {
  const make = (first: string, kind: string) =>
    pages.make('/v1/providers', { name: `${first} ${name}`, timeZone: 'Europe/Berlin', kind })
  const [ana, ben] = [await make('Ana', 'person'), await make('Ben', 'person')]
  const chair = await make('Chair', 'equipment')
  const eventType = await pages.make('/v1/event-types', {
    providerId: ana.id,
    slug: 'color',
    title: 'Color',
    slotStepMinutes: 15,
    confirmation: 'instant',
    availabilityRules: WORKING_DAYS,
    requirements: [
      {
        name: 'stylist',
        providerIds: [ana.id, ben.id],
        count: 1,
        choice: 'priority',
        spans: [
          { offsetMinutes: 0, durationMinutes: 45, label: 'Apply' },
          { offsetMinutes: 80, durationMinutes: 30, label: 'Cut' },
        ],
      },
      { name: 'chair', providerIds: [chair.id], count: 1 },
    ],
  })
  const booker = { name: 'Grace Hopper', email: 'grace@example.com' }
  const booking = await pages.make('/v1/bookings', {
    eventTypeId: eventType.id,
    start: AT_10,
    booker,
  })
  return { booking, eventType }
}

const shownOf = async (booking: Made) =>
  (await bookingOf(pages, booking)) as Made & {
    readonly start: string
    readonly assignments: readonly { readonly providerName: string }[]
  }

test('in the columns of a day, the gap of a stylist is free, and the chair is taken all the time', async () => {
  const { booking } = await makeSalon('Col')
  const page = await openDashboard(pages, cookie)
  await page.getByRole('button', { name: 'Providers', exact: true }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  const column = (first: string) => page.getByRole('region', { name: `${first} Col`, exact: true })
  const texts = async (first: string) => await column(first).getByRole('button').allTextContents()
  await column('Ana').getByText('Color · Cut').waitFor()
  expect(await texts('Ana')).toEqual([
    '10:00 Grace Hopper · Color · Apply',
    '11:20 Grace Hopper · Color · Cut',
  ])
  expect(await texts('Chair')).toEqual(['10:00 Grace Hopper · Color'])
  expect(await texts('Ben')).toEqual([])
  await column('Ana').getByRole('button').nth(1).click()
  await page.getByRole('dialog').getByText('11:20 – 11:50 · Cut').waitFor()
  await page.keyboard.press('Escape')
  const cut = column('Ana').getByRole('button').nth(1)
  await drag(page, [cut, 20, 8], [column('Ben'), 40, 200])
  await expectToast(page, 'Ben Col has the booking now')
  await column('Ben').getByText('Color · Cut').waitFor()
  expect([(await texts('Ana')).length, (await texts('Ben')).length]).toEqual([0, 2])
  expect((await shownOf(booking)).assignments[0]?.providerName).toBe('Ben Col')
})

test('in the week of a stylist, a span that is dragged moves the whole booking', async () => {
  const { booking } = await makeSalon('Week')
  const page = await openDashboard(pages, cookie)
  await showProvider(page, 'Ana Week')
  const cut = page.getByText('Grace Hopper · Color · Cut')
  await page.getByText('Grace Hopper · Color · Apply').waitFor()
  const half = await halfHourHeight(page)
  await drag(page, [cut, 10, 4], [cut, 10, 4 + 2 * half])
  await expect.poll(async () => (await shownOf(booking)).start).toBe('2026-04-21T09:00:00Z')
})

test.each([1280, 390])(
  'at %i px, the form of an event type edits the parts in which somebody is needed',
  async (width) => {
    const { eventType } = await makeSalon(`Form${width}`)
    const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`, { width })
    await openTab(page, 'Times')
    await page.getByText('A booking lasts 110 minutes.').waitFor()
    expect(await page.getByLabel('Duration', { exact: true }).count()).toBe(0)
    await openTab(page, 'Who and where')
    const stylist = page.getByRole('group', { name: 'Requirement 1: stylist' })
    const chair = page.getByRole('group', { name: 'Requirement 2: chair' })
    const cut = stylist.getByRole('group', { name: 'Part 2' })
    expect(await cut.getByLabel('What is done').inputValue()).toBe('Cut')
    await cut.getByLabel('Minutes it takes').fill('40')
    await openTab(page, 'Times')
    await page.getByText('A booking lasts 120 minutes.').waitFor()
    await openTab(page, 'Who and where')
    await stylist.getByRole('button', { name: 'Add part' }).click()
    const third = stylist.getByRole('group', { name: 'Part 3' })
    expect(await third.getByLabel('Minutes from the start').inputValue()).toBe('120')
    await stylist.getByRole('button', { name: 'Remove part 3' }).click()
    await chair.getByLabel('Minutes free after').fill('10')
    const { violations } = await (await axeOn(page)).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Saved')
    const { body } = await pages.server.api.get<Saved>(`/v1/event-types/${eventType.id}`)
    expect([body.durationMinutes, body.requirements[0]?.spans?.[1]]).toEqual([
      120,
      { day: 0, offsetMinutes: 80, durationMinutes: 40, label: 'Cut' },
    ])
    expect(body.requirements[1]).toMatchObject({ spans: null, bufferAfterMinutes: 10 })
  },
)

test.each([1280, 390])(
  'at %i px, an event type becomes a workshop of three days, and its tiles lie on each of them',
  async (width) => {
    const name = `Days${width}`
    const make = (first: string, kind: string) =>
      pages.make('/v1/providers', { name: `${first} ${name}`, timeZone: 'Europe/Berlin', kind })
    const teacher = await make('Ada', 'person')
    const eventType = await pages.make('/v1/event-types', {
      providerId: teacher.id,
      slug: 'workshop',
      title: 'Workshop',
      slotStepMinutes: 60,
      confirmation: 'instant',
      availabilityRules: WORKING_DAYS,
      requirements: [
        {
          name: 'teacher',
          providerIds: [teacher.id],
          count: 1,
          spans: [{ offsetMinutes: 0, durationMinutes: 180 }],
        },
      ],
    })
    const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`, { width })
    await openTab(page, 'Who and where')
    const requirement = page.getByRole('group', { name: 'Requirement 1: teacher' })
    const nextDay = requirement.getByRole('button', { name: 'Same time next day' })
    await nextDay.click()
    await nextDay.click()
    const third = requirement.getByRole('group', { name: 'Part 3' })
    expect(await third.getByLabel('Day', { exact: true }).inputValue()).toBe('3')
    await third.getByLabel('What is done').fill('Firing')
    await keepPicture(page, `workshop-form-${width}`)
    const { violations } = await (await axeOn(page)).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await openTab(page, 'Times')
    await page.getByText('A booking lasts 3 days.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Saved')
    const { body } = await pages.server.api.get<Saved>(`/v1/event-types/${eventType.id}`)
    expect(body.durationMinutes).toBe(2 * 1440 + 180)
    const booking = await pages.make('/v1/bookings', {
      eventTypeId: eventType.id,
      start: AT_10,
      booker: { name: 'Grace Hopper', email: 'grace@example.com' },
    })
    if (width < 1000) return
    const calendar = await openDashboard(pages, cookie)
    await showProvider(calendar, `Ada ${name}`)
    const tiles = calendar.getByText('Grace Hopper · Workshop')
    await expect.poll(() => tiles.count()).toBe(3)
    await keepPicture(calendar, 'workshop-calendar')
    // To the next day.
    const [first, second] = [await tiles.nth(0).boundingBox(), await tiles.nth(1).boundingBox()]
    const last = calendar.getByText('Grace Hopper · Workshop · Firing')
    await drag(calendar, [last, 10, 4], [last, 10 + (second?.x ?? 0) - (first?.x ?? 0), 4])
    await expect.poll(async () => (await shownOf(booking)).start).toBe('2026-04-22T08:00:00Z')
    await expect.poll(() => tiles.count()).toBe(3)
  },
)

interface Saved {
  readonly durationMinutes: number
  readonly requirements: readonly { readonly spans: readonly object[] | null }[]
}
