import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingOf, expectToast, makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

/** How many bookings the only contact with an address has missed. */
async function noShowCountOf(email: string) {
  const path = `/v1/contacts?email=${email}`
  const { body } = await pages.server.api.get<{ data: { noShowCount: number }[] }>(path)
  return body.data[0]?.noShowCount
}

async function markNoShow({ id }: Made, email: string) {
  expect((await pages.server.api.post(`/v1/bookings/${id}/no-show`, {})).status).toBe(200)
  await expect.poll(() => noShowCountOf(email)).toBe(1)
}

test('a no-show is corrected: to a visit that goes on until its end, and to a completed one afterwards', async () => {
  const { book } = await makePractice(pages, 'Dr. Late')
  // From 13:00 to 13:30 and from 14:00 to 14:30 in Berlin.
  const over = await book('2026-04-20T11:00:00Z', 'Ada Over')
  const late = await book('2026-04-20T12:00:00Z', 'Bea Late')
  const page = await openDashboard(pages, cookie, '/bookings')
  await pages.advance(page, 15_000)
  await markNoShow(over, 'ada.over@example.com')
  await markNoShow(late, 'bea.late@example.com')
  const correct = async (name: string, booking: Made) => {
    await page.getByRole('button', { name: `Open: ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'They came after all' }).click()
    await expectToast(page, 'No-show corrected')
    await expect.poll(async () => (await bookingOf(pages, booking)).status).not.toBe('no_show')
    return await bookingOf(pages, booking)
  }
  const completed = await correct('Ada Over', over)
  expect(completed).toMatchObject({ status: 'completed', noShowAt: null })
  expect(await noShowCountOf('ada.over@example.com')).toBe(0)
  const arrived = await correct('Bea Late', late)
  expect(arrived).toMatchObject({ status: 'confirmed', visit: { arrivedAt: expect.any(String) } })
  expect(await noShowCountOf('bea.late@example.com')).toBe(0)
})

test('the page of a person counts a no-show no more once it is corrected there, in German', async () => {
  const { book } = await makePractice(pages, 'Dr. Person')
  const email = 'cleo.wrong@example.com'
  const booking = await book('2026-04-21T11:00:00Z', 'Cleo Wrong')
  await pages.server.setClock('2026-04-21T11:10:00Z')
  await markNoShow(booking, email)
  const page = await openDashboard(pages, cookie, `/contacts/${email}`, { locale: 'de' })
  const missed = page.getByText('1-mal nicht erschienen')
  await missed.waitFor()
  await page.getByRole('button', { name: 'Öffnen', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Doch erschienen' }).click()
  await expectToast(page, 'Nichterscheinen berichtigt')
  await missed.waitFor({ state: 'detached' })
})
