import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { expectToast, openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

test('the account page switches SMS on, and says who pays for them', async () => {
  const page = await openDashboard(pages, cookie, '/account')
  const box = page.getByLabel('Text bookers who gave only a phone number')
  expect(await box.isChecked()).toBe(false)
  await page.getByText('Your SMS provider charges for each.').waitFor()
  await box.check()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Settings saved')
  const { body } = await pages.server.api.get<{ sms: unknown }>('/v1/account')
  expect(body.sms).toEqual({ enabled: true })
})
