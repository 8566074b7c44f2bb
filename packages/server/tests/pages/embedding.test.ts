import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose, fillIn, makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let site: Server
let siteHtml = ''
let siteUrl: string
beforeAll(async () => {
  pages = await openPages()
  site = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(siteHtml)
  }).listen(0, 'localhost')
  await once(site, 'listening')
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}/`
})
afterAll(async () => {
  site.close()
  await pages.close()
})

test('one script tag embeds the booking page in another site, in a frame of its height', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const tag = `<script src="${pages.url}/embed.js" data-holdfast="${path.slice(1)}"></script>`
  siteHtml = `<!doctype html><title>A practice</title><h1>Our practice</h1>${tag}`
  const page = await pages.open(siteUrl)
  const frame = page.frameLocator('iframe')
  await frame.locator('time').first().waitFor()
  const heights = async () => {
    const outside = await page.locator('iframe').boundingBox()
    const inside = await frame.locator('#root').boundingBox()
    return Math.abs((outside?.height ?? 0) - (inside?.height ?? -10))
  }
  await expect.poll(heights).toBeLessThanOrEqual(1)
  await frame.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
  await frame.getByRole('button', { name: /^09:00/ }).click()
  await frame.getByLabel('Name').fill('Grace Hopper')
  await frame.getByLabel('Email').fill('grace@example.com')
  await frame.getByRole('button', { name: 'Confirm booking' }).click()
  await frame.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  await expect.poll(heights).toBeLessThanOrEqual(1)
  const got = await pages.server.api.get(`/v1/bookings?eventTypeId=${eventTypeId}`)
  expect(got.body).toMatchObject({ data: [{ status: 'confirmed', start: '2026-04-21T07:00:00Z' }] })
})

test('a page that may not be embedded does not load in a frame of another site', async () => {
  const { path } = await makeBookable(pages)
  siteHtml = `<!doctype html><title>A trap</title><iframe src="${pages.url}${path}"></iframe>`
  const page = await pages.open('about:blank')
  const refused = page.waitForEvent('console', (message) =>
    message.text().includes("frame-ancestors 'none'"),
  )
  await page.goto(siteUrl)
  await refused
  expect(await page.frameLocator('iframe').locator('#root').count()).toBe(0)
})

test('a message from another origin does not change the frame', async () => {
  const { path } = await makeBookable(pages)
  const tag = `<script src="${pages.url}/embed.js" data-holdfast="${path.slice(1)}"></script>`
  // A tag in the head: the frame goes to the end of the page.
  siteHtml = `<!doctype html><title>A practice</title>${tag}<body><h1>Our practice</h1>`
  const page = await pages.open(siteUrl)
  await page.frameLocator('iframe').locator('time').first().waitFor()
  const before = await page.locator('iframe').getAttribute('style')
  await page.evaluate("window.postMessage({ type: 'holdfast:height', height: 7 }, '*')")
  await page.evaluate('new Promise((done) => setTimeout(done, 0))')
  expect(await page.locator('iframe').getAttribute('style')).toBe(before)
})

test('the embedded page also takes a booking in a window of its own', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(`/embed${path}`)
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
})

/** Books on the page in a frame whose form is filled in already. */
async function bookInFrame(frame: FrameLocator): Promise<void> {
  await frame.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
  await frame.getByRole('button', { name: /^09:00/ }).click()
  await frame.getByRole('button', { name: 'Confirm booking' }).click()
  await frame.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
}

const REASON = { id: 'reason', label: 'What brings you to us?', kind: 'text', required: true }

const prefilledTag = (path: string) =>
  `<script src="${pages.url}/embed.js" data-holdfast="${path.slice(1)}" data-name="Grace Hopper" data-email="grace@example.com" data-answer-reason="Toothache"></script>`

test('an embedded page takes its details from the tag, which no request carries, and then leads on', async () => {
  const redirectUrl = `${siteUrl}thanks?from=booking`
  const { path, eventTypeId } = await makeBookable(pages, { questions: [REASON], redirectUrl })
  siteHtml = `<!doctype html><title>A practice</title><h1>Our practice</h1>${prefilledTag(path)}`
  const page = await pages.open('about:blank')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET') sent.push(request.url(), request.headers().referer ?? '')
  })
  await page.goto(siteUrl)
  await bookInFrame(page.frameLocator('iframe'))
  await page.clock.runFor(3000)
  await page.waitForURL(/\/thanks\?from=booking&/)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('status')).toBe('confirmed')
  expect(searchParams.get('signature')).toMatch(/^\S{32,}$/)
  const got = await pages.server.api.get(`/v1/bookings?eventTypeId=${eventTypeId}`)
  expect(got.body).toMatchObject({
    data: [{ id: searchParams.get('bookingId'), answers: { reason: 'Toothache' } }],
  })
  expect(sent.join(' ')).not.toMatch(/Grace|grace|Toothache/)
})

test('a site that handles the end of a booking itself is not left, and gets its address', async () => {
  const redirectUrl = `${siteUrl}thanks`
  const { path } = await makeBookable(pages, { redirectUrl, questions: [REASON] })
  const handler = `<script>addEventListener('holdfast:leave', (event) => {
    event.preventDefault()
    document.title = event.detail.reason + ' ' + new URL(event.detail.url).pathname
  })</script>`
  siteHtml = `<!doctype html><title>A practice</title><h1>Our practice</h1>${handler}${prefilledTag(path)}`
  const page = await pages.open(siteUrl)
  const frame = page.frameLocator('iframe')
  await bookInFrame(frame)
  await page.clock.runFor(3000)
  await expect.poll(() => page.title()).toBe('redirect /thanks')
  expect(page.url()).toBe(siteUrl)
  const link = frame.getByRole('link', { name: 'Continue' })
  expect(await link.getAttribute('target')).toBe('_top')
})
