import { expect, test } from 'vitest'
import {
  compressAbove,
  fingerprint,
  openAnswer,
  readIdempotencyKey,
  scopeHash,
  sealAnswer,
} from './idempotency.ts'

test.each([
  ['abc', 'abc'],
  ['"abc"', 'abc'],
  ['8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
  ['"say \\"hi\\""'.replace(' ', '-'), 'say-"hi"'],
  ['a'.repeat(255), 'a'.repeat(255)],
  [`"${'a'.repeat(255)}"`, 'a'.repeat(255)],
  ['x"y', 'x"y'],
])('the header %s has the key %s', (header, key) => {
  expect(readIdempotencyKey(header)).toEqual({ ok: true, value: key })
})

test.each(['', '""', '"', '"open', 'two words', '"two words"', 'ümlaut', 'a\tb', 'a'.repeat(256)])(
  'the header %j is rejected',
  (header) => {
    expect(readIdempotencyKey(header)).toMatchObject({
      ok: false,
      problem: { code: 'validation_failed', errors: [{ pointer: '/header/Idempotency-Key' }] },
    })
  },
)

test('the scope of a key differs by caller, method and path', () => {
  const scopes = [
    scopeHash('acc_1', 'POST', '/v1/providers', 'k'),
    scopeHash('acc_2', 'POST', '/v1/providers', 'k'),
    scopeHash('acc_1', 'PUT', '/v1/providers', 'k'),
    scopeHash('acc_1', 'POST', '/v1/bookings', 'k'),
    scopeHash('acc_1', 'POST', '/v1/providers', 'l'),
  ]
  expect(new Set(scopes).size).toBe(5)
  expect(scopes[0]).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('bodies that differ in one byte have different fingerprints', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(fingerprint(bytes('{"a":1}'))).toBe(fingerprint(bytes('{"a":1}')))
  expect(fingerprint(bytes('{"a":1}'))).not.toBe(fingerprint(bytes('{"a":2}')))
})

const answer = {
  status: 202,
  headers: { 'content-type': 'application/json', location: '/v1/bookings/bkg_1' },
  body: '{"manageToken":"hm_secret"}',
}

test('an encrypted response can be decrypted only with its key', () => {
  const sealed = sealAnswer(answer, 'key', 'scope')
  expect(openAnswer(sealed, 'key', 'scope')).toEqual(answer)
  expect(Buffer.from(sealed).toString('latin1')).not.toContain('hm_secret')
  expect(() => openAnswer(sealed, 'other key', 'scope')).toThrow()
  expect(() => openAnswer(sealed, 'key', 'other scope')).toThrow()
})

test('a changed encrypted response cannot be decrypted', () => {
  const sealed = sealAnswer(answer, 'key', 'scope')
  const last = sealed.length - 1
  sealed[last] = (sealed[last] ?? 0) ^ 1
  expect(() => openAnswer(sealed, 'key', 'scope')).toThrow()
})

test('encrypting the same response twice gives different bytes', () => {
  expect(sealAnswer(answer, 'key', 'scope')).not.toEqual(sealAnswer(answer, 'key', 'scope'))
})

test('a response without a body is replayed without a body', () => {
  const empty = { status: 204, headers: {}, body: null }
  expect(openAnswer(sealAnswer(empty, 'key', 'scope'), 'key', 'scope')).toEqual(empty)
})

test.each([
  [
    'that begins like a newer one',
    'AQf7cO7sFnCLGMltlgZlx5BY/uLqQHVDfYpOQALUoNr60r5fuJgjpUNLDHtThA/JPdsVHrC5dwlARVr6C+UO3eUtSVQNItL1xJaBhu5cn3oga3aciN9wxDy1+T0WRctN/izHZbB8TVEARIyYaYLGWMrhgakzGB18FS9iLG0=',
  ],
  [
    'with any other first byte',
    'ItIG/OzJVq2xu3tkNzbBFTwVXmLdQv2SinkmGJHBTfk7pzCz7stDOPB5iJmDbZCaeEGvPBKwLoS+PJe8il2z8ehW5LMulXE/XGBq6K3MwKr18AFy8Uuepk0IKpI3kYMUJCop+YrvM9EuvChEJOlNqpQfir7F87VYJnWXBUQ=',
  ],
])('an answer of the first layout %s is replayed after an upgrade', (_, stored) => {
  expect(openAnswer(Buffer.from(stored, 'base64'), 'key', 'scope')).toEqual(answer)
})

test.each([
  ['sqlite', 4_096, 4_000],
  ['postgres', 4_096, 4_000],
  ['dynamodb', 512, 400],
])('on %s, only answers above %i characters are compressed', (engine, _above, small) => {
  const sealedBytes = (length: number): number => {
    const text = { status: 200, headers: {}, body: 'ä'.repeat(length) }
    const sealed = sealAnswer(text, 'key', 'scope', compressAbove(engine))
    expect(openAnswer(sealed, 'key', 'scope')).toEqual(text)
    return sealed.length
  }
  expect(sealedBytes(small)).toBeGreaterThan(small * 2)
  expect(sealedBytes(4_200)).toBeLessThan(150)
})
