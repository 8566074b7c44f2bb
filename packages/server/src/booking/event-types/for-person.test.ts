import { expect, test } from 'vitest'
import { priceOfEventType } from '../teams/price-rows.ts'
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

const of = (...tags: string[]) => ({ tags, isBarred: false, noShowCount: 0 })
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
  expect(daysOf([{ tags: [] }], { ...of('member'), isBarred: true })).toBeUndefined()
})

test('an entry counts for people with at most as many no-shows, and strangers have none', () => {
  const access = [
    { tags: ['member'], maxNoShows: 1, maxAdvanceDays: 60 },
    { tags: [], maxNoShows: 2, maxAdvanceDays: 7 },
  ]
  const missed = (noShowCount: number, ...tags: string[]) =>
    daysOf(access, { ...of(...tags), noShowCount })
  expect([missed(1, 'member'), missed(2, 'member'), missed(3, 'member')]).toEqual([
    60,
    7,
    undefined,
  ])
  expect([missed(2), missed(3), daysOf(access, 'stranger')]).toEqual([7, undefined, 7])
})

test('an event type is the same object for the same kind of customer', () => {
  const eventType = yoga([{ tags: [], maxAdvanceDays: 7 }])
  expect(forPerson(eventType, 'stranger')).toBe(forPerson(eventType, of()))
  expect(forPerson({ ...eventType, durationMinutes: 90 }, of())?.durationMinutes).toBe(90)
})

test('the window of an entry counts instead of the release of the event type', () => {
  const release = { daysAhead: 14, atMinute: 480 }
  const eventType = { ...yoga([{ tags: ['member'], maxAdvanceDays: 30 }, { tags: [] }]), release }
  expect(forPerson(eventType, of('member'))?.release).toBeUndefined()
  expect(forPerson(eventType, of())?.release).toEqual(release)
})

test('the price of an entry is instead of all other prices', () => {
  const payment = {
    amount: 5000,
    currency: 'EUR',
    kind: 'full' as const,
    amountByDurationMinutes: { '90': 7000 },
    payWithinMinutes: 15,
    onCaptureFailure: 'keep' as const,
    captureFailureMinutes: 60,
    refunds: [],
  }
  const eventType = {
    ...yoga([{ tags: ['member'], amount: 3000 }, { tags: ['vip'] }]),
    payment,
    candidateRules: [{ providerId: 'prv_2', durationMinutes: 45, amount: 9000 }],
    priceRules: [{ addPercent: 20 }],
  }
  const priced = { startEpochMinutes: 0, durationMinutes: 90, timeZone: 'UTC' }
  const costs = (asker: Parameters<typeof forPerson>[1]) => {
    const own = forPerson(eventType, asker)
    const [candidate] = own?.candidateRules ?? []
    return own && priceOfEventType(own, { ...priced, candidate })?.amount
  }
  expect(costs(of('member'))).toBe(3000)
  expect(costs(of('vip'))).toBe(10800)
  expect(forPerson(eventType, of('member'))?.candidateRules).toEqual([
    { providerId: 'prv_2', durationMinutes: 45 },
  ])
})
