import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnFrom } from '../support/depth.ts'
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
import { keepPicture } from './support/pictures.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

interface Group extends Made {
  readonly bookings: readonly Made[]
}

/** A group on Tuesday and Wednesday at 9:00 in Berlin, and the dialog that moves its first booking. */
async function openMove(name: string, width = 1280) {
  const practice = await makePractice(pages, name)
  const items = ['2026-04-21T07:00:00Z', '2026-04-22T07:00:00Z'].map((start) => ({
    eventTypeId: practice.eventType.id,
    start,
  }))
  const booker = { name: 'Grace Hopper', email: 'grace@example.com' }
  const group = (await pages.make('/v1/booking-groups', { items, booker })) as Group
  const page = await openDashboard(pages, cookie, `/bookings/${group.bookings[0]?.id}`, {
    width,
    colorScheme: width === 390 ? 'dark' : 'light',
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  const startsOf = () =>
    Promise.all(group.bookings.map(async ({ id }) => (await bookingOf(pages, { id })).start))
  return { ...practice, page, dialog, startsOf }
}

test.each(drawnFrom([1280, 390], 2))(
  'at %i px, staff move all bookings of a group by the time by which one moves, and back',
  async (width) => {
    const { page, dialog, startsOf } = await openMove(`Dr. Group ${width}`, width)
    await dialog.getByText('moves all upcoming ones by the same time').waitFor()
    await dialog.getByLabel('Day').fill('2026-04-22')
    await dialog.getByRole('button', { name: '10:30' }).click()
    await expectAccessible(page)
    await keepPicture(page, `move-group-${width}`)
    await dialog.getByRole('button', { name: 'Move all of the group' }).click()
    await expectToast(page, 'All bookings of the group moved')
    expect(await startsOf()).toEqual(['2026-04-22T08:30:00Z', '2026-04-23T08:30:00Z'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Moved back')
    expect(await startsOf()).toEqual(['2026-04-21T07:00:00Z', '2026-04-22T07:00:00Z'])
  },
)

test('a group of which one booking cannot move stays as it is, and the page names that booking', async () => {
  const { page, dialog, startsOf, book } = await openMove('Dr. Full')
  await book('2026-04-22T08:30:00Z', 'Ada Other')
  await dialog.getByLabel('Day').fill('2026-04-21')
  await dialog.getByRole('button', { name: '10:30' }).click()
  await dialog.getByRole('button', { name: 'Move all of the group' }).click()
  await expectToast(page, 'Group not moved')
  await page.getByText('The booking of 2026-04-22 09:00 cannot move.').first().waitFor()
  expect(await startsOf()).toEqual(['2026-04-21T07:00:00Z', '2026-04-22T07:00:00Z'])
})

/** A visit of two services by two people on Tuesday at 9:00 and 9:30 in Berlin. */
async function makeVisit(name: string, bookerName = 'Grace Hopper') {
  const more = { confirmation: 'hold' }
  const people = [
    await makePractice(pages, `${name} One`, more),
    await makePractice(pages, `${name} Two`, more),
  ]
  const starts = ['2026-04-21T07:00:00Z', '2026-04-21T07:30:00Z']
  const items = people.map(({ eventType }, index) => ({
    eventTypeId: eventType.id,
    start: starts[index],
  }))
  const booker = { name: bookerName, email: 'grace@example.com' }
  return (await pages.make('/v1/booking-groups', { items, booker, together: true })) as Group
}

const partsOf = ({ bookings }: Group) =>
  Promise.all(bookings.map(({ id }) => bookingOf(pages, { id })))

test.each(drawnFrom([1280, 390], 2))(
  'at %i px, the dialog of a part shows its visit, which staff confirm, move and cancel as a whole',
  async (width) => {
    const visit = await makeVisit(`Salon ${width}`)
    const page = await openDashboard(pages, cookie, `/bookings/${visit.bookings[1]?.id}`, {
      width,
      colorScheme: width === 390 ? 'dark' : 'light',
    })
    const dialog = page.getByRole('dialog')
    const parts = dialog.getByRole('region', { name: 'Visit' })
    await parts.getByText(`Salon ${width} One`).waitFor()
    expect(await parts.getByRole('listitem').count()).toBe(2)
    await expectAccessible(page)
    await keepPicture(page, `visit-${width}`)
    await dialog.getByRole('button', { name: 'Confirm all' }).click()
    await expectToast(page, 'Visit confirmed')
    expect((await partsOf(visit)).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])

    await page.goto(`${pages.url}/dashboard/bookings/${visit.bookings[0]?.id}`)
    await dialog.getByRole('button', { name: 'Move all' }).click()
    await dialog.getByLabel('Day').fill('2026-04-22')
    await dialog.getByRole('button', { name: '10:30' }).click()
    expect(await dialog.getByRole('button', { name: 'Reschedule' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Move all' }).click()
    await expectToast(page, 'All bookings of the group moved')
    expect((await partsOf(visit)).map(({ start }) => start)).toEqual([
      '2026-04-22T08:30:00Z',
      '2026-04-22T09:00:00Z',
    ])

    await page.goto(`${pages.url}/dashboard/bookings/${visit.bookings[0]?.id}`)
    await dialog.getByRole('button', { name: 'Cancel all' }).click()
    await dialog.getByText('This visit has 2 bookings').waitFor()
    await dialog.getByRole('button', { name: 'Cancel all' }).click()
    await expectToast(page, 'Visit cancelled')
    expect((await partsOf(visit)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  },
)

test('a part of a visit that is dragged stays, and the message offers to move all of it', async () => {
  const visit = await makeVisit('Dragged', 'Ida Dragged')
  const page = await openDashboard(pages, cookie)
  await showProvider(page, 'Dragged One')
  const shown = page.getByRole('button', { name: ':00 Ida Dragged · Visit' })
  await shown.waitFor()
  // The calendar draws the bookings of everybody until it has those of the one provider.
  await page.getByRole('button', { name: ':30 Ida Dragged · Visit' }).waitFor({ state: 'hidden' })
  const half = await halfHourHeight(page)
  await drag(page, [shown, 10, 4], [shown, 10, 4 + 2 * half])
  await page.getByText('only together with the others of its visit').first().waitFor()
  expect((await partsOf(visit)).map(({ start }) => start)).toEqual([
    '2026-04-21T07:00:00Z',
    '2026-04-21T07:30:00Z',
  ])
  await page.getByRole('button', { name: 'Move all', exact: true }).click()
  await expectToast(page, 'All bookings of the group moved')
  expect((await partsOf(visit)).map(({ start }) => start)).toEqual([
    '2026-04-21T08:00:00Z',
    '2026-04-21T08:30:00Z',
  ])
})
