import { describe, expect, test } from 'vitest'
import { openedDateRepresentation, openingRepresentation } from './availability-representation.ts'
import { dayPolicy, openedDateEntity, openingPolicy } from './opening.ts'

const OPENED = {
  accountId: 'acc_1',
  providerId: 'prv_1',
  version: 2,
  date: '2026-04-27',
  openings: [
    { startMinute: 545, endMinute: 720, slotDurationMinutes: 30 },
    { startMinute: 780, endMinute: 1440, slotDurationMinutes: 45 },
  ],
}

describe('the item of an opened date', () => {
  test('is stored in the partition of its provider, by date', () => {
    const item = openedDateEntity.encode(OPENED)
    expect(item).toEqual({
      PK: 'PROVIDER#prv_1',
      SK: 'AVAILABILITY#2026-04-27',
      accountId: 'acc_1',
      providerId: 'prv_1',
      version: 2,
      date: '2026-04-27',
      openings: [
        { startMinute: 545, endMinute: 720, slotDurationMinutes: 30 },
        { startMinute: 780, endMinute: 1440, slotDurationMinutes: 45 },
      ],
    })
    expect(openedDateEntity.decode(item)).toEqual(OPENED)
  })

  test.each([
    ['accountId', undefined],
    ['providerId', 1],
    ['version', 'x'],
    ['date', null],
    ['openings', undefined],
    ['openings.0.startMinute', [{ endMinute: 1, slotDurationMinutes: 1 }]],
    ['openings.0.endMinute', [{ startMinute: 1, slotDurationMinutes: 1 }]],
    ['openings.0.slotDurationMinutes', [{ startMinute: 1, endMinute: 1 }]],
  ])('with an invalid %s is not decoded', (path, value) => {
    const [name = ''] = path.split('.')
    const item = { ...openedDateEntity.encode(OPENED), [name]: value }
    expect(() => openedDateEntity.decode(item)).toThrow(`is not a valid opened date: ${path}: `)
  })
})

test('the policy of an opening has one window, whole slots and no buffers, for three years', () => {
  const opening = { startMinute: 545, endMinute: 720, slotDurationMinutes: 30 }
  expect(openingPolicy('2026-04-27', opening, 'Asia/Tokyo')).toEqual({
    timeZone: 'Asia/Tokyo',
    durationMinutes: 30,
    slotStepMinutes: 30,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    minNoticeMinutes: 0,
    maxAdvanceDays: 1095,
    availabilityRules: [],
    dateOverrides: [{ date: '2026-04-27', windows: [{ startMinute: 545, endMinute: 720 }] }],
  })
})

test('the policy of a date has all its windows and a slot that fits in none of them', () => {
  expect(dayPolicy('2026-04-27', OPENED.openings, 'UTC')).toEqual({
    timeZone: 'UTC',
    durationMinutes: 1440,
    slotStepMinutes: 1440,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    minNoticeMinutes: 0,
    maxAdvanceDays: 1095,
    availabilityRules: [],
    dateOverrides: [
      {
        date: '2026-04-27',
        windows: [
          { startMinute: 545, endMinute: 720 },
          { startMinute: 780, endMinute: 1440 },
        ],
      },
    ],
  })
})

test('the representation of an opened date writes wall times, and midnight at the end as 24:00', () => {
  expect(openedDateRepresentation(OPENED)).toEqual({
    providerId: 'prv_1',
    version: 2,
    date: '2026-04-27',
    openings: [
      { startTime: '09:05', endTime: '12:00', slotDurationMinutes: 30 },
      { startTime: '13:00', endTime: '24:00', slotDurationMinutes: 45 },
    ],
  })
})

test('the representation of a new opening says how many slots fit into it', () => {
  const opening = { startMinute: 545, endMinute: 720, slotDurationMinutes: 30 }
  const opened = { providerId: 'prv_1', date: '2026-04-27', version: 2, opening, slotCount: 5 }
  expect(openingRepresentation(opened)).toEqual({
    providerId: 'prv_1',
    version: 2,
    date: '2026-04-27',
    startTime: '09:05',
    endTime: '12:00',
    slotDurationMinutes: 30,
    slotCount: 5,
  })
})
