import { afterAll, beforeAll, expect, test } from 'vitest'
import { headOfSubject } from '../../src/composition/http/pages/page-subject.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeHouse, makeProvider, newSlug, stayType } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const ANYBODY = { key: null }
const LAKE = { url: 'https://img.example.com/lake.jpg', alt: 'The lake' }
const ROOM = {
  url: 'https://img.example.com/room.jpg',
  alt: 'A bed',
  sizes: [{ url: 'https://img.example.com/room-640.jpg', widthPixels: 640 }],
}
const stored = (photo: object) => ({ sizes: [], ...photo })

test('a room and its house have photos in their order, which guests see, and a change replaces them', async () => {
  const { units, propertyId } = await makeHouse(server.call, ['Room 1'])
  const photos = [ROOM, LAKE]
  const slug = newSlug()
  const body = { ...stayType(units), slug, photos }
  const made = await server.call('POST', '/v1/event-types', { body })
  expect([made.status, made.body.photos]).toEqual([201, photos.map(stored)])
  const house = { body: { photos: [LAKE] } }
  const changed = await server.call('PATCH', `/v1/properties/${propertyId}`, house)
  expect(changed.body.photos).toEqual([stored(LAKE)])
  const range = 'from=2026-05-10&to=2026-05-12'
  const search = `/v1/stays/search?propertyId=${propertyId}&${range}`
  expect((await server.call('GET', search, ANYBODY)).body).toMatchObject({
    data: [{ photos: photos.map(stored), property: { photos: [stored(LAKE)] } }],
  })
  const { body: unit } = await server.call('GET', `/v1/providers/${units[0]}`)
  const page = `/v1/public/${unit.slug}/${slug}`
  expect((await server.call('GET', page, ANYBODY)).body.photos).toEqual(photos.map(stored))
  const nights = (await server.call('GET', `${page}/nights?${range}`, ANYBODY)).body
  expect(nights).toMatchObject({ property: { photos: [stored(LAKE)] } })
  const subject = {
    kind: 'event_type',
    providerSlug: String(unit.slug),
    eventTypeSlug: slug,
  } as const
  expect((await headOfSubject(server.deps, subject))?.photosFrom).toEqual({
    here: false,
    elsewhere: true,
  })
  const patch = async (change: object) =>
    (await server.call('PATCH', `/v1/event-types/${made.body.id}`, { body: change })).body.photos
  expect(await patch({ title: 'Suite' })).toEqual(photos.map(stored))
  expect(await patch({ photos: [LAKE, ROOM] })).toEqual([LAKE, ROOM].map(stored))
  expect(await patch({ photos: [] })).toEqual([])
  expect((await headOfSubject(server.deps, subject))?.photosFrom).toBeUndefined()
  const renamed = { body: { name: 'Villa' } }
  const kept = await server.call('PATCH', `/v1/properties/${propertyId}`, renamed)
  expect(kept.body.photos).toEqual([stored(LAKE)])
})

test.each([
  [[{ url: 'http://example.com/a.jpg', alt: 'A' }], '/photos/0/url'],
  [[{ url: 'javascript:alert(1)', alt: 'A' }], '/photos/0/url'],
  [[{ url: 'https://user:secret@example.com/a.jpg', alt: 'A' }], '/photos/0/url'],
  [[{ url: `https://example.com/${'a'.repeat(1000)}`, alt: 'A' }], '/photos/0/url'],
  [[LAKE, { url: 'https://example.com/a.jpg' }], '/photos/1/alt'],
  [[{ ...LAKE, alt: '' }], '/photos/0/alt'],
  [[{ ...LAKE, sizes: [{ url: 'data:image/png,1', widthPixels: 1 }] }], '/photos/0/sizes/0/url'],
  [[{ ...LAKE, sizes: [{ url: LAKE.url, widthPixels: 0 }] }], '/photos/0/sizes/0/widthPixels'],
  [Array.from({ length: 21 }, () => LAKE), '/photos'],
  [{}, '/photos'],
])('photos %j are refused at %s', async (photos, pointer) => {
  const { units, propertyId } = await makeHouse(server.call, ['Room 1'])
  for (const [method, path, rest] of [
    ['POST', '/v1/event-types', stayType(units)],
    ['PATCH', `/v1/properties/${propertyId}`, {}],
  ] as const) {
    const refused = await server.call(method, path, { body: { ...rest, photos } })
    const { code, errors } = refused.body
    expect([refused.status, code, errors?.[0].pointer]).toEqual([422, 'validation_failed', pointer])
  }
})

test('an event type of time has no photos', async () => {
  const { id: providerId } = await makeProvider(server.call)
  const body = { providerId, slug: newSlug(), title: 'Talk', durationMinutes: 30, photos: [LAKE] }
  const refused = await server.call('POST', '/v1/event-types', { body })
  expect([refused.status, refused.body.errors?.[0]]).toEqual([
    422,
    { pointer: '/photos', message: 'is only possible with `grain` "nights"' },
  ])
})
