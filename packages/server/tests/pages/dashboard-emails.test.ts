import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

const PREVIEW = 'Preview of the email'

/** The serious violations on a page. The frame has the email, which is no page of ours. */
async function violationsOn(page: Page): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('iframe')
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, impact, nodes }) =>
    impact === 'serious' || impact === 'critical' ? [`${id} ${nodes[0]?.html}`] : [],
  )
}

test('emails are switched on, edited with a preview, saved, and reset', async () => {
  const page = await openDashboard(pages, cookie, '/emails', { locale: 'en-GB' })
  const findings: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) findings.push(message.text())
  })
  page.on('pageerror', (error) => findings.push(error.message))
  await page.getByLabel('Thank bookers after a completed booking').check()
  await page.getByLabel('Send after', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Emails after a booking saved').waitFor()
  const followUps = async () =>
    (await pages.server.api.get<{ followUps: unknown }>('/v1/account')).body.followUps
  expect(await followUps()).toEqual({ thankYou: true, noShow: false, delayMinutes: 180 })
  await page.getByRole('button', { name: 'Edit: Reminder' }).click()
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('Hello <b>Ada</b>, see ')
  await page.getByRole('button', { name: 'Insert start_date' }).click()
  await expect.poll(() => text.inputValue()).toBe('Hello <b>Ada</b>, see {{ start_date }}')
  const mail = page.frameLocator(`iframe[title="${PREVIEW}"]`)
  await mail.getByText('Hello <b>Ada</b>, see Monday, 27 April 2026', { exact: true }).waitFor()
  // The policy of the page forbids inline styles; its script sets those of the email.
  const button = mail.getByText('View, reschedule or cancel')
  expect(
    await button.evaluate(
      'getComputedStyle((document.links[0] ?? document.querySelector("a")).parentElement).padding',
    ),
  ).toBe('11px 20px')
  expect(await button.getAttribute('href')).toBeNull()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Email saved').waitFor()
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await page.getByText('Email reset').waitFor()
  await expect.poll(() => text.inputValue()).toBe('Your booking is coming up.')
  await page.getByRole('link', { name: 'Emails', exact: true }).click()
  await page.getByLabel('Write to bookers who did not come').check()
  await page.getByRole('button', { name: 'Save' }).click()
  // The message of the first time may still be there.
  await expect.poll(followUps).toEqual({ thankYou: true, noShow: true, delayMinutes: 180 })
  expect(findings).toEqual([])
  await page.context().close()
})

test('a wrong field is named beside the text, and the other languages have their own text', async () => {
  const reader = { locale: 'de-DE', colorScheme: 'dark', width: 390 } as const
  const page = await openDashboard(pages, cookie, '/emails/confirmed/en', reader)
  await page.getByLabel('Text', { exact: true }).fill('{{ booker.nme }}')
  await page.getByText('Ein Feld „booker.nme“ gibt es nicht.').first().waitFor()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect
    .poll(() => page.getByLabel('Text', { exact: true }).getAttribute('aria-invalid'))
    .toBe('true')
  await page.locator('#content').getByLabel('Sprache', { exact: true }).selectOption('de')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await expect
    .poll(() => page.getByLabel('Text', { exact: true }).inputValue())
    .toBe('Ihre Buchung ist bestätigt.')
  expect(await violationsOn(page)).toEqual([])
  await page.context().close()
})
