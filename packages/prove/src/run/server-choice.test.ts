import { expect, test } from 'vitest'
import { ServerChoice } from './server-choice.ts'

test('attempts go to one server after another', () => {
  const choice = new ServerChoice(3, () => 0)
  expect([1, 2, 3, 4].map(() => choice.next())).toEqual([0, 1, 2, 0])
})

test('a server that did not answer is left out, until one client tries it again', () => {
  let now = 0
  const choice = new ServerChoice(2, () => now)
  choice.avoid(0)
  const askedOf = () => Array.from({ length: 8 }, () => choice.next())
  expect(askedOf()).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
  now = 1_500
  expect(askedOf()).toEqual([0, 1, 1, 1, 1, 1, 1, 1])
})

test('a server that answers again is asked as often as the others', () => {
  const choice = new ServerChoice(2, () => 0)
  choice.avoid(0)
  choice.trust(0)
  expect([1, 2, 3, 4].map(() => choice.next())).toEqual([0, 1, 0, 1])
})

test('servers are asked in turn if none of them answers', () => {
  const choice = new ServerChoice(2, () => 0)
  choice.avoid(0)
  choice.avoid(1)
  expect(new Set([1, 2, 3, 4].map(() => choice.next()))).toEqual(new Set([0, 1]))
})
