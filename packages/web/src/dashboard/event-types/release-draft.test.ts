import { expect, test } from 'vitest'
import type { EventType } from '../api.ts'
import { newRelease, releaseDraftOf, releaseOf } from './release-draft.ts'

const read = (release: EventType['release']) =>
  releaseOf(releaseDraftOf({ release, maxAdvanceDays: 60 } as EventType))

const NONE = { keptBack: [], freedAfterMinutes: null }

test('a release is sent as it was read', () => {
  const opening = { daysAhead: 14, at: '08:00' }
  const freedAfterMinutes = { min: 20, max: 240 }
  const keptBack = [
    { providerIds: ['prv_1', 'prv_3'], untilMinutesBefore: 90 },
    { providerIds: ['prv_2'], untilMinutesBefore: 1440 },
  ]
  expect(read(null)).toBeNull()
  expect(read({ ...NONE, ...opening })).toEqual(opening)
  expect(read({ ...opening, keptBack, freedAfterMinutes })).toEqual({
    ...opening,
    keptBack,
    freedAfterMinutes,
  })
})

test('dates that open as always stay so', () => {
  const always = { ...NONE, daysAhead: 60, at: '00:00' }
  const freedAfterMinutes = { min: 20, max: 240 }
  expect(read({ ...always, freedAfterMinutes })).toEqual({ freedAfterMinutes })
  expect(read({ ...always, daysAhead: 59 })).toEqual({ daysAhead: 59, at: '00:00' })
})

test('nobody is kept back for no time', () => {
  const keptBack = { prv_1: { count: '', unit: 'hours' as const } }
  expect(releaseOf({ ...newRelease(), keptBack })).toBeNull()
})
