import { type Booking, type ClassSession, moveSession } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { type KnownSessions, planSessions } from './plan-sessions.ts'

const NOW = 1_790_000_000
const NINE = NOW + 86_400
const TEN = NINE + 3600

const at = (startEpochSeconds: number) => ({
  startEpochSeconds,
  endEpochSeconds: startEpochSeconds + 3600,
  policy: { durationMinutes: 60, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'UTC',
  localStart: '2026-09-22T09:00',
  tzdbVersion: '2026c',
  providerId: 'prv_1',
})
const session = (start: number): ClassSession => ({
  accountId: 'acc_1',
  eventTypeId: 'ety_1',
  ...at(start),
  used: 1,
  holds: [],
  isFinal: true,
})
const booking = {
  id: 'bkg_1',
  accountId: 'acc_1',
  eventTypeId: 'ety_1',
  ...at(NINE),
  status: 'confirmed',
  seats: 1,
} as Booking

test('a session that moved back between two reads is read again, not followed for ever', () => {
  const known = new Map([
    // Read before the session was back at nine.
    [NINE, { rev: 2, session: moveSession(session(NINE), at(TEN)).left }],
    [TEN, { rev: 2, session: moveSession(session(TEN), at(NINE)).left }],
  ])
  const cancelled: Booking = { ...booking, status: 'cancelled' }
  const decision = { booking: cancelled, claim: { kind: 'none' }, events: [] } as const
  const read: KnownSessions = ({ startEpochSeconds }) => ({
    stored: known.get(startEpochSeconds),
  })
  expect(planSessions([{ before: booking, decision }], read, NOW)).toEqual({
    ok: false,
    refusal: {
      kind: 'unread',
      sessions: [
        { eventTypeId: 'ety_1', startEpochSeconds: NINE },
        { eventTypeId: 'ety_1', startEpochSeconds: NINE },
      ],
    },
  })
})
