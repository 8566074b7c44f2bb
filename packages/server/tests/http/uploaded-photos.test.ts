import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { photoCountKey } from '../../src/booking/keys.ts'
import { jpegOf, pngOf, readWebp, redAndBlue, webpOf, withExif } from '../support/pictures.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeHouse, newSlug, stayType } from './support/fixtures.ts'
import { afterHours, inList, type Uploaded, upload, uploaded } from './support/photos.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const ANYBODY = { key: null }
const UNKNOWN = '/v1/photos/pht_01kqs3v7m8e2f4g6h8j0k2m4n6'
const house = (photos: readonly object[]) => ({ name: 'House', timeZone: 'Europe/Berlin', photos })

/** A picture that no other test uploads. */
let hue = 0
beforeEach(() => {
  hue += 1
})
const own = (width = 4, height = 3) => pngOf(width, height, (x) => [hue, x % 256, 77])

const photoOf = async (id: string): Promise<Uploaded> =>
  (await server.call('GET', `/v1/photos/${id}`)).body as Uploaded

test('an uploaded photo has its sizes, and everybody can load them and keep them', async () => {
  const photo = await uploaded(server.call, await jpegOf(1700, 850), 'image/jpeg')
  const path = `/v1/photos/${photo.id}`
  const sizes = [400, 800, 1600].map((widthPixels) => ({
    url: `${path}/${widthPixels}`,
    widthPixels,
  }))
  expect(photo).toMatchObject({ url: `${path}/1600`, widthPixels: 1600, heightPixels: 800, sizes })
  expect(photo).toMatchObject({ usedBy: [], removedAt: '2026-04-21T08:00:00Z' })
  expect(await photoOf(photo.id)).toEqual(photo)
  const { body } = await server.call('GET', '/v1/photos')
  expect(body.data).toContainEqual(photo)
  for (const { url, widthPixels } of sizes) {
    const file = await server.call('GET', url, ANYBODY)
    expect(file.status).toBe(200)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-type': 'image/webp',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${photo.id}-${widthPixels}"`,
      'x-content-type-options': 'nosniff',
    })
    expect(await readWebp(file.bytes)).toMatchObject({
      width: widthPixels,
      height: widthPixels / 2,
    })
    const headers = { 'if-none-match': file.headers.get('etag') ?? '' }
    const again = await server.call('GET', url, { ...ANYBODY, headers })
    expect([again.status, again.bytes.byteLength]).toEqual([304, 0])
  }
})

test.each([
  [1, 40, 20, [255, 0, 0]],
  [3, 40, 20, [0, 0, 255]],
  [6, 20, 40, [255, 0, 0]],
  [8, 20, 40, [0, 0, 255]],
])(
  'a photo with orientation %i is turned upright, and its place is not kept',
  async (orientation, width, height, topLeft) => {
    const file = withExif(await jpegOf(40, 20, redAndBlue(40)), orientation, `Home ${orientation}`)
    const photo = await uploaded(server.call, file, 'image/jpeg')
    expect(photo).toMatchObject({ widthPixels: width, heightPixels: height })
    const { bytes } = await server.call('GET', photo.url, ANYBODY)
    const text = Buffer.from(bytes).toString('latin1')
    expect([text.includes('Home'), text.includes('EXIF'), text.includes('Exif')]).toEqual([
      false,
      false,
      false,
    ])
    const { at } = await readWebp(bytes)
    const near = at(2, 2).map((value, index) => Math.abs(value - (topLeft[index] ?? 0)) < 60)
    expect(near).toEqual([true, true, true])
  },
)

test.each([
  ['image/png', async () => own(30, 20)],
  ['image/webp', () => webpOf(30, 20, redAndBlue(30))],
])('a file of the type %s becomes a photo that is not enlarged', async (type, make) => {
  const photo = await uploaded(server.call, await make(), type)
  expect(photo.sizes.map(({ widthPixels }) => widthPixels)).toEqual([30])
})

test('a high photo fits into the height of its sizes', async () => {
  const { widthPixels, heightPixels, sizes } = await uploaded(server.call, own(500, 4000))
  expect([widthPixels, heightPixels, sizes.length]).toEqual([300, 2400, 3])
})

test('the same file again is the same photo, also when two send it at once; another account has its own', async () => {
  const file = own()
  const both = await Promise.all([upload(server.call, file), upload(server.call, file)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 201])
  const [one, two] = both.map(({ body }) => body.id)
  expect(two).toBe(one)
  expect((await upload(server.call, file)).body.id).toBe(one)
  const other = await upload(server.call, file, 'image/png', { key: server.otherKey })
  expect([other.status, other.body.id === one]).toEqual([201, false])
  const foreign = await server.call('GET', `/v1/photos/${one}`, { key: server.otherKey })
  expect(foreign.status).toBe(404)
})

test('a list names an uploaded photo by any of its addresses, and gets all of its sizes', async () => {
  const photo = await uploaded(server.call, own(900, 600))
  const stored = (width: number) => ({
    url: `/v1/photos/${photo.id}/${width}`,
    alt: 'A room',
    sizes: photo.sizes,
  })
  const [small, middle] = photo.sizes.map(({ url }) => url)
  const photos = [
    { url: small, alt: 'A room' },
    { url: `https://book.example.com${middle}`, alt: 'A room', sizes: photo.sizes },
  ]
  const made = await server.call('POST', '/v1/properties', { body: house(photos) })
  expect([made.status, made.body.photos]).toEqual([201, [stored(400), stored(800)]])
  const { units } = await makeHouse(server.call, ['Room 1'])
  const body = { ...stayType(units), slug: newSlug(), photos: [inList(photo)] }
  const { body: type } = await server.call('POST', '/v1/event-types', { body })
  expect(type.photos).toEqual([stored(900)])
  expect(await photoOf(photo.id)).toMatchObject({
    usedBy: [made.body.id, type.id],
    removedAt: null,
  })
  const kept = await server.call('PATCH', `/v1/event-types/${type.id}`, {
    body: { title: 'Suite' },
  })
  expect(kept.body.photos).toEqual([stored(900)])
})

test('a photo that nothing names is removed after a day, and not while a list names it', async () => {
  const [used, unused] = [
    await uploaded(server.call, own()),
    await uploaded(server.call, own(5, 5)),
  ]
  const { body: property } = await server.call('POST', '/v1/properties', {
    body: house([inList(used)]),
  })
  await afterHours(server, 23.9)
  expect((await photoOf(unused.id)).id).toBe(unused.id)
  await afterHours(server, 0.2)
  const gone = [`/v1/photos/${unused.id}`, unused.url]
  for (const path of gone) expect((await server.call('GET', path)).status).toBe(404)
  expect((await server.call('GET', used.url)).status).toBe(200)
  const path = `/v1/properties/${property.id}`
  await server.call('PATCH', path, { body: { photos: [] } })
  await afterHours(server, 12)
  // Uploaded once more, it stays for another day.
  expect((await upload(server.call, own())).status).toBe(200)
  await afterHours(server, 13)
  expect((await photoOf(used.id)).usedBy).toEqual([])
  await server.call('PATCH', path, { body: { photos: [inList(used)] } })
  await afterHours(server, 25)
  expect((await photoOf(used.id)).usedBy).toEqual([property.id])
  expect((await server.call('DELETE', path)).status).toBe(204)
  await afterHours(server, 24)
  expect((await server.call('GET', used.url)).status).toBe(404)
})

test('deleting an event type ends its use of a photo, which can be deleted only then', async () => {
  const photo = await uploaded(server.call, own())
  const { units } = await makeHouse(server.call, ['Room 1'])
  const body = { ...stayType(units), slug: newSlug(), photos: [inList(photo)] }
  const { body: type } = await server.call('POST', '/v1/event-types', { body })
  const path = `/v1/photos/${photo.id}`
  const refused = await server.call('DELETE', path)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'photo_in_use', usedBy: [type.id] },
  ])
  expect((await server.call('DELETE', `/v1/event-types/${type.id}`)).status).toBe(204)
  const { usedBy, version } = await photoOf(photo.id)
  expect(usedBy).toEqual([])
  const stale = await server.call('DELETE', path, { headers: { 'if-match': `"${version + 1}"` } })
  expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
  expect((await server.call('DELETE', path)).status).toBe(204)
  expect((await server.call('GET', photo.url)).status).toBe(404)
  expect((await server.call('DELETE', path)).status).toBe(404)
})

test('a list cannot name a photo that the account does not have', async () => {
  const other = await upload(server.call, own(), 'image/png', { key: server.otherKey })
  const photo = await uploaded(server.call, own(6, 6))
  const cases = [
    [[{ url: `/v1/photos/${other.body.id}/4`, alt: 'A' }], '/photos/0/url'],
    [[{ url: `${UNKNOWN}/800`, alt: 'A' }], '/photos/0/url'],
    [[{ url: `/v1/photos/${photo.id}/7`, alt: 'A' }], '/photos/0/url'],
    [[{ url: '/v1/photos/x/7', alt: 'A' }], '/photos/0/url'],
    [
      [{ ...inList(photo), sizes: [{ url: `${UNKNOWN}/400`, widthPixels: 400 }] }],
      '/photos/0/sizes/0/url',
    ],
    [[{ url: 'https://example.com/a.jpg', alt: 'A', sizes: photo.sizes }], '/photos/0/sizes/0/url'],
  ] as const
  for (const [photos, pointer] of cases) {
    const got = await server.call('POST', '/v1/properties', { body: house(photos) })
    expect([got.status, got.body.errors?.[0].pointer]).toEqual([422, pointer])
  }
  expect((await photoOf(photo.id)).usedBy).toEqual([])
})

test('an account has at most 1,000 photos, and a deleted one makes room', async () => {
  const photo = await uploaded(server.call, own())
  const { body: account } = await server.call('GET', '/v1/account')
  const key = photoCountKey(account.id)
  const count = await server.store.get(key, { consistent: true })
  const amount = 1000 - Number(count?.used)
  await server.store.transact([{ kind: 'count-claim', key, amount, max: 1000 }], 'fill')
  const refused = await upload(server.call, own(7, 7))
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'photo_limit_reached', max: 1000 },
  ])
  expect((await upload(server.call, own())).status).toBe(200)
  await server.call('DELETE', `/v1/photos/${photo.id}`)
  expect((await upload(server.call, own(7, 7))).status).toBe(201)
  await server.store.transact([{ kind: 'count-release', key, amount }], 'empty')
})

test('a repeated upload with its key gets the first answer', async () => {
  const headers = { 'content-type': 'image/png', 'idempotency-key': 'one-photo' }
  const sent = { rawBody: own(), headers }
  const first = await server.call('POST', '/v1/photos', sent)
  const second = await server.call('POST', '/v1/photos', sent)
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  const other = await server.call('POST', '/v1/photos', { rawBody: own(8, 8), headers })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test('while other photos are read, a further one is asked to wait', async () => {
  const files = Array.from({ length: 12 }, (_, at) => pngOf(3, 3, () => [hue, at, 200]))
  const all = await Promise.all(files.map((file) => upload(server.call, file)))
  const late = all.filter(({ status }) => status === 429)
  expect(late.length).toBe(3)
  expect(late[0]?.headers.get('retry-after')).toBe('5')
  expect(all.filter(({ status }) => status === 201)).toHaveLength(9)
})

test('calls of photos answer each documented status', async () => {
  for (const [method, path, sent] of [
    ['GET', '/v1/photos?limit=0', {}],
    ['GET', '/v1/photos', ANYBODY],
    ['GET', UNKNOWN, ANYBODY],
    ['DELETE', UNKNOWN, ANYBODY],
    [
      'POST',
      '/v1/photos',
      { ...ANYBODY, rawBody: own(), headers: { 'content-type': 'image/png' } },
    ],
    ['GET', `${UNKNOWN}/800`, ANYBODY],
    ['GET', `${UNKNOWN}/wide`, ANYBODY],
    ['DELETE', UNKNOWN, { headers: { 'if-match': 'x' } }],
  ] as const) {
    expect((await server.call(method, path, sent)).status).toBeGreaterThanOrEqual(400)
  }
  expect(server.call.unseen('Photos', [400, 413, 415, 429, 500, 503])).toEqual([])
})
