import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDocsSite } from '../../src/composition/docs-site.ts'
import { openTestApp, type TestApp } from '../http/support/app.ts'

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

test('pages are compressed', async () => {
  const got = await get('/docs/quick-start', { 'accept-encoding': 'br' })
  expect(got.headers.get('content-encoding')).toBe('br')
})
