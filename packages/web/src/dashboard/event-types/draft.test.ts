import { expect, test } from 'vitest'
import type { EventType, Provider } from '../api.ts'
import { bodyOf, changedDatesOf, changeOf, draftOf, newDraft } from './draft.ts'
import { matchingCount, newRequirement } from './requirement-draft.ts'
import { slugOf } from './slug.ts'

const EVENT_TYPE: EventType = {
  id: 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6',
  providerId: 'prv_01kqs3v7m8e2f4g6h8j0k2m4n6',
  status: 'active',
  slug: 'first-visit',
  title: 'First visit',
  description: null,
  grain: 'time',
  propertyId: null,
  stay: null,
  occupancy: null,
  ratePlanIds: [],
  photos: [],
  securityDeposit: null,
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
  policy: {
    reapproveOnReschedule: true,
    cancelUntilMinutes: null,
    rescheduleUntilMinutes: null,
    maxReschedules: null,
  },
  durationOptionsMinutes: null,
  hoursApplyTo: 'duration',
  locations: [],
  questions: [],
  redirectUrl: null,
  hidden: false,
  color: null,
  reminderMinutes: null,
  candidateRules: [],
  priceRules: [],
  access: [],
  release: null,
  payment: null,
  seats: null,
  waitlist: null,
  limits: null,
  approvalMinutes: 1440,
  version: 3,
  createdAt: '2026-04-20T08:00:00Z',
  updatedAt: '2026-04-20T08:00:00Z',
  actor: null,
}

test('saving an event type that follows a schedule does not give it hours of its own', () => {
  const following = { ...EVENT_TYPE, availabilityRules: null, dateOverrides: [] }
  expect(changeOf(draftOf(following), EVENT_TYPE)).toMatchObject({
    availabilityRules: null,
    scheduleId: null,
  })
  const scheduleId = 'sch_01kqs3v7m8e2f4g6h8j0k2m4n6'
  expect(changeOf(draftOf({ ...following, scheduleId }), EVENT_TYPE)).toMatchObject({
    availabilityRules: null,
    scheduleId,
  })
})

test('hours of its own replace the schedule of an event type, in their time zone', () => {
  const draft = { ...draftOf(EVENT_TYPE), scheduleId: 'sch_old', timeZone: 'Europe/Paris' }
  expect(changeOf(draft, EVENT_TYPE)).toMatchObject({
    availabilityRules: EVENT_TYPE.availabilityRules,
    timeZone: 'Europe/Paris',
    scheduleId: null,
  })
})

test('requirements are sent as they were read, and null removes them', () => {
  const requirements = [
    {
      name: 'Doctor',
      providerIds: ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6'],
      specialty: null,
      kind: null,
      count: 1,
      choice: 'priority',
      bookerMayChoose: true,
      spans: null,
      bufferBeforeMinutes: null,
      bufferAfterMinutes: null,
    },
    {
      name: 'Room',
      providerIds: null,
      specialty: null,
      kind: 'room',
      count: 'all',
      choice: 'balanced',
      bookerMayChoose: false,
      spans: null,
      bufferBeforeMinutes: null,
      bufferAfterMinutes: 10,
    },
  ] as const
  const team = {
    ...EVENT_TYPE,
    requirements: requirements.map((each) => ({
      ...each,
      providerIds: each.providerIds && [...each.providerIds],
    })),
  }
  expect(changeOf(draftOf(team), team).requirements).toEqual([
    {
      name: 'Doctor',
      providerIds: ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6'],
      count: 1,
      choice: 'priority',
      bookerMayChoose: true,
    },
    { name: 'Room', kind: 'room', count: 'all', bufferAfterMinutes: 10 },
  ])
  expect(changeOf(draftOf(EVENT_TYPE), EVENT_TYPE).requirements).toBeNull()
  const bySpecialty = {
    ...newRequirement('a'),
    source: 'specialty',
    specialty: ' dentist ',
  } as const
  expect(bodyOf({ ...newDraft(team.providerId), requirements: [bySpecialty] })).toMatchObject({
    requirements: [{ specialty: 'dentist' }],
  })
})

test('spans are sent as they were read, and with them no duration', () => {
  const spans = [
    { day: 0, offsetMinutes: 0, durationMinutes: 45, label: 'Color' },
    { day: 2, offsetMinutes: 80, durationMinutes: 30, label: null },
  ]
  const sent = [
    { offsetMinutes: 0, durationMinutes: 45, label: 'Color' },
    { day: 2, offsetMinutes: 80, durationMinutes: 30 },
  ]
  const requirement = {
    name: 'Stylist',
    providerIds: ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6'],
    specialty: null,
    kind: null,
    count: 1,
    choice: 'balanced',
    bookerMayChoose: false,
    spans,
    bufferBeforeMinutes: null,
    bufferAfterMinutes: null,
  } as const
  const color = {
    ...EVENT_TYPE,
    durationMinutes: 110,
    requirements: [{ ...requirement, providerIds: [...requirement.providerIds] }],
  }
  const change = changeOf(draftOf(color), color)
  expect(change.requirements).toMatchObject([{ name: 'Stylist', spans: sent }])
  expect(change).not.toHaveProperty('durationMinutes')
})

test('saving an unchanged event type sends its current values', () => {
  expect(bodyOf(draftOf(EVENT_TYPE))).toEqual({
    policy: EVENT_TYPE.policy,
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

test('an edit of dates alone is saved date by date, and any other edit as a whole', () => {
  const saved = { ...EVENT_TYPE, hidden: true, redirectUrl: 'https://example.com/thanks' }
  const draft = draftOf(saved)
  const windows = [{ start: '10:00', end: '12:00' }]
  const dates = { ...draft, overrides: [{ key: 'new 2026-04-30', date: '2026-04-30', windows }] }
  expect(changedDatesOf(dates, saved)).toEqual({
    set: [{ date: '2026-04-30', windows }],
    removed: ['2026-04-29'],
  })
  expect(changedDatesOf({ ...dates, title: 'Second visit' }, saved)).toBeUndefined()
  expect(changedDatesOf({ ...dates, isHidden: false }, saved)).toBeUndefined()
  expect(changedDatesOf({ ...dates, timeZone: 'Europe/Paris' }, saved)).toBeUndefined()
  const closed = { ...draft.hours, monday: [] }
  expect(changedDatesOf({ ...dates, hours: closed }, saved)).toBeUndefined()
  const following = { ...saved, availabilityRules: null, dateOverrides: [] }
  const followingDates = { ...draftOf(following), overrides: dates.overrides }
  expect(changedDatesOf(followingDates, following)).toBeUndefined()
  expect(changedDatesOf({ ...followingDates, hoursSource: 'own' }, following)).toBeUndefined()
})

test.each([
  ['First visit', 'first-visit'],
  ['  Zähne & Zahnfleisch: groß! ', 'zahne-zahnfleisch-gross'],
  ['東京', ''],
])('the link name for "%s" is "%s"', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('saving sends no option that was not edited, so that the server does not check it again', () => {
  const online = {
    ...EVENT_TYPE,
    locations: [{ kind: 'google_meet', address: null, phone: null, url: null, label: null }],
    color: '#1463cf',
  } satisfies EventType
  const renamed = { ...draftOf(online), title: 'Second visit' }
  expect(changeOf(renamed, online)).not.toHaveProperty('locations')
  expect(changeOf({ ...renamed, locations: [] }, online)).toMatchObject({ locations: [] })
  expect(changeOf({ ...renamed, hasColor: false }, online)).toMatchObject({ color: null })
})

test('active providers of a specialty or kind count as candidates, teams do not', () => {
  const provider = (more: object) =>
    ({ active: true, kind: 'person', specialty: 'Dentist', ...more }) as Provider
  const providers = [
    provider({}),
    provider({ kind: 'room', specialty: ' dentist' }),
    provider({ active: false }),
    provider({ kind: 'team' }),
    provider({ specialty: null }),
  ]
  const count = (part: object) => matchingCount({ ...newRequirement('new 1'), ...part }, providers)
  expect(count({ source: 'specialty', specialty: 'dentist ' })).toBe(2)
  expect(count({ source: 'specialty', specialty: '' })).toBe(0)
  expect(count({ source: 'kind', kind: 'person' })).toBe(2)
  expect(count({ source: 'providers' })).toBe(0)
})

test('a rental is edited as it was saved', () => {
  const rental = {
    ...EVENT_TYPE,
    hoursApplyTo: 'startAndEnd' as const,
    durationMinutes: 120,
    durationOptionsMinutes: [120, 1440, 90],
  }
  const draft = draftOf(rental)
  expect([draft.isRental, draft.moreDurations]).toEqual([true, '1d, 90'])
  expect(changeOf(draft, rental)).not.toHaveProperty('hoursApplyTo')
  expect(changeOf({ ...draft, isRental: false }, rental)).toMatchObject({
    hoursApplyTo: 'duration',
  })
})
