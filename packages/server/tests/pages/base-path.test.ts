import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { API_KEY } from '../support/cluster.ts'
import { ownPort } from '../support/own-port.ts'
import { enterKey } from './support/dashboard.ts'
import { choose, fillIn, makeBookable, openPages, type Pages } from './support/pages.ts'

/** A site that has Holdfast at `/booking`. It records every path that is asked of it and not below that one. */
interface Site {
  readonly origin: string
  readonly strayPaths: string[]
  readonly server: Server
}

/** Starts a reverse proxy that forwards what is below `/booking`, with that path or without. */
async function startSite(port: number, target: () => string, isStripping: boolean): Promise<Site> {
  const strayPaths: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    if (!/^\/booking(?:[/?]|$)/.test(url)) {
      strayPaths.push(url)
      outgoing.writeHead(404).end()
      return
    }
    const path = isStripping ? url.slice('/booking'.length) || '/' : url
    incoming.pipe(
      request(`${target()}${path}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }).on('error', () => outgoing.destroy()),
    )
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${port}`, strayPaths, server }
}

let pages: Pages
let keeping: Site
let stripping: Site
beforeAll(async () => {
  const target = () => pages.url
  keeping = await startSite(await ownPort(), target, false)
  stripping = await startSite(await ownPort(), target, true)
  pages = await openPages({ HOLDFAST_PUBLIC_URL: `${keeping.origin}/booking` })
})
afterAll(async () => {
  for (const { server } of [keeping, stripping]) {
    server.closeAllConnections()
    server.close()
  }
  await pages.close()
})

async function bookAt(url: string): Promise<Page> {
  const page = await pages.open(url)
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  return page
}

test('below a path, pages, links in emails, the dashboard and the documentation ask for nothing outside of it', async () => {
  const { path } = await makeBookable(pages)
  const page = await bookAt(`${keeping.origin}/booking${path}`)
  const manage = page.getByRole('link', { name: 'Manage booking' })
  const link = new URL((await manage.getAttribute('href')) ?? '', keeping.origin)
  expect(link.pathname).toMatch(/^\/booking\/manage\/bkg_/)
  await page.goto(link.href)
  await page.getByRole('heading', { name: 'First visit' }).waitFor()

  await page.goto(`${keeping.origin}/booking/directory`)
  await page.getByRole('link', { name: 'Dr. Ada Weber' }).first().click()
  await page.getByRole('link', { name: /First visit/ }).waitFor()

  await page.goto(`${keeping.origin}/booking/dashboard/bookings`)
  await enterKey(page, API_KEY)
  await page.getByText('Grace Hopper').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/booking/dashboard/bookings')

  const mailbox = `${keeping.origin}/booking/mailbox`
  const linksOfMails = async () => {
    const list = await (await page.request.get(mailbox)).text()
    const files = [...list.matchAll(/"\/booking\/mailbox\/([\w.-]+\.html)"/g)]
    const mails = files.map(async ([, file]) =>
      (await page.request.get(`${mailbox}/${file}`)).text(),
    )
    return (await Promise.all(mails)).join('\n')
  }
  await expect.poll(linksOfMails).toContain(`${keeping.origin}/booking/manage/bkg_`)

  await page.goto(`${keeping.origin}/booking/docs/api-console`)
  expect(new URL(page.url()).pathname).toMatch(/^\/booking\/docs(?:\/api)?$/)
  expect(keeping.strayPaths).toEqual([])
})

test('below a path, one tag embeds a booking page in another site', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('about:blank')
  const tag = `<script src="${keeping.origin}/booking/embed.js" data-holdfast="${path.slice(1)}"></script>`
  // A real site: browsers keep others from reaching this machine.
  const site = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html').end(`<!doctype html><h1>A practice</h1>${tag}`)
  }).listen(0, 'localhost')
  await once(site, 'listening')
  onTestFinished(() => void site.close())
  // The cast: a TCP server has a port.
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
  await page.frameLocator('iframe').locator('time').first().waitFor()
  expect(keeping.strayPaths).toEqual([])
})

test('behind a proxy that removes the path, bookers book as well', async () => {
  const { path } = await makeBookable(pages)
  await bookAt(`${stripping.origin}/booking${path}`)
  expect(stripping.strayPaths).toEqual([])
})

test('addresses that the API answers are below the path', async () => {
  const { providerId } = await makeBookable(pages)
  const feed = await pages.server.api.post<{ url: string }>(
    `/v1/providers/${providerId}/feed-token`,
  )
  expect(feed.body.url).toContain(`${keeping.origin}/booking/v1/providers/${providerId}/feed.ics`)
  const created = await pages.server.api.post('/v1/providers', { name: 'Noah', timeZone: 'UTC' })
  expect(created.headers.location).toMatch(/^\/booking\/v1\/providers\/prv_/)
  const document = await pages.server.api.get<{ servers: unknown }>('/openapi.json')
  expect(document.body.servers).toEqual([{ url: '/booking' }])
})
