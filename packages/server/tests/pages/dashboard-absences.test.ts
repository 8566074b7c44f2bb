import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnFrom } from '../support/depth.ts'
import { axeOn } from './support/axe.ts'
import {
  expectToast,
  fillMoment,
  makePractice,
  openDashboard,
  signIn,
} from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'
import { keepPicture } from './support/pictures.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

interface Listed {
  readonly kind: string
  readonly reason: string
  readonly dates: readonly { readonly date: string; readonly providerIds: readonly string[] }[]
}

const absencesFor = async (reason: string): Promise<readonly Listed[]> => {
  const { body } = await pages.server.api.get<{ data: Listed[] }>('/v1/absences?limit=100')
  return body.data.filter((each) => each.reason === reason)
}

const datesFor = async (reason: string): Promise<readonly string[]> =>
  (await absencesFor(reason)).flatMap(({ dates }) => dates.map(({ date }) => date))

/** What axe finds on the page and is serious. */
async function seriousOn(page: Page): Promise<readonly string[]> {
  const { violations } = await (await axeOn(page)).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}

test.each(drawnFrom([1280, 390], 2))(
  'at %i px, a block for two people repeats, names what is in the way, and leaves it out',
  async (width) => {
    const reason = `Training ${width}`
    const first = await makePractice(pages, `Court A${width}`)
    const second = await makePractice(pages, `Court B${width}`)
    await second.book('2026-04-28T08:00:00Z', 'Grace Hopper')
    const page = await openDashboard(pages, cookie, '', {
      width,
      colorScheme: width === 390 ? 'dark' : 'light',
    })
    await page.getByRole('button', { name: 'Block time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Block time' })
    await dialog.getByLabel('Provider', { exact: true }).selectOption(`Court A${width}`)
    await fillMoment(dialog, 'From', '2026-04-21', '10:00')
    await fillMoment(dialog, 'To', '2026-04-21', '12:00')
    await dialog.getByText('Also for').first().click()
    await dialog.getByLabel(`Court B${width}`).check()
    await dialog.getByLabel('Repeats').selectOption('Every week')
    await dialog.getByLabel('Until').fill('2026-05-05')
    await dialog.getByLabel('Reason').fill(reason)
    expect(await seriousOn(page)).toEqual([])
    await keepPicture(page, `absence-${width}`)
    await dialog.getByRole('button', { name: 'Block time' }).click()
    await dialog.getByText(`Tue 28 Apr, Court B${width}: 1 booking or block`).waitFor()
    await keepPicture(page, `absence-conflict-${width}`)
    expect(await absencesFor(reason)).toEqual([])
    await dialog.getByLabel('Leave these dates out').check()
    await dialog.getByRole('button', { name: 'Block time' }).click()
    await expectToast(page, 'Time blocked')
    expect(await absencesFor(reason)).toMatchObject([
      {
        kind: 'block',
        dates: [
          { date: '2026-04-21', providerIds: [first.provider.id, second.provider.id] },
          { date: '2026-04-28', providerIds: [first.provider.id] },
          { date: '2026-05-05', providerIds: [first.provider.id, second.provider.id] },
        ],
      },
    ])
  },
)

test('of time off that repeats, one date, that and all after it, or all are deleted', async () => {
  const { provider } = await makePractice(pages, 'Away')
  const page = await openDashboard(pages, cookie, `/time-off/${provider.id}`)
  await page.getByRole('button', { name: 'Add time off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First day').fill('2026-05-04')
  await dialog.getByLabel('Repeats').selectOption('Every 3 weeks')
  await dialog.getByLabel('Until').fill('2026-07-31')
  await dialog.getByLabel('Reason (optional)').fill('On call')
  await dialog.getByRole('button', { name: 'Add time off' }).click()
  await expectToast(page, 'Time off added')
  expect(await datesFor('On call')).toEqual([
    '2026-05-04',
    '2026-05-25',
    '2026-06-15',
    '2026-07-06',
    '2026-07-27',
  ])
  const remove = async (when: string, part: string) => {
    await page.getByRole('button', { name: `Delete: ${when}` }).click()
    await dialog.getByLabel('Remove').selectOption(part)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Time off deleted')
    // The message of an earlier removal may still be there, and is a dialog, too.
    await page.getByRole('dialog', { name: 'Delete this time off?' }).waitFor({ state: 'detached' })
  }
  await remove('Mon 25 May', 'This date, for everybody')
  await remove('Mon 6 Jul', 'This date and all after it, for everybody')
  expect(await datesFor('On call')).toEqual(['2026-05-04', '2026-06-15'])
  await remove('Mon 4 May', 'All dates, for everybody')
  expect(await datesFor('On call')).toEqual([])
})
