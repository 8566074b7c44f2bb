import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { API_KEY } from '../support/cluster.ts'
import {
  act,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  SUNDAY,
} from '../support/fixtures.ts'
import { type ServerHere, startServerHere } from '../support/server-here.ts'

let server: ServerHere
let browser: Browser
beforeAll(async () => {
  server = await startServerHere()
  await server.setClock(SUNDAY)
  browser = await sharedBrowser()
})
afterAll(() => server?.stop())

test('whoever is signed in reads a stored email in its sandboxed frame', async () => {
  const provider = await makeProvider(server.api, { email: 'ada@example.com' })
  const eventType = await makeEventType(server.api, provider.id, { title: 'First visit' })
  const booking = await hold(server.api, eventType.id, '2035-04-23T09:00:00Z')
  expectStatus(await act(server.api, booking, 'confirm'), 200)
  const { url } = server
  const context = await browser.newContext()
  // Signs in as a page does, so that the browser has the cookie with all its attributes.
  const data = { apiKey: API_KEY }
  const signedIn = await context.request.post(`${url}/v1/session`, { data })
  expect(signedIn.status()).toBe(200)
  const [cookie] = await context.cookies()
  expect([cookie?.sameSite, cookie?.httpOnly]).toEqual(['Strict', true])
  const page = await context.newPage()
  await expect
    .poll(async () => {
      await page.goto(`${url}/mailbox`)
      return await page.locator('details').count()
    })
    .toBe(2)
  const mail = page.locator('details', { hasText: 'to grace@example.com' })
  await mail.locator('summary').click()
  await mail.frameLocator('iframe').getByText('First visit').first().waitFor()
  await context.close()
})
