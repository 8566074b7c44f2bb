import type { SlotPolicy } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { dayCapacity } from './day-capacity.ts'

/** Open on Mondays from 09:00 to 12:00 in Berlin. */
const policy = (more: Partial<SlotPolicy> = {}): SlotPolicy => ({
  timeZone: 'Europe/Berlin',
  durationMinutes: 30,
  slotStepMinutes: 30,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 600_000,
  maxAdvanceDays: 1,
  availabilityRules: [{ weekday: 'monday', windows: [{ startMinute: 540, endMinute: 720 }] }],
  dateOverrides: [],
  ...more,
})

const MONDAY_10_00 = Date.parse('2026-04-27T08:00:00Z') / 1000

test('the capacity of a date is what fits side by side, whatever the notice or advance', () => {
  expect(dayCapacity(policy(), MONDAY_10_00)).toEqual({ date: '2026-04-27', dayCapacity: 6 })
})

test('starts that overlap each other, buffers included, count once', () => {
  const fine = policy({ slotStepMinutes: 5, bufferAfterMinutes: 15 })
  expect(dayCapacity(fine, MONDAY_10_00).dayCapacity).toBe(4)
})

test('the date is that of the provider, and a closed one has no capacity', () => {
  const sundayEvening = Date.parse('2026-04-26T21:30:00Z') / 1000
  expect(dayCapacity(policy(), sundayEvening)).toEqual({ date: '2026-04-26', dayCapacity: 0 })
  const mondayInBerlin = Date.parse('2026-04-26T22:30:00Z') / 1000
  expect(dayCapacity(policy(), mondayInBerlin).date).toBe('2026-04-27')
})

test('with seats, the capacity is the seats of all sessions, whoever can hold them', () => {
  const seats = { capacity: 12, showRemaining: true }
  expect(dayCapacity(policy(), MONDAY_10_00, { seats }).dayCapacity).toBe(72)
  const providerIds = ['prv_1', 'prv_2', 'prv_3']
  const teachers = { name: 'teacher', providerIds, count: 1, choice: 'priority' as const }
  const requirements = [{ ...teachers, bookerMayChoose: false }]
  expect(dayCapacity(policy(), MONDAY_10_00, { seats, requirements }).dayCapacity).toBe(72)
})
