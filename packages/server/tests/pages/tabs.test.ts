import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { alterTab, releaseTab, takeTab } from './support/tabs.ts'

// No other file takes tabs of this time zone.
const READER = { timeZone: 'Asia/Kathmandu' }
const NOW_MS = Date.parse('2026-04-20T08:00:00Z')

let browser: Browser
let server: Server
let headers: IncomingHttpHeaders
let url: string
beforeAll(async () => {
  browser = await sharedBrowser()
  server = createServer((request, response) => {
    headers = request.headers
    response.setHeader('content-type', 'text/html').end('<title>from the server</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => server.close())

// The last test's tab, if it is idle.
beforeEach(async () => {
  await (await takeTab(browser, READER, NOW_MS)).context().close()
})

const open = async (): Promise<Page> => {
  const page = await takeTab(browser, READER, NOW_MS)
  await page.goto(url)
  return page
}

const STATE = `(async () => ({
  cookies: document.cookie,
  stored: [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length],
  history: history.length,
  hour: new Date().getUTCHours(),
  isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  size: [innerWidth, innerHeight],
  title: document.title,
}))()`

test('a test that takes a used tab finds nothing of the test before it', async () => {
  const first = await open()
  const clean = await first.evaluate(STATE)
  await first.evaluate(`new Promise((resolve) => {
    document.cookie = 'a=1'
    localStorage.a = sessionStorage.a = '1'
    indexedDB.open('a').onsuccess = resolve
  })`)
  const elsewhere = { name: 'b', value: '1', domain: 'example.com', path: '/' }
  await first.context().addCookies([elsewhere])
  await first.context().setExtraHTTPHeaders({ 'x-left': 'over' })
  await first.emulateMedia({ colorScheme: 'dark' })
  await first.setViewportSize({ width: 320, height: 480 })
  await first.route('**/*', (route) => route.fulfill({ body: '<title>from a route</title>' }))
  await first.goto(`${url}again`)
  await first.clock.fastForward('05:00:00')
  const seen: string[] = []
  first.on('request', (request) => seen.push(request.url()))
  expect(await first.evaluate(STATE)).not.toEqual(clean)
  await releaseTab(first, READER)
  const second = await open()
  expect(second).toBe(first)
  expect(await second.evaluate(STATE)).toEqual(clean)
  expect(await second.context().cookies()).toEqual([])
  expect(headers['x-left']).toBeUndefined()
  expect(seen).toEqual([])
  await releaseTab(second, READER)
})

test('each of two tabs that a test has at once has a browser session of its own', async () => {
  const [first, second] = [await open(), await open()]
  await first.evaluate("document.cookie = 'a=1'")
  expect(await second.evaluate('document.cookie')).toBe('')
  await releaseTab(first, READER)
  await releaseTab(second, READER)
  expect([first.isClosed(), second.isClosed()]).toEqual([false, true])
})

test('a tab is closed that was altered, opened another one or loaded two sites', async () => {
  const altered = await open()
  alterTab(altered)
  const opener = await open()
  await opener.context().newPage()
  const traveller = await open()
  await traveller.goto(url.replace('127.0.0.1', 'localhost'))
  for (const page of [altered, opener, traveller]) await releaseTab(page, READER)
  expect([altered, opener, traveller].map((page) => page.isClosed())).toEqual([true, true, true])
})
