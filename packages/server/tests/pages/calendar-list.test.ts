import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { makePractice, openDashboard, showProvider, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

// Monday 20 April 2026, 10:00 in Berlin, is now; Berlin is two hours ahead of UTC.
const AT_13 = '2026-04-20T11:00:00Z'

test('the bookings that a calendar shows are saved as a table, and printed as a list by day', async () => {
  const { book } = await makePractice(pages, 'Dr. Paper')
  await book('2026-04-22T07:00:00Z', 'Wanda Wednesday')
  const first = await book(AT_13, 'Mona Monday')
  const gone = await book('2026-04-21T07:00:00Z', 'Gina Gone')
  await pages.make(`/v1/bookings/${gone.id}/cancel`, {})
  await book('2026-04-28T07:00:00Z', 'Nina Nextweek')
  const page = await openDashboard(pages, cookie)
  await showProvider(page, 'Dr. Paper')
  await page.getByText('Mona Monday · Visit').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('bookings-2026-04-20.csv')
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines).toEqual([
    '\u{feff}Date,Start,End,Name,Phone,Email,Event type,Provider,Status,Booking',
    `2026-04-20,13:00,13:30,Mona Monday,,mona.monday@example.com,Visit,Dr. Paper,Confirmed,${first.id}`,
    expect.stringMatching(/^2026-04-22,09:00,09:30,Wanda Wednesday,/),
    '',
  ])
  await page.evaluate('window.print = () => { window.paper = document.body.innerText }')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(`[...document.querySelectorAll('button')]
    .find(({ textContent }) => textContent === 'Print list').click()`)
  const paper = String(await page.evaluate('window.paper'))
  expect(paper).toMatch(/Time zone: Europe\/Berlin\s+Mon,? 20 Apr\s+13:00 – 13:30\s+Mona Monday/)
  expect(paper).toMatch(/Wed,? 22 Apr\s+09:00 – 09:30\s+Wanda Wednesday/)
  expect(paper).not.toMatch(/Gina Gone|New booking/)
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'Print list' }).waitFor()
})

test('a team of 30 has a column each, with heads that stay and two lines in half an hour', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Stylist ${String(at + 1).padStart(2, '0')}`)
  for (const name of names) {
    const { book } = await makePractice(pages, name)
    await book(AT_13, `Client of${name.slice(-2)}`)
  }
  const page = await openDashboard(pages, cookie)
  await page.getByRole('button', { name: 'Providers', exact: true }).click()
  await page.getByText(/^Providers: \d+ of \d+$/).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.keyboard.press('Escape')
  const column = page.getByRole('region', { name: 'Stylist 30', exact: true })
  const tile = column.getByRole('button', { name: /Client of30/ })
  await tile.waitFor()
  await expect.poll(() => page.locator('[data-provider]').count()).toBeGreaterThanOrEqual(30)
  await tile.scrollIntoViewIfNeeded()
  // Both lines are inside the tile.
  const cut = `(tile) => tile.scrollHeight > tile.clientHeight`
  expect(
    await page.evaluate(
      `(${cut})(document.querySelector('[data-provider] [title*="Client of30"]'))`,
    ),
  ).toBe(false)
  const head = column.getByRole('heading', { name: 'Stylist 30' })
  const top = (await head.boundingBox())?.y
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 200)
  await expect.poll(async () => (await head.boundingBox())?.y).toBe(top)
  await expectAccessible(page)
})
