import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { providerEntity, providerSlugEntity } from '../../src/booking/providers/provider.ts'
import { sqliteFile } from '../../src/composition/open-store.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { testDependencies } from '../support/dependencies.ts'
import { drawnFrom, IS_DEEP } from '../support/depth.ts'
import type { HttpClient } from '../support/http-client.ts'
import { makeEarlyRapidApiAccount } from '../support/tenants.ts'
import { axeOn } from './support/axe.ts'
import { openDashboard } from './support/dashboard.ts'
import { choose, fillIn, type Made, NOW, openPages, type Pages } from './support/pages.ts'
import { makeTenant, OPERATOR_KEY } from './support/people.ts'

/** A yellow that white text cannot be read on. */
const BRAND = {
  name: 'Lakeside Vets',
  color: '#ffcc00',
  logoUrl: 'https://cdn.example.com/logos/lake,1.svg?v=2',
}
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40"/></svg>'

let pages: Pages
let lake: HttpClient
let hill: HttpClient
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_OPERATOR_KEY: OPERATOR_KEY })
  lake = (await makeTenant(pages, 'Lakeside', 'lake')).api
  hill = (await makeTenant(pages, 'Hilltop', 'hill')).api
  await lake.patch('/v1/account', { brand: BRAND, locale: 'de' })
  await makeVisit(lake, 'Ada of the lake')
  await makeVisit(hill, 'Ada of the hill')
})
afterAll(() => pages.close())

async function made(api: HttpClient, path: string, body: unknown): Promise<Made> {
  const answer = await api.post<Made>(path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** A listed provider `ada` with the event type `visit`. */
async function makeVisit(api: HttpClient, name: string, slug = 'ada'): Promise<Made> {
  const timeZone = 'Europe/Berlin'
  const provider = await made(api, '/v1/providers', { name, slug, timeZone, listed: true })
  return made(api, '/v1/event-types', {
    providerId: provider.id,
    slug: 'visit',
    title: 'Visit',
    durationMinutes: 30,
    availabilityRules: WORKING_DAYS,
  })
}

/** Opens a page that gets the logo from the network. */
async function openBranded(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await pages.open('about:blank', { colorScheme })
  await page.route('https://cdn.example.com/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: LOGO }),
  )
  await page.goto(`${pages.url}${path}`)
  return page
}

/** A script that loads images, and answers which of them the policy of the page refused. */
const refusedImages = (urls: readonly string[]): string => `(async () => {
  const blocked = []
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => blocked.push(blockedURI))
  const load = (src) => new Promise((done) => {
    Object.assign(new Image(), { onload: done, onerror: done, src })
  })
  await Promise.all(${JSON.stringify(urls)}.map(load))
  return blocked
})()`

describe('two accounts with the same provider slug', () => {
  test('each have their own directory, provider page and bookings', async () => {
    const page = await pages.open('/a/hill')
    expect(await page.title()).toBe('Hilltop')
    await page.getByRole('link', { name: 'Ada of the hill' }).click()
    await page.waitForURL('**/a/hill/ada')
    expect(await page.title()).toBe('Ada of the hill')
    await page.getByRole('link', { name: /Visit/ }).click()
    await page.waitForURL('**/a/hill/ada/visit')
    const back = page.getByRole('link', { name: 'Ada of the hill' })
    expect(await back.getAttribute('href')).toBe('/a/hill/ada')
    await choose(page, 'Tuesday, 21 April 2026', '09:00')
    await fillIn(page)
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
    const booked = async (api: HttpClient) =>
      (await api.get<{ data: readonly Made[] }>('/v1/bookings')).body.data.map(({ start }) => start)
    expect(await booked(hill)).toEqual(['2026-04-21T07:00:00Z'])
    expect(await booked(lake)).toEqual([])
    const other = await pages.open('/a/lake/ada/visit?lang=en')
    await other.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
    await other.getByRole('button', { name: /^09:00/ }).waitFor()
  })

  test('are booked on dates that they opened, and again from the manage link', async () => {
    const timeZone = 'Europe/Berlin'
    const opened = { name: 'Ben', slug: 'ben', timeZone }
    const { id } = await made(hill, '/v1/providers', opened)
    await made(hill, `/v1/providers/${id}/availability`, {
      date: '2026-04-22',
      startTime: '09:00',
      endTime: '12:00',
      slotDurationMinutes: 30,
    })
    const page = await pages.open('/a/hill/ben')
    await page.getByRole('link', { name: /Appointment/ }).click()
    await choose(page, 'Wednesday, 22 April 2026', '09:00')
    await fillIn(page)
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
    const [booking] = (await hill.get<{ data: readonly Made[] }>(`/v1/bookings?providerId=${id}`))
      .body.data
    expect(booking?.start).toBe('2026-04-22T07:00:00Z')
    await page
      .getByRole('link', { name: /Manage|Reschedule/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Cancel booking', exact: true }).click()
    await page.getByRole('button', { name: 'Yes, cancel booking' }).click()
    await page.getByRole('link', { name: /Book/ }).click()
    await page.waitForURL('**/a/hill/ben?*')
  })

  test('move a booking behind its manage link to a time of their own', async () => {
    const [visit] = (await hill.get<{ data: readonly Made[] }>('/v1/event-types')).body.data
    const booker = { name: 'Grace Hopper', email: 'grace@example.com' }
    const start = '2026-04-23T08:00:00Z'
    const booking = await made(hill, '/v1/bookings', { eventTypeId: visit?.id, start, booker })
    const page = await pages.open(`/manage/${booking.id}#${booking.manageToken}`)
    await page.getByRole('button', { name: 'Reschedule' }).click()
    await choose(page, 'Friday, 24 April 2026', '10:00')
    await page.getByRole('button', { name: 'Move booking' }).click()
    await expect
      .poll(async () => (await hill.get<Made>(`/v1/bookings/${booking.id}`)).body.start)
      .toBe('2026-04-24T08:00:00Z')
  })

  test('are embedded each by the attribute of the tag', async () => {
    const tag = `<script src="${pages.url}/embed.js" data-holdfast="ada/visit" data-account="hill"></script>`
    const site = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html')
      answer.end(`<!doctype html><title>A practice</title><h1>Our practice</h1>${tag}`)
    }).listen(0, 'localhost')
    await once(site, 'listening')
    const page = await pages.open(`http://localhost:${(site.address() as AddressInfo).port}/`)
    const frame = page.frameLocator('iframe')
    await frame.getByText('Ada of the hill').waitFor()
    expect(await page.locator('iframe').getAttribute('src')).toBe(
      `${pages.url}/embed/a/hill/ada/visit`,
    )
    site.close()
  })
})

describe('the links of version 1', () => {
  test('of a RapidAPI account, of the slug "a" and of one that is reserved now, keep working', async () => {
    const store = await createSqliteStore({ file: sqliteFile(pages.server.dataDir) })
    const { deps } = testDependencies(store, NOW)
    const early = await makeEarlyRapidApiAccount(deps, 'early')
    const api = pages.server.anybody.as({ 'x-api-key': early.secret })
    await makeVisit(api, 'Early Ada')
    for (const slug of ['a', 'sign-in']) {
      const input = { name: `Named ${slug}`, timeZone: 'Europe/Berlin', slug: `free-${slug}` }
      const created = await createProvider(deps, early.caller, input)
      if (!created.ok) throw new Error(created.refusal.code)
      const before = created.value
      const { accountId, id: providerId } = before
      await transact(deps, {
        provider: providerEntity.replace(before, { ...before, slug, version: 2 }),
        slug: providerSlugEntity.create({ slug, isOwn: false, accountId, providerId, version: 1 }),
      })
      await made(api, '/v1/event-types', {
        providerId,
        slug: 'visit',
        title: 'Visit',
        durationMinutes: 30,
        availabilityRules: WORKING_DAYS,
      })
    }
    await store.close()
    for (const [path, title] of [
      ['/ada', 'Early Ada'],
      ['/ada/visit', 'Visit · Early Ada'],
      ['/embed/ada/visit', 'Visit · Early Ada'],
      ['/a', 'Named a'],
      ['/a/visit', 'Visit · Named a'],
      ['/embed/a/visit', 'Visit · Named a'],
      ['/sign-in/visit', 'Visit · Named sign-in'],
    ] as const) {
      const page = await pages.open(path)
      // The server writes "Visit · Ada", and the page then "Visit with Ada".
      const shown = (await page.title()).replace(' with ', ' · ')
      expect([path, shown]).toEqual([path, title])
      await page
        .getByText(title.split(' · ').at(-1) ?? '')
        .first()
        .waitFor()
      await page.context().close()
    }
  })
})

describe('the brand of an account', () => {
  test('is on its pages, with a logo that is the only image of another site', async () => {
    const page = await openBranded('/a/lake/ada/visit?lang=en')
    const banner = page.getByRole('banner')
    expect(await banner.textContent()).toBe('Lakeside Vets')
    const size = () => banner.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth'))
    await expect.poll(size).toBe(80)
    const others = [
      'https://cdn.example.com/logos/other.svg',
      'https://example.com/logos/lake,1.svg',
    ]
    expect(await page.evaluate<readonly string[]>(refusedImages(others))).toEqual(others)
  })

  test('is not on an embedded page, which keeps its color, nor on the pages of others', async () => {
    const embedded = await openBranded('/embed/a/lake/ada/visit?lang=en')
    expect(await embedded.locator('.brand').count()).toBe(0)
    const fill = (page: Page) =>
      page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--fill')")
    expect(await fill(embedded)).toBe('#ffcc00')
    const other = await pages.open('/a/hill/ada/visit')
    expect([await other.locator('.brand').count(), await fill(other)]).toEqual([0, '#1d5c4d'])
  })

  test.each(IS_DEEP ? (['light', 'dark'] as const) : (['dark'] as const))(
    'is readable in its color in %s, with no violation that axe finds',
    async (colorScheme) => {
      const [visit] = (await lake.get<{ data: readonly Made[] }>('/v1/event-types')).body.data
      const start = colorScheme === 'light' ? '2026-04-27T08:00:00Z' : '2026-04-27T09:00:00Z'
      const booker = { name: 'Grace Hopper', email: 'grace@example.com' }
      const booking = await made(lake, '/v1/bookings', { eventTypeId: visit?.id, start, booker })
      const house = await made(lake, '/v1/calendars', {
        name: 'House',
        timeZone: 'Europe/Berlin',
        exclusive: 'nights',
        publicStays: true,
      })
      const guest = { name: 'Grace Hopper', email: 'grace@example.com' }
      const days = { arrival: '2026-05-04', departure: '2026-05-08' }
      const stay = await made(lake, `/v1/stays/${house.id}`, { ...days, guest })
      const paths = [
        '/a/lake',
        '/a/lake/ada',
        '/a/lake/ada/visit',
        `/stays/${house.id}`,
        `/stays/${house.id}/${stay.id}#${stay.manageToken}`,
        `/manage/${booking.id}#${booking.manageToken}`,
      ]
      for (const path of drawnFrom(paths, 2)) {
        const page = await openBranded(path, colorScheme)
        await page.getByRole('banner').getByText('Lakeside Vets').waitFor()
        await page.locator('main h1').waitFor()
        const { violations } = await (await axeOn(page)).analyze()
        const found = violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${path} ${id} ${target}: ${failureSummary}`),
        )
        expect(found).toEqual([])
        await page.context().close()
      }
    },
  )

  test('of a color that cannot be a style sheet is not served', async () => {
    for (const path of ['/brand-ffcc0.css', '/brand-FFCC00.css']) {
      expect((await pages.server.anybody.get(path)).status).toBe(404)
    }
    const sheet = await pages.server.anybody.get('/brand-ffcc00.css')
    expect([sheet.status, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })
})

describe('the language of an account', () => {
  const languageOf = async (page: Page): Promise<string | null> => {
    await page.locator('main h1').waitFor()
    return page.locator('html').getAttribute('lang')
  }

  test("wins over the browser's, and the visitor's own choice wins over it", async () => {
    const page = await pages.open('/a/lake/ada', { locale: 'en-GB' })
    expect(await languageOf(page)).toBe('de')
    await page.getByText('Was möchten Sie buchen?').waitFor()
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
    await page.reload()
    expect(await languageOf(page)).toBe('en')
    await page.goto(`${pages.url}/a/lake/ada?lang=de`)
    expect(await languageOf(page)).toBe('de')
  })

  test("is the browser's for an account without one", async () => {
    expect(await languageOf(await pages.open('/a/hill/ada', { locale: 'de-DE' }))).toBe('de')
  })
})

test('the dashboard shares links and code that name the account', async () => {
  const key = await made(hill, '/v1/api-keys', { name: 'browser' })
  const session = await hill.post('/v1/session', { apiKey: Reflect.get(key, 'secret') })
  const cookie = String(session.headers['set-cookie']).split(';')[0]?.split('=')[1] ?? ''
  const page = await openDashboard(pages, cookie, '/event-types')
  await page.getByRole('button', { name: 'Embed code: Visit' }).click()
  const code = `<script src="${pages.url}/embed.js" data-holdfast="ada/visit" data-account="hill" async></script>`
  await page.getByRole('dialog').getByText(code).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('link', { name: /: Visit$/ }).getAttribute('href')).toBe(
    '/a/hill/ada/visit',
  )
})
