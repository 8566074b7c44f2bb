import { expect, test } from 'vitest'
import type { EventType } from './event-type.ts'
import { forPerson } from './for-person.ts'

const yoga = (access: EventType['access']): EventType => ({
  id: 'ety_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  version: 1,
  status: 'active',
  slug: 'yoga',
  title: 'Yoga',
  durationMinutes: 60,
  slotStepMinutes: 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 0,
  maxAdvanceDays: 30,
  dateOverrides: [],
  confirmation: 'instant',
  holdMinutes: 5,
  approvalMinutes: 60,
  ...(access && { access }),
  createdAtEpochSeconds: 0,
  updatedAtEpochSeconds: 0,
})

const of = (...tags: string[]) => ({ tags, isBarred: false })
const daysOf = (access: EventType['access'], asker: Parameters<typeof forPerson>[1]) =>
  forPerson(yoga(access), asker)?.maxAdvanceDays

test('the first entry with a tag of the person counts, whatever its upper case', () => {
  const access = [
    { tags: ['vip', 'Member'], maxAdvanceDays: 60 },
    { tags: ['student'] },
    { tags: [], maxAdvanceDays: 7 },
  ]
  expect(daysOf(access, of('student', 'member'))).toBe(60)
  expect(daysOf(access, of('Student'))).toBe(30)
  expect(daysOf(access, of())).toBe(7)
  expect(daysOf(access, 'stranger')).toBe(7)
})

test('whoever is known and has no entry may not book; a stranger is asked later', () => {
  const access = [{ tags: ['member'], maxAdvanceDays: 60 }]
  expect(daysOf(access, of('student'))).toBeUndefined()
  expect(daysOf(access, 'stranger')).toBe(30)
  expect(daysOf(undefined, of())).toBe(30)
})

test('a barred person may not book, with any tag', () => {
  expect(daysOf([{ tags: [] }], { tags: ['member'], isBarred: true })).toBeUndefined()
})

test('an event type is the same object for the same kind of customer', () => {
  const eventType = yoga([{ tags: [], maxAdvanceDays: 7 }])
  expect(forPerson(eventType, 'stranger')).toBe(forPerson(eventType, of()))
  expect(forPerson({ ...eventType, durationMinutes: 90 }, of())?.durationMinutes).toBe(90)
})
