import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { htmlBody } from '../../src/delivery/mails/mail-body.ts'
import { sharedBrowser } from '../support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

test('an email with long words fits the width of a phone', async () => {
  const rows = [
    ['Was', 'Donaudampfschifffahrtsgesellschaftskapitänsuntersuchung bei Dr. Ada'],
    ['Nachricht', `see https://example.com/${'path/'.repeat(40)}`],
  ] as const
  const label = 'Ansehen, verschieben oder absagen'
  const page = await browser.newPage({ viewport: { width: 390, height: 600 } })
  const links = [{ url: 'https://x.y/', label }]
  await page.setContent(htmlBody('Ihre Buchung ist bestätigt.', rows, links, 'de'))
  expect(await page.getByRole('link', { name: label }).isVisible()).toBe(true)
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(390)
  await page.close()
})
