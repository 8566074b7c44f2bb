import { brotliDecompressSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
  const provider = { name: 'Ada', slug: 'ada', timeZone: 'Europe/Berlin' }
  const { id: providerId } = await pages.make('/v1/providers', provider)
  await pages.make('/v1/event-types', {
    providerId,
    slug: 'check-up',
    title: 'Check-up',
    durationMinutes: 30,
    availabilityRules: [],
  })
})
afterAll(() => pages.close())

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await request(`${pages.url}${path}`, { headers })
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) }
}

describe('a page', () => {
  test.each(['/', '/directory', '/ada', '/ada/check-up', '/ada/check-up/', '/manage/bkg_1'])(
    'at %s forbids inline code, other origins and frames',
    async (path) => {
      const { statusCode, headers } = await get(path)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers['permissions-policy']).toContain('camera=()')
    },
  )

  test('has no body in the answer to a HEAD request', async () => {
    const answer = await request(`${pages.url}/directory`, { method: 'HEAD' })
    expect([answer.statusCode, await answer.body.text()]).toEqual([200, ''])
  })

  test('for embedding may be framed by any site', async () => {
    const { headers } = await get('/embed/ada/check-up')
    expect(headers['content-security-policy']).toContain('frame-ancestors *')
  })

  test('and its script may be loaded by a site that asks for the permission of all that it loads', async () => {
    const script = await get('/embed.js')
    expect(script.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect((await get('/embed/ada/check-up')).headers).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const own = await get('/ada/check-up')
    expect(own.headers['cross-origin-resource-policy']).toBeUndefined()
  })

  test('names immutable assets, which are compressed if the client accepts that', async () => {
    const html = (await get('/ada/check-up')).bytes.toString()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
    const plain = await get(script)
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const compressed = await get(script, { 'accept-encoding': 'gzip, br;q=1.0' })
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(compressed.bytes).equals(plain.bytes)).toBe(true)
    const refused = await get(script, { 'accept-encoding': 'br;q=0, gzip;q=0' })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })
})

describe('the head of a page', () => {
  test.each([
    ['/', 'Book an appointment'],
    ['/directory', 'Find a provider'],
    ['/ada', 'Ada'],
    ['/ada/check-up', 'Check-up · Ada'],
    ['/embed/ada/check-up', 'Check-up · Ada'],
  ])('at %s names what it is about, also to sites that link to it', async (path, title) => {
    const html = (await get(path)).bytes.toString()
    expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toBe(title)
    expect(html).toContain(`<meta property="og:title" content="${title}" />`)
    expect(html.match(/og:title/g)?.length).toBe(1)
  })

  test.each(['/dashboard', '/manage/bkg_1', '/stays/cal_1/cev_1'])(
    'at %s keeps it out of search engines',
    async (path) => {
      expect((await get(path)).bytes.toString()).toContain(
        '<meta name="robots" content="noindex" />',
      )
    },
  )

  test('is compressed if the client accepts that', async () => {
    const plain = await get('/ada/check-up')
    const compressed = await get('/ada/check-up', { 'accept-encoding': 'br' })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(compressed.bytes).equals(plain.bytes)).toBe(true)
  })
})

test('answers of the API are compressed if the client accepts that', async () => {
  const { path } = await makeBookable(pages)
  const slots = `/v1/public${path}?from=2026-04-20&to=2026-05-20`
  const plain = await get(slots)
  const compressed = await get(slots, { 'accept-encoding': 'gzip, br' })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(compressed.bytes).equals(plain.bytes)).toBe(true)
  expect(compressed.bytes.length * 10).toBeLessThan(plain.bytes.length)
})

describe('a page that does not exist', () => {
  test.each([
    '/nobody',
    '/nobody/check-up',
    '/ada/nothing',
    '/stays/cal_1',
    '/embed/ada/nothing',
    '/a/nobody',
    '/a/nobody/ada',
    '/a/nobody/ada/check-up',
    '/embed/a/nobody/ada/check-up',
  ])('%s answers 404 with a page that says so', async (path) => {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })

  test('is the page of a provider that was deleted', async () => {
    const { providerId, path, providerPath } = await makeBookable(pages)
    expect((await get(path)).statusCode).toBe(200)
    expect((await pages.server.api.delete(`/v1/providers/${providerId}`)).status).toBe(204)
    expect((await get(path)).statusCode).toBe(404)
    expect((await get(providerPath)).statusCode).toBe(404)
  })

  test('at an unknown path is shown to a browser, with a link to the directory', async () => {
    const html = 'text/html,application/xhtml+xml'
    expect((await get('/b/c/d', { accept: html })).statusCode).toBe(404)
    expect((await get('/v1/nothing', { accept: html })).headers['content-type']).toBe(
      'application/problem+json',
    )
    const page = await pages.open('/Ada/Check-Up/x')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Find a provider' }).click()
    await page.waitForURL('**/directory')
  })
})

describe('the server', () => {
  test.each(['/v1/nothing', '/healthz/x', '/metrics/x', '/b/c/d', '/A', '/assets/no.js'])(
    'answers %s with a problem of status 404',
    async (path) => {
      const { statusCode, headers } = await get(path)
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json'])
    },
  )

  test('does not serve files outside the built pages', async () => {
    for (const path of ['/assets/..%2f..%2fpackage.json', '/sources.sha256', '/booking.html']) {
      expect((await get(path)).statusCode).toBe(404)
    }
  })

  test('answers a POST to a page with 404', async () => {
    const answer = await request(`${pages.url}/directory`, { method: 'POST', body: '{}' })
    expect(answer.statusCode).toBe(404)
    await answer.body.dump()
  })
})
