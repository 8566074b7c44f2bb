import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Answer } from './answer.ts'
import { encodeBody, encodedAnswer } from './encodings.ts'

const TEXT = 'the same line again and again\n'.repeat(100)
const body = await encodeBody(Buffer.from(TEXT))
const HEADERS = { 'content-type': 'text/plain' }

const answerTo = (wanted: Parameters<typeof encodedAnswer>[1]): Answer =>
  encodedAnswer(body, wanted, HEADERS)

const bytesOf = ({ body: bytes }: Answer): Uint8Array => bytes as Uint8Array

describe('a stored body', () => {
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
  ] as const)('is sent with %s to a client that accepts %s', (encoding, accepted, decode) => {
    const answer = answerTo({ 'Accept-Encoding': accepted })
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(bytesOf(answer).length).toBeLessThan(200)
    expect(decode(bytesOf(answer)).toString()).toBe(TEXT)
  })

  test.each([undefined, '', 'identity', 'br;q=0, gzip;q=0'])(
    'is sent as it is to a client that accepts %j',
    (accepted) => {
      const answer = answerTo({ 'Accept-Encoding': accepted })
      expect(answer.headers).not.toHaveProperty('content-encoding')
      expect(Buffer.from(bytesOf(answer)).toString()).toBe(TEXT)
    },
  )

  test('is not sent again to a client that has it, in whatever encoding', () => {
    const { etag = '' } = answerTo({}).headers
    for (const tag of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const answer = answerTo({ 'Accept-Encoding': 'br', 'If-None-Match': tag })
      expect([answer.status, answer.body, answer.headers.etag]).toEqual([304, null, etag])
    }
    expect(answerTo({ 'If-None-Match': '"other"' }).status).toBe(200)
  })

  test('has another tag than another body', async () => {
    const other = await encodeBody(Buffer.from(`${TEXT}!`))
    expect(other.etag).not.toBe(body.etag)
  })
})
