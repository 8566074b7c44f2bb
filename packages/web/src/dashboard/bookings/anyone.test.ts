import { expect, test } from 'vitest'
import type { EventType } from '../api.ts'
import { ANYONE, leavesOut, ofAnyone, sharedTitles } from './anyone.ts'

// The parts that the choice reads.
const eventType = (id: string, title: string, part: object = {}) =>
  ({ id, title, grain: 'time', questions: [], ...part }) as unknown as EventType

const asking = (required: boolean) => ({
  questions: [{ id: 'hair', required, optionRules: { Long: { addMinutes: 15 } } }],
})

const CUT = eventType('ety_1', 'Cut')
const OPTIONAL = eventType('ety_2', 'Cut', asking(false))
const REQUIRED = eventType('ety_3', 'Cut', asking(true))
const COLOR = eventType('ety_4', 'Color', asking(true))
const NIGHTS = eventType('ety_5', 'Cut', { grain: 'nights' })
const ALL = [CUT, OPTIONAL, REQUIRED, COLOR, NIGHTS]

const idsOf = (eventTypes: readonly EventType[]) => eventTypes.map(({ id }) => id)

test('whoever is free first is asked for only where no answer is needed before a time', () => {
  expect(idsOf(ofAnyone(ALL, ANYONE))).toEqual(['ety_1', 'ety_2'])
  expect(idsOf(ofAnyone(ALL, `${ANYONE}Cut`))).toEqual(['ety_1', 'ety_2'])
  expect(sharedTitles(ALL)).toEqual(['Cut'])
  expect(sharedTitles([CUT, REQUIRED])).toEqual([])
})

test('a choice says whether it leaves out event types that ask first', () => {
  expect(leavesOut(ALL, ANYONE)).toBe(true)
  expect(leavesOut([CUT, OPTIONAL, COLOR, NIGHTS], `${ANYONE}Cut`)).toBe(false)
  expect(leavesOut([CUT, REQUIRED], `${ANYONE}Cut`)).toBe(true)
})
