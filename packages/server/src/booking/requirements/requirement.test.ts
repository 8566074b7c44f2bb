import { expect, test } from 'vitest'
import { isSameRequirement, type Requirement, requirementRepresentation } from './requirement.ts'

const full: Requirement = {
  name: 'doctor',
  providerIds: ['prv_1', 'prv_2'],
  count: 1,
  choice: 'priority',
  bookerMayChoose: true,
  spans: [{ offsetMinutes: 0, durationMinutes: 30, label: 'Cut' }],
  bufferBeforeMinutes: 5,
  bufferAfterMinutes: 10,
}

test('requirements that take the same in the same way are the same', () => {
  expect(isSameRequirement(full, structuredClone(full))).toBe(true)
  expect(isSameRequirement({ name: 'a', count: 1 }, { name: 'a', count: 1 })).toBe(true)
})

test.each<[string, Partial<Requirement>]>([
  ['name', { name: 'room' }],
  ['providers', { providerIds: ['prv_1'] }],
  ['order of providers', { providerIds: ['prv_2', 'prv_1'] }],
  ['specialty', { specialty: 'dentist' }],
  ['kind', { kind: 'room' }],
  ['count', { count: 'all' }],
  ['choice', { choice: 'balanced' }],
  ['choice of the booker', { bookerMayChoose: false }],
  ['buffer before', { bufferBeforeMinutes: 6 }],
  ['buffer after', { bufferAfterMinutes: 11 }],
  ['number of spans', { spans: [] }],
  ['offset', { spans: [{ offsetMinutes: 5, durationMinutes: 30, label: 'Cut' }] }],
  ['duration', { spans: [{ offsetMinutes: 0, durationMinutes: 31, label: 'Cut' }] }],
  ['label', { spans: [{ offsetMinutes: 0, durationMinutes: 30 }] }],
])('another %s is another requirement', (_, more) => {
  expect(isSameRequirement(full, { ...full, ...more })).toBe(false)
  expect(isSameRequirement({ ...full, ...more }, full)).toBe(false)
})

test('is shown with null for what it does not say, and with the usual choice', () => {
  expect(requirementRepresentation({ name: 'room', count: 'all' })).toEqual({
    name: 'room',
    providerIds: null,
    specialty: null,
    kind: null,
    count: 'all',
    choice: 'balanced',
    bookerMayChoose: false,
    spans: null,
    bufferBeforeMinutes: null,
    bufferAfterMinutes: null,
  })
  const span = { day: 2, offsetMinutes: 2890, durationMinutes: 30 }
  expect(requirementRepresentation({ ...full, spans: [...(full.spans ?? []), span] })).toEqual({
    ...full,
    specialty: null,
    kind: null,
    spans: [
      ...(full.spans ?? []).map((each) => ({ day: 0, ...each })),
      { ...span, offsetMinutes: 10, label: null },
    ],
  })
})
