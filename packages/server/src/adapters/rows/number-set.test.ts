import { describe, expect, test } from 'vitest'
import { decodeNumberSet, encodeNumberSet } from './number-set.ts'

describe('a number set as text', () => {
  test.each<[string, number[], string]>([
    ['one quantum', [108], '108'],
    ['a claim of 30 minutes', [108, 109, 110, 111, 112, 113], '108-113'],
    ['claims and gaps', [0, 1, 5, 287, 286], '0-1,5,286-287'],
    ['two consecutive numbers are a run', [7, 8], '7-8'],
    ['the order of insertion does not matter', [3, 1, 2], '1-3'],
    ['a negative number and a fraction', [-1, 0.5, 2], '[-1,0.5,2]'],
    ['the largest numbers of 32 bits', [4294967294, 4294967295], '4294967294-4294967295'],
    ['the largest safe integer', [9007199254740991], '[9007199254740991]'],
    ['numbers that JSON writes with an exponent', [1e21], '[1e+21]'],
  ])('%s', (_, numbers, text) => {
    expect(encodeNumberSet(new Set(numbers))).toBe(text)
    expect(decodeNumberSet(text)).toEqual(new Set(numbers))
  })

  test('48 quanta of 8 bookings take less than 70 characters', () => {
    const taken = new Set<number>()
    for (let booking = 0; booking < 8; booking += 1) {
      for (let quantum = 0; quantum < 6; quantum += 1) taken.add(96 + booking * 14 + quantum)
    }
    expect(encodeNumberSet(taken).length).toBeLessThan(70)
  })

  test('an empty set is rejected', () => {
    expect(() => encodeNumberSet(new Set())).toThrow('an item cannot contain an empty set')
  })
})
