import { expect, test } from 'vitest'
import { callsOf, entryBytes, entryOf } from './entries.ts'

const sizesOf = (...bytes: readonly number[]) =>
  callsOf(bytes.map((size) => ({ bytes: size }))).map((call) => call.map((entry) => entry.bytes))

test('a call has at most 10 entries', () => {
  expect(sizesOf(...Array.from({ length: 23 }, () => 1)).map((call) => call.length)).toEqual([
    10, 10, 3,
  ])
  expect(sizesOf(...Array.from({ length: 10 }, () => 1))).toHaveLength(1)
  expect(sizesOf()).toEqual([])
})

test('a call has at most 1,000,000 bytes, or a single entry', () => {
  expect(sizesOf(600_000, 400_000, 1, 999_999, 1_200_000, 5)).toEqual([
    [600_000, 400_000],
    [1, 999_999],
    [1_200_000],
    [5],
  ])
})

test('an entry has the whole event, its type and the time at which it occurred', () => {
  const entry = entryOf(
    {
      id: 'evn_1',
      type: 'booking.confirmed',
      schemaVersion: 1,
      accountId: 'acc_1',
      resourceId: 'bkg_1',
      resourceVersion: 2,
      actor: { kind: 'member', id: 'mbr_1' },
      occurredAtEpochMilliseconds: Date.parse('2026-04-20T08:00:00.250Z'),
      data: { booking: { note: 'ü' } },
    },
    'bookings',
  )
  expect({ ...entry, Detail: JSON.parse(entry.Detail) }).toEqual({
    EventBusName: 'bookings',
    Source: 'holdfast',
    DetailType: 'booking.confirmed',
    Detail: {
      id: 'evn_1',
      type: 'booking.confirmed',
      schemaVersion: 1,
      occurredAt: '2026-04-20T08:00:00.250Z',
      accountId: 'acc_1',
      actor: { kind: 'member', id: 'mbr_1' },
      resource: { id: 'bkg_1', version: 2 },
      data: { booking: { note: 'ü' } },
    },
    Time: 1_776_672_000.25,
  })
  // 14 for the time, 8 for `holdfast`, 17 for `booking.confirmed`, and `ü` has two bytes.
  expect(entryBytes(entry)).toBe(14 + 8 + 17 + entry.Detail.length + 1)
})
