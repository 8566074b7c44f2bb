import { expect, test } from 'vitest'
import { errorOfWhole } from './field-errors.ts'

test('an error shows once: beside its field, or else beside the value as a whole', () => {
  const errors = {
    taxes: 'wrong',
    'taxes/0': 'wrong',
    'taxes/0/percent': 'wrong',
    'taxes/1': 'repeated',
    'taxes/10/name': 'missing',
  }
  expect([0, 1, 2].map((index) => errorOfWhole(errors, `taxes/${index}`))).toEqual([
    undefined,
    'repeated',
    undefined,
  ])
})
