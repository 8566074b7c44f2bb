import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jpegOf, pngChunk, pngHeader, pngOf, webpOf } from '../support/pictures.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { upload } from './support/photos.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

type Bytes = Uint8Array<ArrayBuffer>
const bytes = (...parts: readonly (Uint8Array | string)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))))

const refusal = async (file: Bytes, type: string) => {
  const { status, body } = await upload(server.call, file, type)
  return [status, body.code, body.detail]
}

/** A PNG whose pixels, all black, are a thousandth of their size in the file. */
const bomb = (width: number, height: number): Bytes => {
  const pixels = deflateSync(Buffer.alloc(Math.min(4_000_000, width * height)))
  return bytes(pngHeader(width, height), pngChunk('IDAT', pixels))
}

test('files that are no whole picture are refused with what is wrong with them', async () => {
  const jpeg = await jpegOf(200, 100, (x, y) => [x, y, (x * y) % 256])
  const webp = await webpOf(64, 64, (x, y) => [x, y, 0])
  const png = pngOf(64, 64, (x, y) => [x * 4, y * 4, (x ^ y) % 256])
  const incomplete = 'The file is incomplete or damaged. Send the whole file.'
  const noPicture = 'The file is no JPEG, PNG or WebP picture. Send one of these.'
  const cases: readonly (readonly [Bytes, string, string])[] = [
    [new Uint8Array(0), 'image/jpeg', 'The file is empty. Send the bytes of a photo.'],
    [jpeg.slice(0, jpeg.length / 2), 'image/jpeg', incomplete],
    [jpeg.slice(0, 20), 'image/jpeg', noPicture],
    [webp.slice(0, webp.length - 40), 'image/webp', incomplete],
    [png.slice(0, png.length - 60), 'image/png', incomplete],
    [bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', noPicture],
    [bytes('<script>alert(1)</script>', jpeg), 'image/jpeg', noPicture],
    [bytes([0xff, 0xd8, 0xff] as unknown as Uint8Array), 'image/jpeg', noPicture],
    [bytes('RIFF0000WEBPVP8 '), 'image/webp', noPicture],
    [
      jpeg,
      'image/png',
      'The file is image/jpeg, but Content-Type says "image/png". Send Content-Type: image/jpeg.',
    ],
    [
      pngOf(2, 2, undefined, [pngChunk('acTL', Buffer.alloc(8))]),
      'image/png',
      'The picture is animated. Send one that does not move.',
    ],
  ]
  for (const [file, type, detail] of cases) {
    expect(await refusal(file, type)).toEqual([422, 'photo_unreadable', detail])
  }
})

test('a bomb is refused from its header, and one that lies in its header as damaged', async () => {
  const startedAt = performance.now()
  expect(await refusal(bomb(30_000, 30_000), 'image/png')).toEqual([
    422,
    'photo_unreadable',
    'The picture has 30000 × 30000 pixels. Send one with at most 25000000 in all.',
  ])
  expect(performance.now() - startedAt).toBeLessThan(1000)
  const text = pngChunk('zTXt', bytes('a\0\0', deflateSync(Buffer.alloc(50_000_000))))
  expect((await upload(server.call, pngOf(3, 3, undefined, [text]))).status).toBe(201)
  expect((await refusal(bomb(400, 400), 'image/png')).slice(0, 2)).toEqual([
    422,
    'photo_unreadable',
  ])
})

test('of a file that is also a page, nothing but the picture is served', async () => {
  const page = '<script>alert(document.cookie)</script>'
  const jpeg = await jpegOf(20, 20)
  const comment = bytes([0xff, 0xfe, 0, page.length + 2] as unknown as Uint8Array, page)
  const polyglot = bytes(jpeg.slice(0, 2), comment, jpeg.slice(2), page)
  const { status, body } = await upload(server.call, polyglot, 'image/jpeg')
  expect(status).toBe(201)
  const { bytes: served, headers } = await server.call('GET', String(body.url), { key: null })
  expect(Buffer.from(served).includes('script')).toBe(false)
  expect(headers.get('content-type')).toBe('image/webp')
})

test('a type that is no photo is refused with 415, and a file beyond 4 MB with 413', async () => {
  const svg = await refusal(bytes('<svg/>'), 'image/svg+xml')
  expect(svg).toEqual([
    415,
    'unsupported_media_type',
    'Unsupported Content-Type: "image/svg+xml". Send "image/jpeg" or "image/png" or "image/webp".',
  ])
  expect(await refusal(new Uint8Array(4_000_001), 'image/png')).toEqual([
    413,
    'payload_too_large',
    'The body is too large. Send at most 4000000 bytes.',
  ])
})

test('noise in all colors fits into the items of its sizes', async () => {
  const file = await jpegOf(820, 500, () => [
    Math.random() * 255,
    Math.random() * 255,
    Math.random() * 255,
  ])
  const { status, body } = await upload(server.call, file, 'image/jpeg')
  expect(status).toBe(201)
  const sizes = body.sizes as readonly { url: string }[]
  for (const { url } of sizes) {
    const { bytes: served } = await server.call('GET', url, { key: null })
    expect(served.byteLength).toBeLessThanOrEqual(300_000)
  }
})
