import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillIn, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

const makeHouse = () =>
  pages.make('/v1/calendars', {
    name: 'House by the lake',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    publicStays: true,
  })

async function takeStay(email = 'grace@example.com') {
  const house = await makeHouse()
  const stay = await pages.make(`/v1/stays/${house.id}`, {
    arrival: '2026-04-22',
    departure: '2026-04-25',
    guest: { name: 'Grace Hopper', email },
  })
  const owned = `/v1/calendars/${house.id}/events/${stay.id}`
  return {
    link: `/stays/${house.id}/${stay.id}#${stay.manageToken}`,
    owned,
    read: async () => (await pages.server.api.get(owned)).status,
  }
}

test('a stay can be viewed by its link, and cancelled after a confirmation', async () => {
  const { link, read } = await takeStay()
  const page = await pages.open(link)
  await page.getByRole('heading', { name: 'House by the lake' }).waitFor()
  await page.getByText('Wednesday, 22 April 2026, from 15:00').waitFor()
  await page.getByText('Saturday, 25 April 2026, by 11:00').waitFor()
  await page.getByText('Grace Hopper, grace@example.com').waitFor()
  await page.getByRole('button', { name: 'Cancel stay', exact: true }).click()
  await page.getByRole('button', { name: 'Keep stay' }).click()
  expect(await read()).toBe(200)
  await page.getByRole('button', { name: 'Cancel stay', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, cancel stay' }).click()
  await page.getByRole('heading', { name: 'Stay cancelled' }).waitFor()
  expect(await read()).toBe(404)
  expect(await page.getByRole('button', { name: 'Cancel stay', exact: true }).count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: 'This stay was cancelled' }).waitFor()
})

test('the times of arrival and departure follow the locale of the reader', async () => {
  const { link } = await takeStay()
  const page = await pages.open(link, { locale: 'en-US' })
  await page.getByText('Wednesday, 22 April 2026, from 3:00 pm').waitFor()
  await page.getByText('Saturday, 25 April 2026, by 11:00 am').waitFor()
})

test('a stay can be moved by its guest, also to nights that overlap the old ones', async () => {
  const { link, owned } = await takeStay()
  const page = await pages.open(link)
  await page.getByRole('button', { name: 'Change dates' }).click()
  await page.getByRole('heading', { name: 'Choose new dates' }).waitFor()
  await page.getByRole('button', { name: /^Friday, 24 April 2026/ }).click()
  await page.getByRole('button', { name: /^Monday, 27 April 2026/ }).click()
  await page.getByRole('button', { name: /^Move stay to/ }).click()
  await page.getByRole('heading', { name: 'Dates changed' }).waitFor()
  await page.getByText('Friday, 24 April 2026, from 15:00').waitFor()
  await page.getByText('Monday, 27 April 2026, by 11:00').waitFor()
  const { body } = await pages.server.api.get<{ readonly start: string; readonly end: string }>(
    owned,
  )
  expect(body).toMatchObject({ start: '2026-04-24', end: '2026-04-27' })
})

test('a guest whose new nights were just taken is told so, and keeps the old ones', async () => {
  const { link, owned } = await takeStay()
  const page = await pages.open(link)
  await page.getByRole('button', { name: 'Change dates' }).click()
  await page.getByRole('button', { name: /^Tuesday, 28 April 2026/ }).click()
  await page.getByRole('button', { name: /^Thursday, 30 April 2026/ }).click()
  const rival = { title: 'Ada', start: '2026-04-29', end: '2026-04-30' }
  await pages.server.api.post(owned.replace(/\/cev_.*/, ''), rival)
  await page.getByRole('button', { name: /^Move stay to/ }).click()
  await page.getByRole('heading', { name: "You can't have these dates" }).waitFor()
  await page.getByRole('button', { name: 'Keep my dates' }).click()
  await page.getByText('Wednesday, 22 April 2026, from 15:00').waitFor()
})

test('a stay that its owner has moved is shown again instead of cancelled', async () => {
  const { link, owned, read } = await takeStay()
  const page = await pages.open(link)
  await page.getByRole('button', { name: 'Cancel stay', exact: true }).click()
  const moved = { title: 'Grace', start: '2026-04-23', end: '2026-04-26' }
  await pages.server.api.put(owned, moved)
  await page.getByRole('button', { name: 'Yes, cancel stay' }).click()
  await page.getByRole('heading', { name: 'Your stay has changed' }).waitFor()
  await page.getByText('Thursday, 23 April 2026, from 15:00').waitFor()
  expect(await read()).toBe(200)
})

test('the invitation to a stay can be downloaded', async () => {
  const { link } = await takeStay()
  const page = await pages.open(link)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Calendar file (.ics)' }).click()
  const download = await waiting
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toContain('DTSTART:20260422T130000Z')
})

test('a link with a wrong or missing token does not open the stay', async () => {
  const { link } = await takeStay()
  for (const wrong of [`${link}x`, link.split('#')[0] ?? '']) {
    const page = await pages.open(wrong)
    await page.getByRole('heading', { name: "This link doesn't work" }).waitFor()
  }
})

interface Mails {
  readonly data: readonly { readonly to: string; readonly text: string }[]
}

test('the links in the email and on the booking page open the stay', async () => {
  const house = await makeHouse()
  const page = await pages.open(`/stays/${house.id}`)
  await page.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
  await page.getByRole('button', { name: /^Friday, 24 April 2026/ }).click()
  await fillIn(page)
  await page.getByRole('button', { name: 'Book stay' }).click()
  await page.getByRole('link', { name: 'Manage stay' }).click()
  await page.getByText('Grace Hopper, grace@example.com').waitFor()
  const links = async () => {
    const { body } = await pages.server.api.get<Mails>('/v1/test/mails')
    const mail = body.data.find(({ text }) => text.includes(house.id))
    return /http\S+?(\/stays\/\S+)/.exec(mail?.text ?? '')?.[1]
  }
  const { pathname, hash } = new URL(page.url())
  await expect.poll(links, { timeout: 20_000 }).toBe(`${pathname}?lang=en${hash}`)
})
