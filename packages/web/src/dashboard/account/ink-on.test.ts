import { expect, test } from 'vitest'
import { inkOn } from './ink-on.ts'

test.each([
  ['#1a6b4f', '#ffffff'],
  ['#0000ff', '#ffffff'],
  ['#757575', '#ffffff'],
  ['#777777', '#000000'],
  ['#ffcc00', '#000000'],
  ['#ffffff', '#000000'],
])('text on %s is %s', (color, ink) => {
  expect(inkOn(color)).toBe(ink)
})
