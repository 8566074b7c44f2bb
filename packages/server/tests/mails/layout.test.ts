import { MESSAGE_KINDS } from '@holdfast/contracts'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { layOut } from '../../src/delivery/mails/mail-layout.ts'
import { sampleMail } from '../../src/delivery/messages/sample-mail.ts'
import { contrast } from '../../src/identity/accounts/brand-colors.ts'
import { sharedBrowser } from '../support/browser.ts'

const BRAND = { name: 'Lakeside', color: '#ffcc00' }
const SAMPLE = { name: 'Lakeside', publicUrl: 'https://book.example.com', questionIds: [] }

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})

interface ShownText {
  readonly text: string
  /** `#rrggbb`, as that of the background. */
  readonly color: string
  readonly background: string
}

/** Runs in the page: its texts with the colors that they have and that are behind them. */
const TEXTS_OF_PAGE = `(() => {
  const hex = (color) =>
    '#' + color.match(/\\d+/g).slice(0, 3).map((each) => Number(each).toString(16).padStart(2, '0')).join('')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    const text = walker.currentNode.textContent.trim()
    if (text === '' || element.offsetParent === null) continue
    let behind = element
    while (getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement
    const { backgroundColor } = getComputedStyle(behind)
    found.push({ text, color: hex(getComputedStyle(element).color), background: hex(backgroundColor) })
  }
  return found
})()`

describe.each([320, 600])('at %i pixels', (width) => {
  test.each(['light', 'dark'] as const)(
    'every kind of email in four languages fits and is readable in %s',
    async (colorScheme) => {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
      const faults: unknown[] = []
      for (const kind of MESSAGE_KINDS) {
        for (const language of ['en', 'de', 'ja', 'ar'] as const) {
          await page.setContent(layOut(sampleMail(kind, language, SAMPLE).write({}), BRAND).html)
          const scrollWidth = await page.locator('html').evaluate((each) => each.scrollWidth)
          if (scrollWidth !== width) faults.push({ kind, language, scrollWidth })
          const texts = await page.evaluate<ShownText[]>(TEXTS_OF_PAGE)
          if (texts.length < 5) faults.push({ kind, language, texts })
          for (const { text, color, background } of texts) {
            if (contrast(color, background) < 4.5) faults.push({ kind, text, color, background })
          }
        }
      }
      await page.close()
      expect(faults).toEqual([])
    },
  )
})

test('an email with long words fits the width of a phone', async () => {
  const { html } = layOut(
    {
      id: 'evn_1.booker',
      fromName: 'Dr. Ada',
      to: { address: 'grace@example.com' },
      subject: 'Bestätigt',
      body: {
        lead: 'Ihre Buchung ist bestätigt.',
        rows: [
          ['Was', 'Donaudampfschifffahrtsgesellschaftskapitänsuntersuchung bei Dr. Ada'],
          ['Nachricht', `see https://example.com/${'path/'.repeat(40)}`],
        ],
        links: [{ url: 'https://x.y/', label: 'Ansehen, verschieben oder absagen' }],
        language: 'de',
        receiver: 'booker',
      },
    },
    BRAND,
  )
  const page = await browser.newPage({ viewport: { width: 390, height: 600 } })
  await page.setContent(html)
  expect(
    await page.getByRole('link', { name: 'Ansehen, verschieben oder absagen' }).isVisible(),
  ).toBe(true)
  expect(await page.locator('html').evaluate((each) => each.scrollWidth)).toBe(390)
  await page.close()
})
