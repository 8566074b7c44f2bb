import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

const times = (count: number, enter: () => boolean): number =>
  Array.from({ length: count }, enter).filter(Boolean).length

test('the limit holds, and a request that leaves makes room for one more', () => {
  const admission = createAdmission({ most: 8 })
  expect(times(20, () => admission.enter(false))).toBe(8)
  expect(admission.hasRoom(false)).toBe(false)
  admission.leave()
  expect(admission.hasRoom(false)).toBe(true)
  expect(times(20, () => admission.enter(false))).toBe(1)
})

test('urgent requests have a quarter more places, and no other request can take them', () => {
  const admission = createAdmission({ most: 8 })
  times(20, () => admission.enter(false))
  expect(times(20, () => admission.enter(true))).toBe(2)
  expect(admission.enter(false)).toBe(false)
})
