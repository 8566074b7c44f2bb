import { expect, test } from 'vitest'
import { readCredential } from './auth.ts'

const read = (headers: Record<string, string>) => readCredential(new Headers(headers))

test.each([
  [{ authorization: 'Bearer hf_abc' }],
  [{ authorization: 'bearer hf_abc' }],
  [{ 'x-api-key': 'hf_abc' }],
])('%j is an API key', (headers) => {
  expect(read(headers)).toEqual({ kind: 'api-key', secret: 'hf_abc' })
})

test('a manage token is a bearer token, and nothing as x-api-key', () => {
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
])('%j is no credential', (headers) => {
  expect(read(headers)).toBeUndefined()
})

test('a wrong Authorization does not fall through to x-api-key', () => {
  expect(read({ authorization: 'Basic x', 'x-api-key': 'hf_abc' })).toBeUndefined()
})

test('who sends a RapidAPI secret is taken at that word, and at no other', () => {
  expect(
    read({
      authorization: 'Bearer hf_abc',
      'x-rapidapi-proxy-secret': 'wrong',
      'x-rapidapi-user': 'somebody',
    }),
  ).toEqual({ kind: 'rapidapi', proxySecret: 'wrong', user: 'somebody' })
})
