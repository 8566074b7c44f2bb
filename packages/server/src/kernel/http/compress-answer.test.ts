import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { json, jsonText } from './answer.ts'
import { compressAnswer } from './compress-answer.ts'

const LARGE = { data: Array.from({ length: 200 }, (_, index) => ({ start: `slot ${index}` })) }

describe('an answer', () => {
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
  ] as const)('is sent with %s to a client that accepts %s', async (encoding, accepted, decode) => {
    const answer = await compressAnswer(json(LARGE), accepted)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': encoding,
      vary: 'accept-encoding',
    })
    const bytes = answer.body as Uint8Array
    expect(bytes.length).toBeLessThan(1200)
    expect(JSON.parse(decode(bytes).toString())).toEqual(LARGE)
  })

  test('is sent as it is to a client that accepts no compression, and says so to caches', async () => {
    const answer = await compressAnswer(json(LARGE), undefined)
    expect(answer.headers).toEqual({ 'content-type': 'application/json', vary: 'accept-encoding' })
    expect(answer.body).toBe(JSON.stringify(LARGE))
  })

  test('of less than a kilobyte, a stream and a compressed body stay as they are', async () => {
    const stream = { ...jsonText(''), body: new ReadableStream<Uint8Array>() }
    const encoded = { ...json(LARGE), headers: { 'content-encoding': 'br' } }
    for (const answer of [json({ id: 1 }), stream, encoded]) {
      expect(await compressAnswer(answer, 'br')).toBe(answer)
    }
  })
})
