import { expect, test } from 'vitest'
import type { EventType } from '../api.ts'
import { bodyOf, draftOf, endOnNextDay, newDraft, slugOf } from './draft.ts'

const EVENT_TYPE: EventType = {
  id: 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6',
  providerId: 'prv_01kqs3v7m8e2f4g6h8j0k2m4n6',
  status: 'active',
  slug: 'first-visit',
  title: 'First visit',
  description: null,
  durationMinutes: 45,
  slotStepMinutes: 15,
  bufferBeforeMinutes: 5,
  bufferAfterMinutes: 10,
  minNoticeMinutes: 60,
  maxAdvanceDays: 30,
  availabilityRules: [
    { weekday: 'monday', windows: [{ start: '09:00', end: '12:00' }] },
    { weekday: 'sunday', windows: [{ start: '22:00', end: '24:00' }] },
  ],
  dateOverrides: [{ date: '2026-04-29', windows: [] }],
  timeZone: null,
  scheduleId: null,
  requirements: null,
  confirmation: 'approval',
  holdMinutes: 5,
  policy: { reapproveOnReschedule: true },
  approvalMinutes: 1440,
  version: 3,
  createdAt: '2026-04-20T08:00:00Z',
  updatedAt: '2026-04-20T08:00:00Z',
}

test('saving an event type that follows a schedule does not give it hours of its own', () => {
  const following = { ...EVENT_TYPE, availabilityRules: null, dateOverrides: [] }
  expect(bodyOf(draftOf(following))).not.toHaveProperty('availabilityRules')
  expect(bodyOf(draftOf(following))).not.toHaveProperty('dateOverrides')
  const hours = draftOf(EVENT_TYPE).hours
  expect(bodyOf({ ...draftOf(following), hours })).toMatchObject({
    availabilityRules: EVENT_TYPE.availabilityRules,
  })
})

test('saving an unchanged event type sends its current values', () => {
  expect(bodyOf(draftOf(EVENT_TYPE))).toEqual({
    title: 'First visit',
    slug: 'first-visit',
    durationMinutes: 45,
    slotStepMinutes: 15,
    bufferBeforeMinutes: 5,
    bufferAfterMinutes: 10,
    minNoticeMinutes: 60,
    maxAdvanceDays: 30,
    confirmation: 'approval',
    holdMinutes: 5,
    approvalMinutes: 1440,
    availabilityRules: EVENT_TYPE.availabilityRules,
    dateOverrides: EVENT_TYPE.dateOverrides,
  })
})

test('a new event type has hours on weekdays only', () => {
  const { availabilityRules } = bodyOf(newDraft(EVENT_TYPE.providerId))
  expect(availabilityRules?.map(({ weekday }) => weekday)).toEqual([
    'monday',
    'tuesday',
    'wednesday',
    'thursday',
    'friday',
  ])
})

test('a window that ends on the next day is split at midnight, and joined with the hours there', () => {
  const window = { start: '20:00', end: '08:30' }
  const { hours } = newDraft(EVENT_TYPE.providerId)
  const friday = endOnNextDay({ ...hours, friday: [window] }, 'friday', 0)
  expect(friday.friday).toEqual([{ start: '20:00', end: '24:00' }])
  expect(friday.saturday).toEqual([{ start: '00:00', end: '08:30' }])
  const late = { start: '20:00', end: '10:00' }
  const sunday = endOnNextDay({ ...hours, sunday: [late] }, 'sunday', 0)
  expect(sunday.monday).toEqual([{ start: '00:00', end: '17:00' }])
})

test.each([
  ['First visit', 'first-visit'],
  ['  Zähne & Zahnfleisch: groß! ', 'zahne-zahnfleisch-gross'],
  ['東京', ''],
])('the link name for "%s" is "%s"', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})
