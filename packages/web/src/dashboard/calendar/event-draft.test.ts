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
  extendedProps: { color: 'red' },
  guest: null,
  override: false,
  unplaced: null,
  recurrence: null,
  recurringEventId: null,
  originalStart: null,
  version: 3,
  createdAt: '2026-04-20T08:00:00Z',
  updatedAt: '2026-04-20T08:00:00Z',
  actor: null,
  ...more,
})

describe('the event form', () => {
  test('shows wall times in the shown time zone, and keeps the values that it does not show', () => {
    const kind = { isStay: false, timeZone: 'Europe/Berlin' }
    const draft = draftOf(event({}), kind)
    expect(draft).toMatchObject({ start: '2026-04-22T10:00', end: '2026-04-22T11:00' })
    expect(writeOf(event({}), { ...draft, end: '2026-04-22T12:30' }, kind)).toEqual({
      title: 'Fair',
      start: '2026-04-22T08:00:00Z',
      end: '2026-04-22T10:30:00Z',
      extendedProps: { color: 'red' },
    })
  })

  test('ends an all-day event on its last day, and a stay on its departure date', () => {
    const days = event({ allDay: true, start: '2026-04-22', end: '2026-04-24' })
    const whole = { isStay: false, timeZone: 'Europe/Berlin' }
    expect(draftOf(days, whole).end).toBe('2026-04-23')
    expect(writeOf(days, draftOf(days, whole), whole).end).toBe('2026-04-24')
    const stay = { ...whole, isStay: true }
    expect(draftOf(days, stay).end).toBe('2026-04-24')
    expect(writeOf(days, draftOf(days, stay), stay).end).toBe('2026-04-24')
  })
})
