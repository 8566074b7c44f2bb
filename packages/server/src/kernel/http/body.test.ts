import { expect, test } from 'vitest'
import { BODY_BYTES, readJson } from './body.ts'
import { type SentRequest, sentBy } from './call.ts'

const request = (...sent: Parameters<typeof requestOf>) => sentBy(requestOf(...sent))

const requestOf = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) =>
  new Request('http://localhost/', {
    method: 'POST',
    headers,
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  })

const codeOf = async (sent: SentRequest): Promise<string> => {
  const read = await readJson(sent)
  return read.ok ? 'read' : read.problem.code
}

test('a body is returned as raw bytes and as a parsed value', async () => {
  const read = await readJson(request('{"a": 1}'))
  expect(read).toMatchObject({ ok: true, value: { value: { a: 1 } } })
  const bytes = read.ok ? read.value.bytes : new Uint8Array(0)
  expect(Buffer.from(bytes).toString()).toBe('{"a": 1}')
})

test('an empty body of any type means an empty object', async () => {
  const empty = { ok: true, value: { bytes: new Uint8Array(0), value: {} } }
  expect(await readJson(request(undefined, {}))).toEqual(empty)
  expect(await readJson(request('', { 'content-length': '0' }))).toEqual(empty)
})

test.each(['{', '{"a":}', 'undefined', "{'a':1}", '{"a":1}x', '[1,]', 'NaN', '{"a":1', ' '])(
  'the body %j is rejected as malformed JSON',
  async (text) => {
    expect(await codeOf(request(text))).toBe('malformed_json')
  },
)

test('a body that is not UTF-8 is rejected', async () => {
  expect(await codeOf(request(new Uint8Array([0x22, 0xff, 0x22])))).toBe('malformed_json')
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON;charset="UTF-8"',
  'application/merge-patch+json',
])('a body with the type %s is accepted', async (type) => {
  expect(await codeOf(request('{}', { 'content-type': type }))).toBe('read')
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'application/jsonp',
  'text/json',
])('a body with the type %s is rejected', async (type) => {
  expect(await codeOf(request('{}', { 'content-type': type }))).toBe('unsupported_media_type')
})

test('a compressed body is rejected', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  expect(await codeOf(request('{}', headers))).toBe('unsupported_media_type')
})

test('a body of 256 KB is accepted and one more byte is too large', async () => {
  const text = (bytes: number) => `"${'a'.repeat(bytes - 2)}"`
  expect(await codeOf(request(text(BODY_BYTES)))).toBe('read')
  expect(await codeOf(request(text(BODY_BYTES + 1)))).toBe('payload_too_large')
})

test('a body with a too large Content-Length is not read', async () => {
  const sent = requestOf('{}', {
    'content-type': 'application/json',
    'content-length': '10485760',
  })
  expect(await codeOf(sentBy(sent))).toBe('payload_too_large')
  expect(sent.bodyUsed).toBe(false)
})

test('a body without a Content-Length is read only up to the limit', async () => {
  let given = 0
  let cancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 1
      controller.enqueue(new Uint8Array(64 * 1024))
    },
    cancel() {
      cancelled = true
    },
  })
  expect(await codeOf(request(endless))).toBe('payload_too_large')
  expect(cancelled).toBe(true)
  // Four chunks are the limit, the fifth is one too many; the stream fetches at most two ahead.
  expect(given).toBeLessThanOrEqual(7)
})

test('a body of 64 levels is accepted and one more level is rejected', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(await codeOf(request(nested(64)))).toBe('read')
  expect(await codeOf(request(nested(65)))).toBe('malformed_json')
  expect(await codeOf(request(`{"a":${nested(64)}}`))).toBe('malformed_json')
  expect(await codeOf(request(nested(43_000)))).toBe('malformed_json')
  const mixed = (pairs: number) => '{"a":['.repeat(pairs) + ']}'.repeat(pairs)
  expect(await codeOf(request(mixed(32)))).toBe('read')
  expect(await codeOf(request(mixed(33)))).toBe('malformed_json')
})

test('brackets inside strings are no levels', async () => {
  expect(await codeOf(request(JSON.stringify('['.repeat(100))))).toBe('read')
  expect(await codeOf(request(JSON.stringify(`"\\"${'{'.repeat(100)}`)))).toBe('read')
  expect(await codeOf(request(JSON.stringify(Array(100).fill(['x']))))).toBe('read')
})
