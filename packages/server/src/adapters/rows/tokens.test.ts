import { expect, test } from 'vitest'
import { CommittedTokens } from './tokens.ts'

test('a token is remembered for at least one generation of later tokens, within bounded memory', () => {
  const tokens = new CommittedTokens(10)
  tokens.add('first')
  for (let later = 0; later < 10; later += 1) tokens.add(`later${later}`)
  expect(tokens.has('first')).toBe(true)
  for (let later = 10; later < 30; later += 1) tokens.add(`later${later}`)
  expect(tokens.has('first')).toBe(false)
  expect(tokens.has('later29')).toBe(true)
  expect(tokens.has('never')).toBe(false)
})
