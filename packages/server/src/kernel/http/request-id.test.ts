import { expect, test } from 'vitest'
import { requestIdOf } from './request-id.ts'

test.each([
  'abc',
  '0f8e7c1a-5b1d-4d2b-9d3f-6a1e2c4b5d6f',
  'Root=1-67891233-abcdef',
  'a'.repeat(128),
])('the valid id %s is used', (id) => {
  expect(requestIdOf(id)).toBe(id)
})

test.each([null, '', 'two words', 'a\nb', '"quoted"', '<script>', 'a'.repeat(129)])(
  'instead of %j a new one is made',
  (id) => {
    expect(requestIdOf(id)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  },
)
