import { expect, test } from 'vitest'
import { addsLimit } from './recount-task.ts'

test('a limit is new if it did not limit before, whatever it allows', () => {
  expect(addsLimit(undefined, { perDay: 3 })).toBe(true)
  expect(addsLimit({ perDay: 3 }, { perDay: 5, perBooker: 1 })).toBe(true)
  expect(addsLimit({ perDay: 3 }, { perDay: 2 })).toBe(false)
  expect(addsLimit({ perDay: 3 }, { perDay: 3, perWeek: undefined })).toBe(false)
  expect(addsLimit({ perDay: 3 }, undefined)).toBe(false)
})
