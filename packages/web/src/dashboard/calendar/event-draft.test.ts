import { describe, expect, test } from 'vitest'
import type { CalendarEvent } from '../api.ts'
import { draftOf, writeOf } from './event-draft.ts'

const event = (more: Partial<CalendarEvent>): CalendarEvent => ({
  id: 'cev_1',
  calendarId: 'cal_1',
  title: 'Fair',
  description: null,
  start: '2026-04-22T08:00:00Z',
  end: '2026-04-22T09:00:00Z',
  allDay: false,
  extendedProps: { colour: 'red' },
  guest: null,
  recurrence: null,
  recurringEventId: null,
  originalStart: null,
  version: 3,
  createdAt: '2026-04-20T08:00:00Z',
  updatedAt: '2026-04-20T08:00:00Z',
  ...more,
})

describe('an event in the form', () => {
  test('has the wall times of the zone that is shown, and keeps what the form does not show', () => {
    const kind = { isStay: false, timeZone: 'Europe/Berlin' }
    const draft = draftOf(event({}), kind)
    expect(draft).toMatchObject({ start: '2026-04-22T10:00', end: '2026-04-22T11:00' })
    expect(writeOf(event({}), { ...draft, end: '2026-04-22T12:30' }, kind)).toEqual({
      title: 'Fair',
      start: '2026-04-22T08:00:00Z',
      end: '2026-04-22T10:30:00Z',
      extendedProps: { colour: 'red' },
    })
  })

  test('of whole days ends with its last day, a stay with its departure', () => {
    const days = event({ allDay: true, start: '2026-04-22', end: '2026-04-24' })
    const whole = { isStay: false, timeZone: 'Europe/Berlin' }
    expect(draftOf(days, whole).end).toBe('2026-04-23')
    expect(writeOf(days, draftOf(days, whole), whole).end).toBe('2026-04-24')
    const stay = { ...whole, isStay: true }
    expect(draftOf(days, stay).end).toBe('2026-04-24')
    expect(writeOf(days, draftOf(days, stay), stay).end).toBe('2026-04-24')
  })
})
