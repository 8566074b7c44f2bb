import { expect, test } from 'vitest'
import { readCredential } from './auth.ts'

const read = (headers: Record<string, string>, method = 'GET', publicUrl = 'http://localhost') =>
  readCredential(new Request('http://localhost/v1/providers', { method, headers }), { publicUrl })

test.each([
  [{ authorization: 'Bearer hf_abc' }],
  [{ authorization: 'bearer hf_abc' }],
  [{ 'x-api-key': 'hf_abc' }],
])('%j is read as an API key', (headers) => {
  expect(read(headers)).toEqual({ kind: 'api-key', secret: 'hf_abc' })
})

test('a manage token is accepted as a bearer token but not as x-api-key', () => {
  expect(read({ authorization: 'Bearer hm_abc' })).toEqual({
    kind: 'manage-token',
    token: 'hm_abc',
  })
  expect(read({ 'x-api-key': 'hm_abc' })).toBeUndefined()
})

test.each([
  [{}],
  [{ authorization: 'hf_abc' }],
  [{ authorization: 'Basic aGY6YWJj' }],
  [{ authorization: 'Bearer ' }],
  [{ authorization: 'Bearer hf_' }],
  [{ authorization: 'Bearer xx_abc' }],
  [{ authorization: 'Bearer hf_a hf_b' }],
  [{ authorization: `Bearer hf_${'a'.repeat(201)}` }],
  [{ 'x-rapidapi-user': 'somebody' }],
])('%j is not a credential', (headers) => {
  expect(read(headers)).toBeUndefined()
})

test('an invalid Authorization header does not fall back to x-api-key', () => {
  expect(read({ authorization: 'Basic x', 'x-api-key': 'hf_abc' })).toBeUndefined()
})

test('a session cookie is read only without another credential, and over https only by its __Host- name', () => {
  const session = { kind: 'session', token: 'hs_abc', isOwnPage: true }
  expect(read({ cookie: 'a=b; holdfast_session=hs_abc' })).toEqual(session)
  expect(read({ cookie: 'holdfast_session=hs_abc', 'x-api-key': 'hf_abc' })).toEqual({
    kind: 'api-key',
    secret: 'hf_abc',
  })
  expect(read({ cookie: 'holdfast_session=hs_abc', authorization: 'Basic x' })).toBeUndefined()
  expect(read({ cookie: 'holdfast_session=hf_abc' })).toBeUndefined()
  const https = 'https://example.com'
  expect(read({ cookie: 'holdfast_session=hs_abc' }, 'GET', https)).toBeUndefined()
  expect(read({ cookie: '__Host-holdfast_session=hs_abc' }, 'GET', https)).toEqual(session)
})

test.each([
  ['GET', undefined, true],
  ['POST', undefined, false],
  ['POST', 'null', false],
  ['POST', 'https://evil.example', false],
  ['POST', 'http://localhost', true],
  ['POST', 'https://example.com', true],
  ['DELETE', 'https://example.com.evil.example', false],
])(
  'a %s with a cookie and the origin %s comes from an own page: %s',
  (method, origin, isOwnPage) => {
    const cookie = '__Host-holdfast_session=hs_abc'
    const headers: Record<string, string> = origin === undefined ? { cookie } : { cookie, origin }
    expect(read(headers, method, 'https://example.com/sub')).toMatchObject({ isOwnPage })
  },
)

test('a request with a RapidAPI secret is identified only by RapidAPI headers', () => {
  expect(
    read({
      authorization: 'Bearer hf_abc',
      'x-rapidapi-proxy-secret': 'wrong',
      'x-rapidapi-user': 'somebody',
    }),
  ).toEqual({ kind: 'rapidapi', proxySecret: 'wrong', user: 'somebody', plan: null })
})
