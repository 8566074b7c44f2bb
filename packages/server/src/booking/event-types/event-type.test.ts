import { describe, expect, test } from 'vitest'
import {
  type EventType,
  eventTypeEntity,
  eventTypeSlugEntity,
  ownRules,
  slotPolicy,
  slugOfEventType,
} from './event-type.ts'
import { eventTypeRepresentation } from './event-type-representation.ts'

const FULL: EventType = {
  id: 'evt_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  version: 4,
  status: 'active',
  slug: 'check-up',
  title: 'Check-up',
  description: 'Half an hour',
  durationMinutes: 30,
  slotStepMinutes: 15,
  bufferBeforeMinutes: 5,
  bufferAfterMinutes: 10,
  minNoticeMinutes: 120,
  maxAdvanceDays: 60,
  availabilityRules: [{ weekday: 'monday', windows: [{ startMinute: 545, endMinute: 1440 }] }],
  dateOverrides: [{ date: '2026-12-24', windows: [{ startMinute: 0, endMinute: 720 }] }],
  confirmation: 'approval',
  holdMinutes: 7,
  approvalMinutes: 90,
  createdAtEpochSeconds: 1776672000,
  updatedAtEpochSeconds: 1776672060,
}

describe('the item of an event type', () => {
  test('is listed by provider, by slug and by account', () => {
    const item = eventTypeEntity.encode(FULL)
    expect(item).toEqual({
      PK: 'EVENTTYPE#evt_1',
      SK: '#METADATA',
      GSI1PK: 'PROVIDER#prv_1#EVENTTYPE',
      GSI1SK: 'active#evt_1',
      GSI2PK: 'ACCOUNT#acc_1#SLUG#check-up',
      GSI2SK: 'evt_1',
      GSI3PK: 'ACCOUNT#acc_1#EVENTTYPE',
      GSI3SK: 'active#evt_1',
      accountId: 'acc_1',
      providerId: 'prv_1',
      version: 4,
      status: 'active',
      slug: 'check-up',
      title: 'Check-up',
      description: 'Half an hour',
      durationMinutes: 30,
      slotStepMinutes: 15,
      bufferBeforeMinutes: 5,
      bufferAfterMinutes: 10,
      minNoticeMinutes: 120,
      maxAdvanceDays: 60,
      availabilityRules: [{ weekday: 'monday', windows: [{ startMinute: 545, endMinute: 1440 }] }],
      dateOverrides: [{ date: '2026-12-24', windows: [{ startMinute: 0, endMinute: 720 }] }],
      confirmation: 'approval',
      holdMinutes: 7,
      approvalMinutes: 90,
      createdAtEpochSeconds: 1776672000,
      updatedAtEpochSeconds: 1776672060,
    })
    expect(eventTypeEntity.decode(item)).toEqual(FULL)
  })

  test('sorts inactive event types apart', () => {
    const item = eventTypeEntity.encode({ ...FULL, status: 'inactive' })
    expect([item.GSI1SK, item.GSI3SK]).toEqual(['inactive#evt_1', 'inactive#evt_1'])
    expect(eventTypeEntity.decode(item)).toEqual({ ...FULL, status: 'inactive' })
  })

  test('may lack a description, and nothing else', () => {
    const { description: _, ...plain } = FULL
    expect(eventTypeEntity.decode(eventTypeEntity.encode(plain))).toEqual(plain)
    for (const name of Object.keys(plain)) {
      if (name === 'id') continue
      const item = { ...eventTypeEntity.encode(plain), [name]: undefined }
      expect(() => eventTypeEntity.decode(item)).toThrow(`is not a valid event type: ${name}`)
    }
  })

  test.each([
    ['status', 'closed'],
    ['confirmation', 'later'],
    ['durationMinutes', 1.5],
    ['description', null],
    ['availabilityRules.0.weekday', [{ weekday: 'someday', windows: [] }]],
    ['availabilityRules.0.windows', [{ weekday: 'monday' }]],
    ['availabilityRules.0.windows.0.startMinute', [{ weekday: 'monday', windows: [{}] }]],
    [
      'availabilityRules.0.windows.0.endMinute',
      [{ weekday: 'monday', windows: [{ startMinute: 1 }] }],
    ],
    ['dateOverrides.0.date', [{ windows: [] }]],
    ['dateOverrides.0.windows', [{ date: '2026-12-24' }]],
  ])('with an invalid %s is not decoded', (path, value) => {
    const [name = ''] = path.split('.')
    const item = { ...eventTypeEntity.encode(FULL), [name]: value }
    expect(eventTypeEntity.tryDecode(item)).toMatchObject({
      ok: false,
      refusal: expect.stringMatching(`^${path}: `),
    })
  })
})

describe('the item of an event type slug', () => {
  test('is stored in the partition of the provider', () => {
    const slug = slugOfEventType(FULL)
    expect(slug).toEqual({
      providerId: 'prv_1',
      slug: 'check-up',
      eventTypeId: 'evt_1',
      version: 1,
    })
    const item = eventTypeSlugEntity.encode(slug)
    expect(item).toEqual({
      PK: 'PROVIDER#prv_1',
      SK: 'EVENTTYPE#check-up',
      eventTypeId: 'evt_1',
      version: 1,
    })
    expect(eventTypeSlugEntity.decode(item)).toEqual(slug)
  })

  test.each([
    ['eventTypeId', undefined],
    ['version', 2],
  ])('with an invalid %s is not decoded', (name, value) => {
    const item = { ...eventTypeSlugEntity.encode(slugOfEventType(FULL)), [name]: value }
    expect(() => eventTypeSlugEntity.decode(item)).toThrow(
      `is not a valid event type slug: ${name}`,
    )
  })
})

test('the policy of an event type with hours of its own has these and the zone of its provider', () => {
  expect(slotPolicy(FULL, ownRules(FULL, 'Europe/Madrid'))).toEqual({
    timeZone: 'Europe/Madrid',
    durationMinutes: 30,
    slotStepMinutes: 15,
    bufferBeforeMinutes: 5,
    bufferAfterMinutes: 10,
    minNoticeMinutes: 120,
    maxAdvanceDays: 60,
    availabilityRules: [{ weekday: 'monday', windows: [{ startMinute: 545, endMinute: 1440 }] }],
    dateOverrides: [{ date: '2026-12-24', windows: [{ startMinute: 0, endMinute: 720 }] }],
  })
})

describe('the representation of an event type', () => {
  test('writes windows as wall times, and midnight at their end as 24:00', () => {
    expect(eventTypeRepresentation(FULL)).toEqual({
      id: 'evt_1',
      version: 4,
      actor: null,
      providerId: 'prv_1',
      status: 'active',
      slug: 'check-up',
      title: 'Check-up',
      description: 'Half an hour',
      durationMinutes: 30,
      slotStepMinutes: 15,
      bufferBeforeMinutes: 5,
      bufferAfterMinutes: 10,
      minNoticeMinutes: 120,
      maxAdvanceDays: 60,
      availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:05', end: '24:00' }] }],
      dateOverrides: [{ date: '2026-12-24', windows: [{ start: '00:00', end: '12:00' }] }],
      timeZone: null,
      scheduleId: null,
      requirements: null,
      confirmation: 'approval',
      holdMinutes: 7,
      approvalMinutes: 90,
      policy: {
        reapproveOnReschedule: false,
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
      payment: null,
      candidateRules: [],
      priceRules: [],
      access: [],
      release: null,
      limits: null,
      waitlist: null,
      seats: null,
      grain: 'time',
      propertyId: null,
      occupancy: null,
      ratePlanIds: [],
      photos: [],
      securityDeposit: null,
      stay: null,
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:01:00Z',
    })
  })

  test('shows a missing description as null', () => {
    const { description: _, ...plain } = FULL
    expect(eventTypeRepresentation(plain).description).toBeNull()
  })
})
