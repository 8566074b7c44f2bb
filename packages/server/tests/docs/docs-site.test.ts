import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDocsSite } from '../../src/composition/docs-site.ts'
import { openTestApp, type TestApp } from '../http/support/app.ts'
import { axeOn } from '../pages/support/axe.ts'
import { API_KEY } from '../support/cluster.ts'
import { deepTest } from '../support/depth.ts'
import { buildHere, openSite } from './built-site.ts'

let folder: string
let server: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-docs-'))
  const site = join(folder, 'site')
  await mkdir(join(site, 'assets'), { recursive: true })
  const files = {
    'index.html': '<h1>First page</h1>',
    'quick-start.html': '<h1>Quick start</h1>',
    'quick-start.md': '# Quick start',
    '404.html': '<h1>Page not found</h1>',
    'llms.txt': '# Holdfast',
    'assets/site-0a1b.css': 'a {}',
    '../secret.txt': 'not of the site',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(site, name), text)
  const docsSite = openDocsSite(site)
  server = await openTestApp({ ...(docsSite && { docsSite }) })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  server.call('GET', path, { key: null, headers })

test.each([
  ['/docs', 'text/html; charset=utf-8', '<h1>First page</h1>'],
  ['/docs/quick-start', 'text/html; charset=utf-8', '<h1>Quick start</h1>'],
  ['/docs/quick-start.md', 'text/markdown; charset=utf-8', '# Quick start'],
  ['/docs/llms.txt', 'text/plain; charset=utf-8', '# Holdfast'],
  ['/llms.txt', 'text/plain; charset=utf-8', '# Holdfast'],
  ['/docs/assets/site-0a1b.css', 'text/css; charset=utf-8', 'a {}'],
])('%s is a file of the built documentation', async (path, contentType, text) => {
  const got = await get(path)
  expect([got.status, got.headers.get('content-type'), got.text]).toEqual([200, contentType, text])
  expect(got.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('an unknown page is a page that says so', async () => {
  const got = await get('/docs/no-such-page')
  expect([got.status, got.text]).toEqual([404, '<h1>Page not found</h1>'])
})

test.each([
  '/docs/..%2fsecret.txt',
  '/docs/%2e%2e/secret.txt',
  '/docs/assets/..%2f..%2fsecret.txt',
])('%s leads to no file outside the documentation', async (path) => {
  const got = await get(path)
  expect([got.status, got.text.includes('not of the site')]).toEqual([404, false])
})

test('browsers keep what has its content in its name, and ask again for pages', async () => {
  const script = await get('/docs/assets/site-0a1b.css')
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const page = await get('/docs/quick-start')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const again = await get('/docs/quick-start', { 'if-none-match': page.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

test('a page that is built again is served as it is now', async () => {
  const page = join(folder, 'site/changing.html')
  await writeFile(page, '<h1>Before</h1>')
  expect((await get('/docs/changing')).text).toBe('<h1>Before</h1>')
  await writeFile(page, '<h1>After it</h1>')
  expect((await get('/docs/changing')).text).toBe('<h1>After it</h1>')
})

test('pages are compressed', async () => {
  const got = await get('/docs/quick-start', { 'accept-encoding': 'br' })
  expect(got.headers.get('content-encoding')).toBe('br')
})

const TIMEOUT_MILLISECONDS = 600_000

deepTest(
  'the same sources give the same site, and every link in it leads somewhere',
  async () => {
    const first = await buildHere()
    const second = await buildHere()
    expect(first.broken).toEqual([])
    expect([...second.files]).toEqual([...first.files])
    expect([...second.images]).toEqual([...first.images])
  },
  TIMEOUT_MILLISECONDS,
)

/** A page of each kind. */
const KINDS = [
  '/docs',
  '/docs/first-day',
  '/docs/comparison',
  '/docs/api',
  '/docs/api/bookings',
  '/docs/errors',
  '/docs/errors/slot_taken',
  '/docs/no-such-page',
]

deepTest(
  'pages of all kinds break no rule of axe or of the policy, and fit phones and desktops, light and dark',
  async () => {
    const { server: running, open } = await openSite()
    const found: string[] = []
    try {
      for (const path of KINDS) {
        for (const width of [390, 1280]) {
          for (const scheme of ['light', 'dark'] as const) {
            const { page, errors, close } = await open(path, width, scheme)
            const { violations } = await (await axeOn(page)).analyze()
            const overflow = await page.evaluate(
              'document.documentElement.scrollWidth - innerWidth',
            )
            const rules = violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
            // The browser reports the status of the page that does not exist.
            const reported = errors.filter((text) => !text.includes('404'))
            for (const what of [...rules, ...reported])
              found.push(`${path} ${width} ${scheme}: ${what}`)
            if (overflow !== 0) found.push(`${path} ${width}: ${overflow} px too wide`)
            await close()
          }
        }
      }
    } finally {
      await running.stop()
    }
    expect(found).toEqual([])
  },
  TIMEOUT_MILLISECONDS,
)

deepTest(
  'the API reference sends a call with what its reader entered, and shows the response',
  async () => {
    const { server: running, open } = await openSite()
    try {
      const { page, errors, close } = await open('/docs/api-console', 1280, 'light')
      expect(new URL(page.url()).pathname).toBe('/docs/api')
      await page.locator('#main').getByRole('link', { name: 'Providers', exact: true }).click()
      const create = page.locator('section', { has: page.locator('#createProvider') })
      await create.getByText('Try it').click()
      await create.getByLabel('Key or token').fill(API_KEY)
      await create
        .getByLabel('Body (application/json)')
        .fill('{ "name": "Ada Tried", "timeZone": "UTC" }')
      await create.getByRole('button', { name: 'Send' }).click()
      await create.getByText('201 Created').waitFor()
      const made = await create.getByRole('region', { name: /^Response to/ }).textContent()
      const id = /"id": "(prv_\w+)"/.exec(made ?? '')?.[1] ?? ''
      const read = page.locator('section', { has: page.locator('#getProvider') })
      await read.getByText('Try it').click()
      await read.getByRole('button', { name: 'Send' }).click()
      // The path is required and still empty, so nothing is sent.
      expect(await read.getByText(/^\d{3} \w+$/).count()).toBe(0)
      await read.getByLabel('id (path)').fill(id)
      await read.getByRole('button', { name: 'Send' }).click()
      await read.getByText('200 OK').waitFor()
      expect(await read.getByRole('region', { name: /^Response to/ }).textContent()).toContain(
        'Ada Tried',
      )
      const { violations } = await (await axeOn(page)).analyze()
      expect(violations.map(({ id: rule }) => rule)).toEqual([])
      expect(errors).toEqual([])
      await close()
    } finally {
      await running.stop()
    }
  },
  TIMEOUT_MILLISECONDS,
)

deepTest(
  'the search finds a page by a word in it, with scripts and index below 200 kB',
  async () => {
    const { server: running, open } = await openSite()
    try {
      const { page, errors, scriptBytes, close } = await open('/docs', 1280, 'light')
      await page.keyboard.press('/')
      await page.getByRole('searchbox').fill('half-open ranges')
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /Concepts|Time/ })
        .first()
        .waitFor()
      const { violations } = await (await axeOn(page)).analyze()
      expect(violations.map(({ id }) => id)).toEqual([])
      expect(await scriptBytes()).toBeLessThan(200_000)
      await page.getByRole('searchbox').fill('slot_taken')
      await page
        .getByRole('dialog')
        .getByRole('link', { name: 'Time already taken' })
        .first()
        .click()
      await page.waitForURL('**/docs/errors/slot_taken')
      expect(errors).toEqual([])
      await close()
    } finally {
      await running.stop()
    }
  },
  TIMEOUT_MILLISECONDS,
)
