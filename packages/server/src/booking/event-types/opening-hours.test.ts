import { describe, expect, test } from 'vitest'
import { changedHours, changesHours, checkHours, type OpeningHours } from './opening-hours.ts'

const MONDAY = [{ weekday: 'monday', windows: [{ startMinute: 540, endMinute: 1020 }] }] as const
const CLOSED = [{ date: '2026-12-24', windows: [] }] as const
const OWN: OpeningHours = {
  availabilityRules: MONDAY,
  dateOverrides: CLOSED,
  timeZone: 'Europe/Berlin',
}

describe('a change of the hours of an event type', () => {
  test('keeps what it does not name', () => {
    expect(changedHours({}, {}, OWN)).toEqual(OWN)
    expect(changedHours({ timeZone: 'UTC' }, {}, OWN)).toEqual({ ...OWN, timeZone: 'UTC' })
    expect(changedHours({}, { dateOverrides: [] }, OWN)).toEqual({ ...OWN, dateOverrides: [] })
    expect(changedHours({}, {}, { dateOverrides: [], scheduleId: 'sch_1' })).toEqual({
      dateOverrides: [],
      scheduleId: 'sch_1',
    })
  })

  test('with null for the rules removes their dates and their zone with them', () => {
    const input = { availabilityRules: null, scheduleId: 'sch_1' }
    expect(changedHours(input, {}, OWN)).toEqual({ dateOverrides: [], scheduleId: 'sch_1' })
  })

  test('with null for the zone or the schedule removes it', () => {
    const { timeZone: _, ...without } = OWN
    expect(changedHours({ timeZone: null }, {}, OWN)).toEqual(without)
    const scheduled = { dateOverrides: [], scheduleId: 'sch_1' }
    const parsed = { availabilityRules: MONDAY }
    expect(changedHours({ scheduleId: null }, parsed, scheduled)).toEqual({
      availabilityRules: MONDAY,
      dateOverrides: [],
    })
  })

  test('is one that names any of its members', () => {
    expect(changesHours({})).toBe(false)
    expect(changesHours({ availabilityRules: null })).toBe(true)
    expect(changesHours({ dateOverrides: [] })).toBe(true)
    expect(changesHours({ timeZone: 'UTC' })).toBe(true)
    expect(changesHours({ scheduleId: null })).toBe(true)
  })
})

describe('the hours of an event type', () => {
  const pointers = (...given: Parameters<typeof checkHours>): readonly string[] => {
    const checked = checkHours(...given)
    if (checked.ok) return []
    const { refusal } = checked
    return refusal.code === 'validation_failed' ? refusal.errors.map(({ pointer }) => pointer) : []
  }

  test('are its own, a schedule, or those of a provider with a schedule', () => {
    expect(pointers(OWN, {})).toEqual([])
    expect(pointers({ availabilityRules: [], dateOverrides: [] }, {})).toEqual([])
    expect(pointers({ dateOverrides: [], scheduleId: 'sch_1' }, {})).toEqual([])
    expect(pointers({ dateOverrides: [] }, { scheduleId: 'sch_1' })).toEqual([])
    expect(pointers({ dateOverrides: [] }, {})).toEqual(['/availabilityRules'])
  })

  test('may come from the schedule of one of several candidates, and not from their team', () => {
    const team = { kind: 'team', scheduleId: 'sch_1' } as const
    expect(pointers({ dateOverrides: [] }, team, [{}, { scheduleId: 'sch_2' }])).toEqual([])
    expect(pointers({ dateOverrides: [] }, team, [{}, {}])).toEqual(['/availabilityRules'])
  })

  test('are not both its own and a schedule', () => {
    expect(pointers({ ...OWN, scheduleId: 'sch_1' }, {})).toEqual(['/scheduleId'])
  })

  test('have dates and a zone only with rules of its own', () => {
    const { availabilityRules: _, ...rest } = OWN
    expect(pointers({ ...rest, scheduleId: 'sch_1' }, {})).toEqual(['/dateOverrides', '/timeZone'])
  })

  test('of a team need requirements, whatever they are', () => {
    expect(pointers(OWN, { kind: 'team' })).toEqual(['/requirements'])
    expect(pointers(OWN, { kind: 'team' }, [{}])).toEqual([])
    expect(pointers(OWN, { kind: 'room' })).toEqual([])
  })
})
