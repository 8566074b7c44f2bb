import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let site: Server
let siteHtml = ''
let siteHeaders: Readonly<Record<string, string>> = {}
let siteUrl: string
beforeAll(async () => {
  pages = await openPages()
  site = createServer((_, answer) => {
    answer.setHeaders(new Map(Object.entries({ ...siteHeaders, 'content-type': 'text/html' })))
    answer.end(siteHtml)
  }).listen(0)
  await once(site, 'listening')
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}/`
})
beforeEach(() => {
  siteHeaders = {}
})
afterAll(async () => {
  site.close()
  await pages.close()
})

const FRAME = 'iframe[name^=holdfast]'
const tag = (attributes: string) => `<script src="${pages.url}/embed.js" ${attributes}></script>`

test.each(['require-corp', 'credentialless'])(
  'a site under %s embeds the booking page, which takes a booking',
  async (policy) => {
    const { path } = await makeBookable(pages)
    siteHtml = `<!doctype html><title>A practice</title><h1>Our practice</h1>${tag(`data-holdfast="${path.slice(1)}" data-name="Grace Hopper" data-email="grace@example.com"`)}`
    siteHeaders = {
      'cross-origin-embedder-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
    }
    const page = await pages.open(siteUrl)
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
    await frame.getByRole('button', { name: /^09:00/ }).click()
    await frame.getByRole('button', { name: 'Confirm booking' }).click()
    await frame.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
    expect(await page.evaluate('crossOriginIsolated')).toBe(true)
  },
)

describe('where a frame cannot show the booking page', () => {
  const NO_ORIGIN =
    "The booking page can't be shown here: this page is sandboxed without allow-same-origin, or opened from a file."

  test('the script says why in its place after ten seconds, and links to the page', async () => {
    const { path } = await makeBookable(pages)
    const embedded = tag(`data-holdfast="${path.slice(1)}" data-name="Grace Hopper"`)
    siteHtml = `<!doctype html><title>A site builder</title><iframe sandbox="allow-scripts" srcdoc='<h1>Our practice</h1>${embedded}'></iframe>`
    const page = await pages.open(siteUrl)
    const inner = page.frameLocator('iframe')
    await inner.locator(FRAME).waitFor()
    expect(await inner.getByRole('status').count()).toBe(0)
    await page.clock.runFor(10_000)
    await inner.getByRole('status').getByText(NO_ORIGIN).waitFor()
    const link = inner.getByRole('link', { name: 'Open it in a new tab' })
    expect(await link.getAttribute('href')).toBe(`${pages.url}/embed${path}#name=Grace+Hopper`)
  })

  test('the script says that a page did not load, until it loads', async () => {
    const { path } = await makeBookable(pages)
    siteHtml = `<!doctype html><title>A practice</title><h1>Our practice</h1>${tag(`data-holdfast="${path.slice(1)}" data-lang="de"`)}`
    const page = await pages.open('about:blank')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/embed/**', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(siteUrl, { waitUntil: 'commit' })
    await page.locator(FRAME).waitFor()
    await page.clock.runFor(10_000)
    await page.getByRole('status').getByText('Die Buchungsseite wurde nicht geladen.').waitFor()
    release()
    await page.frameLocator(FRAME).locator('time').first().waitFor()
    await page.getByRole('status').waitFor({ state: 'detached' })
  })

  test('the page itself says why in a sandboxed frame without the script', async () => {
    const { path } = await makeBookable(pages)
    siteHtml = `<!doctype html><title>A practice</title><iframe sandbox="allow-scripts allow-forms" src="${pages.url}/embed${path}"></iframe>`
    const page = await pages.open(siteUrl)
    const reason = 'The site shows it in a sandboxed frame without allow-same-origin.'
    await page.frameLocator('iframe').getByText(reason).waitFor()
  })
})
