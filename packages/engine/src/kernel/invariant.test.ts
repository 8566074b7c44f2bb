import { expect, test } from 'vitest'
import { InvariantViolated, invariant } from './invariant.ts'

test('an invariant that holds does not throw', () => {
  expect(() => invariant(1 < 2, 'two is more than one')).not.toThrow()
})

test('an invariant that does not hold throws an error with its message, name and code', () => {
  const error = (() => {
    try {
      invariant(false, 'two is more than one')
    } catch (caught) {
      return caught
    }
    return undefined
  })()
  expect(error).toBeInstanceOf(InvariantViolated)
  expect(error).toMatchObject({
    name: 'InvariantViolated',
    code: 'invariant_violated',
    message: 'two is more than one',
  })
})
