import { describe, expect, test } from 'vitest'
import { until } from './until.ts'

describe('waiting for a condition', () => {
  test('throws with the condition if it does not hold in time', async () => {
    await expect(until('the door is open', () => false, 20)).rejects.toThrow(
      'Timed out waiting until the door is open.',
    )
  })

  test('ends as soon as the condition holds', async () => {
    let asked = 0
    await until('it was asked twice', () => ++asked === 2)
    expect(asked).toBe(2)
  })
})
