import { afterEach, expect, test } from 'vitest'
import { choose, fillIn, type Made, makeBookable, openPages, type Pages } from './support/pages.ts'

interface Mails {
  readonly data: readonly { readonly subject: string; readonly text: string }[]
}

let pages: Pages
afterEach(() => pages.close())

const TUESDAY = 'Tuesday, 21 April 2026'

const statuses = async (eventTypeId: string) => {
  const path = `/v1/bookings?eventTypeId=${eventTypeId}`
  const { data } = (await pages.server.api.get<{ data: Made[] }>(path)).body
  return data.map(({ status }) => status)
}

test('with the email guard, a booking stands once the button behind the emailed link was pressed', async () => {
  pages = await openPages({ HOLDFAST_PUBLIC_GUARD: 'email' })
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '10:00')
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  expect(await statuses(eventTypeId)).toEqual(['pending'])
  let link: string | undefined
  await expect
    .poll(async () => {
      const { body } = await pages.server.api.get<Mails>('/v1/test/mails')
      const mail = body.data.find(({ subject }) => subject.startsWith('Please confirm'))
      link = /Confirm booking: (\S+)/.exec(mail?.text ?? '')?.[1]
      return link
    })
    .toBeDefined()
  const opened = await pages.open(`${new URL(link ?? '').pathname}${new URL(link ?? '').hash}`)
  const button = opened.getByRole('button', { name: 'Confirm booking' })
  await button.waitFor()
  expect(await statuses(eventTypeId)).toEqual(['pending'])
  await button.click()
  await opened.getByText('Booking confirmed').waitFor()
  expect(await statuses(eventTypeId)).toEqual(['confirmed'])
})

test('with the proof-of-work guard, the page solves the challenge by itself', async () => {
  pages = await openPages({ HOLDFAST_PUBLIC_GUARD: 'pow' })
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '10:00')
  await page.getByRole('timer').waitFor()
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  expect(await statuses(eventTypeId)).toEqual(['confirmed'])
})

test('for an account that too many strangers book, the page solves the challenge by itself', async () => {
  pages = await openPages({ HOLDFAST_PUBLIC_CAPS: 'withoutProof=1/1' })
  const { path, eventTypeId } = await makeBookable(pages)
  const start = '2026-04-21T07:00:00Z'
  const first = await pages.server.anybody.post('/v1/public/bookings', { eventTypeId, start })
  expect(first.status).toBe(202)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '10:00')
  await page.getByRole('timer').waitFor()
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  expect((await statuses(eventTypeId)).sort()).toEqual(['confirmed', 'pending'])
})
