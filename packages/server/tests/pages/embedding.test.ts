import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choose, fillIn, makeBookable, openPages, type Pages } from './support/pages.ts'
import { alterTab } from './support/tabs.ts'

let pages: Pages
let site: Server
let siteHtml = ''
let siteUrl: string
beforeAll(async () => {
  pages = await openPages()
  site = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(siteHtml)
  }).listen(0)
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

/** Notes every event that reaches the window: who got it, its name and its detail. */
const RECORDER = `<script>
  window.seen = []
  for (const name of ['ready', 'held', 'booked', 'rescheduled', 'cancelled', 'height', 'leave', 'open', 'close'])
    addEventListener('holdfast:' + name, ({ target, detail }) => seen.push([target.id, name, detail]))
</script>`

type Seen = readonly (readonly [id: string, name: string, detail: Record<string, unknown>])[]

/** The events so far, without those about the height. */
const seenOn = async (page: Page): Promise<Seen> =>
  (await page.evaluate<Seen>('seen')).filter(([, name]) => name !== 'height')

const sitePage = (body: string) =>
  `<!doctype html><html lang="en"><title>A practice</title>${RECORDER}<main><h1>Our practice</h1>${body}</main></html>`
const script = (attributes = '') => `<script src="${pages.url}/embed.js" ${attributes}></script>`
const PREFILLED = 'name="Grace Hopper" email="grace@example.com"'
const DATA_PREFILLED = 'data-name="Grace Hopper" data-email="grace@example.com"'

/** Expects that axe finds nothing in the page itself; it cannot see into frames of another origin. */
async function expectSiteAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
}

const pick = async (frame: FrameLocator, time: string) => {
  await frame.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
  await frame.getByRole('button', { name: new RegExp(`^${time}`) }).click()
  await frame.getByRole('button', { name: 'Confirm booking' }).waitFor()
}

const styleOf = (element: Locator, name: string): Promise<string> =>
  element.evaluate(
    (each, wanted) =>
      each.ownerDocument.defaultView.getComputedStyle(each).getPropertyValue(wanted),
    name,
  )
const overflowOf = (page: Page) => page.evaluate('document.documentElement.style.overflow')
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Book a time' })
const FRAME = 'iframe[name^=holdfast]'

describe('a popup', () => {
  test('of a link keeps the focus, books, tells the site what happens to the booking, and gives the focus back', async () => {
    const { path, eventTypeId } = await makeBookable(pages, { policy: {} })
    siteHtml = sitePage(
      `<a id="opener" href="${pages.url}${path}" data-holdfast-popup data-color="#a36" data-theme="dark" ${DATA_PREFILLED}>Book</a>
       <button id="other">Other</button>${script()}`,
    )
    const page = await pages.open(siteUrl)
    await page.locator('#opener').focus()
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor()
    const frame = page.frameLocator(FRAME)
    await frame.locator('time').first().waitFor()
    expect(await overflowOf(page)).toBe('hidden')
    await expectSiteAccessible(page)
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press(count < 6 ? 'Tab' : 'Shift+Tab')
      expect(await page.evaluate('document.activeElement.id')).toBe('')
    }
    const root = frame.locator('html')
    expect(await root.getAttribute('data-theme')).toBe('dark')
    expect(await frame.locator('link[href="/brand-aa3366.css"]').count()).toBe(1)
    expect(await styleOf(root, '--paper')).toBe('#131619')
    await bookInFrame(frame)
    await frame.getByRole('link', { name: 'Manage booking' }).click()
    await frame.getByRole('button', { name: 'Reschedule', exact: true }).click()
    await frame.getByRole('button', { name: /^Wednesday, 22 April 2026/ }).click()
    await frame.getByRole('button', { name: /^10:00/ }).click()
    await frame.getByRole('button', { name: 'Move booking' }).click()
    await frame.getByRole('button', { name: 'Cancel booking', exact: true }).click()
    await frame.getByRole('button', { name: 'Yes, cancel booking' }).click()
    await expect.poll(async () => (await seenOn(page)).at(-1)?.[1]).toBe('cancelled')
    const { body } = await pages.server.api.get<{ data: readonly { id: string }[] }>(
      `/v1/bookings?eventTypeId=${eventTypeId}`,
    )
    const id = body.data[0]?.id
    const before = '2026-04-21T07:00:00Z'
    const after = '2026-04-22T08:00:00Z'
    const seen = await seenOn(page)
    expect(seen).toEqual([
      ['opener', 'open', {}],
      ['opener', 'ready', {}],
      ['opener', 'held', { id, start: before }],
      ['opener', 'booked', { id, start: before, status: 'confirmed' }],
      ['opener', 'rescheduled', { id, start: after }],
      ['opener', 'cancelled', { id, start: after }],
    ])
    expect(JSON.stringify(seen)).not.toMatch(/Grace|grace|hm_/)
    // The focus is in the frame, whose keys the dialog does not get.
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.id')).toBe('opener')
    expect(await overflowOf(page)).toBe('')
    expect(await page.locator('holdfast-booking').count()).toBe(0)
    expect((await seenOn(page)).at(-1)).toEqual(['opener', 'close', {}])
  })

  test('of a floating button opens and closes in every way, and books', async () => {
    const { path } = await makeBookable(pages)
    const settings = `data-holdfast="${path.slice(1)}" data-holdfast-button="Book now" data-color="#ffcc00"`
    siteHtml = sitePage(`<p>Welcome</p>${script(`${settings} ${DATA_PREFILLED}`)}`)
    const page = await pages.open(siteUrl)
    const button = page.getByRole('button', { name: 'Book now' })
    await button.waitFor()
    await expectSiteAccessible(page)
    expect(await styleOf(button, 'color')).toBe('rgb(0, 0, 0)')
    expect(await styleOf(button, 'background-color')).toBe('rgb(255, 204, 0)')
    const close = dialogOf(page).getByRole('button', { name: 'Close' })
    for (const end of [
      () => close.click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(3, 3),
      () => page.evaluate('Holdfast.close()'),
    ]) {
      await button.click()
      await close.waitFor()
      await end()
      await dialogOf(page).waitFor({ state: 'detached' })
      await expect.poll(() => page.locator(FRAME).count()).toBe(0)
      const focused = 'document.activeElement.shadowRoot?.activeElement?.textContent'
      expect(await page.evaluate(focused)).toBe('Book now')
    }
    await button.click()
    await bookInFrame(page.frameLocator(FRAME))
    await expect.poll(async () => (await seenOn(page)).map(([, name]) => name)).toContain('booked')
  })

  test('that a script opens calls its functions, and another one takes its place', async () => {
    const { path } = await makeBookable(pages)
    const other = await makeBookable(pages)
    siteHtml = sitePage(script())
    const page = await pages.open(siteUrl)
    const open = (eventType: string) =>
      page.evaluate(`{
        const told = (...args) => (window.told ??= []).push(args)
        Holdfast.open({ eventType: '${eventType}', title: 'Your visit', lang: 'de',
          prefill: { name: 'Grace Hopper', email: 'grace@example.com', date: '2026-04-22' },
          onReady: () => told('ready'), onHeld: ({ start }) => told('held', start), onClose: () => told('close') })
      }`)
    await open(other.path)
    await open(path)
    const dialog = page.getByRole('dialog', { name: 'Your visit' })
    await dialog.getByRole('button', { name: 'Schließen' }).waitFor()
    expect(await page.locator(FRAME).count()).toBe(1)
    const frame = page.frameLocator(FRAME)
    await frame.getByRole('button', { name: /^Mittwoch, 22. April 2026/ }).waitFor()
    await frame.getByRole('button', { name: /^09:30/ }).click()
    await expect.poll(() => frame.getByLabel('Name').inputValue()).toBe('Grace Hopper')
    await page.evaluate('Holdfast.close()')
    expect(await page.evaluate('told')).toEqual([
      ['close'],
      ['ready'],
      ['held', '2026-04-22T07:30:00Z'],
      ['close'],
    ])
  })
})

describe('the element', () => {
  test('twice on a page: each tells its own events and keeps its own hold, also after a reload', async () => {
    const { path } = await makeBookable(pages)
    const element = (id: string) =>
      `<holdfast-booking id="${id}" event-type="${path}" ${PREFILLED}></holdfast-booking>`
    siteHtml = sitePage(`${element('one')}${element('two')}${script()}`)
    const page = await pages.open('about:blank')
    // The worker releases holds if a reload takes more than 5 s.
    alterTab(page)
    await page.addInitScript('delete Navigator.prototype.serviceWorker')
    await page.goto(siteUrl)
    await expectSiteAccessible(page)
    const frameOf = (id: string) => page.frameLocator(`#${id} iframe`)
    await pick(frameOf('one'), '09:00')
    await pick(frameOf('two'), '10:00')
    const startsOf = async (wanted: string) =>
      (await seenOn(page))
        .flatMap(([id, name, { start }]) => (name === wanted ? [[id, start]] : []))
        .sort()
    const [one, two] = [
      ['one', '2026-04-21T07:00:00Z'],
      ['two', '2026-04-21T08:00:00Z'],
    ] as const
    await expect.poll(() => startsOf('held')).toEqual([one, two])
    await page.reload()
    // By key, since the second frame moves when the height of the first one changes.
    for (const id of ['one', 'two']) {
      await frameOf(id).getByRole('button', { name: 'Confirm booking' }).press('Enter')
      await frameOf(id).getByRole('heading', { name: 'Booking confirmed' }).waitFor()
    }
    await expect.poll(() => startsOf('booked')).toEqual([one, two])
    // Both are shown again, and the site counts none twice.
    await page.reload()
    for (const id of ['one', 'two']) {
      await frameOf(id).getByRole('heading', { name: 'Booking confirmed' }).waitFor()
    }
    expect(await startsOf('booked')).toEqual([])
  })

  test('shows its page wherever it is moved, follows its attributes, and leaves nothing behind', async () => {
    const { path } = await makeBookable(pages)
    const other = await makeBookable(pages, { title: 'Another visit' })
    siteHtml = sitePage(
      `<div id="here"><holdfast-booking id="it" event-type="${path}"></holdfast-booking></div><div id="there"></div>${script()}`,
    )
    const page = await pages.open(siteUrl)
    const frame = page.frameLocator('#it iframe')
    await frame.getByRole('heading', { name: 'First visit' }).waitFor()
    await page.evaluate(
      'it.ownFrame = it.shadowRoot.querySelector("iframe"); there.moveBefore(it, null)',
    )
    expect(await page.evaluate('it.ownFrame === it.shadowRoot.querySelector("iframe")')).toBe(true)
    await page.evaluate('here.append(it)')
    await frame.getByRole('heading', { name: 'First visit' }).waitFor()
    await expect
      .poll(async () => (await seenOn(page)).map(([id, name]) => `${id} ${name}`))
      .toEqual(['it ready', 'it ready'])
    await page.evaluate(`it.setAttribute('event-type', '${other.path}')`)
    await frame.getByRole('heading', { name: 'Another visit' }).waitFor()
    await page.evaluate(
      "it.setAttribute('mode', 'popup'); it.innerHTML = '<button>Book here</button>'",
    )
    await page.getByRole('button', { name: 'Book here' }).click()
    await dialogOf(page).waitFor()
    await page.evaluate('it.remove()')
    expect([await page.locator(FRAME).count(), await overflowOf(page)]).toEqual([0, ''])
  })
})

describe('a frame without the script', () => {
  test('is told of no booking by a site that hides its origin, until the site says who it is', async () => {
    const { path } = await makeBookable(pages)
    siteHtml = `<!doctype html><title>A practice</title>
      <script>window.got = []; addEventListener('message', ({ data }) => got.push(data))</script>
      <iframe referrerpolicy="no-referrer" style="width:100%;height:900px" src="${pages.url}/embed${path}#name=Grace&email=grace@example.com"></iframe>`
    const page = await pages.open(siteUrl)
    const frame = page.frameLocator('iframe')
    await bookInFrame(frame)
    const types = () => page.evaluate<string[]>('[...new Set(got.map(({ type }) => type))]')
    expect((await types()).sort()).toEqual(['holdfast:height', 'holdfast:hello'])
    // Only the page around the frame counts.
    const root = frame.locator('html')
    await root.evaluate(({ ownerDocument: { defaultView } }) => {
      defaultView.postMessage({ type: 'holdfast:hello' }, '*')
      return new Promise((done) => setTimeout(done, 0))
    })
    expect((await types()).sort()).toEqual(['holdfast:height', 'holdfast:hello'])
    await page.evaluate("frames[0].postMessage({ type: 'holdfast:hello' }, '*')")
    await expect.poll(types).toContain('holdfast:booked')
    expect(await page.evaluate('JSON.stringify(got)')).not.toMatch(/Grace|grace|hm_/)
  })

  test('shows a normal link on the sites that the account allows, and on no other', async () => {
    const { path } = await makeBookable(pages)
    const allow = async (frameOrigins: readonly string[]) => {
      const { status } = await pages.server.api.patch('/v1/account', { frameOrigins })
      expect(status).toBe(200)
    }
    await allow([new URL(siteUrl).origin])
    siteHtml = `<!doctype html><title>A practice</title><iframe style="width:100%;height:900px" src="${pages.url}${path}?name=Grace+Hopper&email=grace@example.com"></iframe>`
    const page = await pages.open(siteUrl)
    const frame = page.frameLocator('iframe')
    await bookInFrame(frame)
    await frame.getByRole('link', { name: 'Manage booking' }).click()
    await frame.getByRole('button', { name: 'Cancel booking', exact: true }).waitFor()
    // The same site under another name is another origin.
    const stranger = await pages.open('about:blank')
    const refused = stranger.waitForEvent('console', (message) =>
      message.text().includes(`frame-ancestors ${new URL(siteUrl).origin}`),
    )
    await stranger.goto(siteUrl.replace('localhost', '127.0.0.1'))
    await refused
    expect(await stranger.frameLocator('iframe').locator('#root').count()).toBe(0)
    await allow([])
  })
})
