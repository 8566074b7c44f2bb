import type { ClassSession, SlotPolicy } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { sessionStarts } from './session-slots.ts'

const NOW = Date.parse('2026-04-20T08:00:00Z') / 1000
const minutes = (time: string) => Date.parse(`2026-04-27T${time}:00Z`) / 60_000

const POLICY: SlotPolicy = {
  timeZone: 'UTC',
  durationMinutes: 60,
  slotStepMinutes: 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 0,
  maxAdvanceDays: 365,
  availabilityRules: [],
  dateOverrides: [],
}

const session = (time: string, more: Partial<ClassSession>): ClassSession => ({
  accountId: 'acc_1',
  eventTypeId: 'ety_1',
  providerId: 'prv_1',
  startEpochSeconds: minutes(time) * 60,
  endEpochSeconds: (minutes(time) + 60) * 60,
  policy: { durationMinutes: 60, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'UTC',
  localStart: `2026-04-27T${time}`,
  tzdbVersion: '2026c',
  used: 0,
  holds: [],
  ...more,
})

const hold = (ownerId: string, amount: number, expiresAtEpochSeconds: number) => ({
  ownerId,
  amount,
  expiresAtEpochSeconds,
})

const QUERY = {
  policy: POLICY,
  capacity: 3,
  seats: 1,
  nowEpochSeconds: NOW,
  fromEpochMinutes: minutes('00:00'),
  toEpochMinutes: minutes('23:00'),
}

describe('the starts of an event type with seats', () => {
  test('have all seats where a new session can begin', () => {
    const grid = { starts: [minutes('09:00'), minutes('11:00')] }
    expect(sessionStarts(grid, [], QUERY)).toEqual({
      starts: [minutes('09:00'), minutes('11:00')],
      ends: [minutes('10:00'), minutes('12:00')],
      seatsLeft: [3, 3],
    })
  })

  test('of live sessions have the seats that are left, whatever the grid says', () => {
    const held = session('10:00', { used: 2, holds: [hold('bkg_1', 2, NOW + 1)] })
    const longer = session('13:15', {
      endEpochSeconds: minutes('15:00') * 60,
      used: 1,
      isFinal: true,
    })
    expect(sessionStarts({ starts: [minutes('09:00')] }, [held, longer], QUERY)).toEqual({
      starts: [minutes('09:00'), minutes('10:00'), minutes('13:15')],
      ends: [minutes('10:00'), minutes('11:00'), minutes('15:00')],
      seatsLeft: [3, 1, 2],
    })
  })

  test('leave out sessions that are full, too full for the party, over, or too soon', () => {
    const full = session('10:00', { used: 3, isFinal: true })
    const nearlyFull = session('11:00', { used: 2, isFinal: true })
    const party = { ...QUERY, seats: 2 }
    expect(sessionStarts({ starts: [] }, [full, nearlyFull], party).starts).toEqual([])
    const late = { ...QUERY, nowEpochSeconds: minutes('10:30') * 60 }
    const early = session('10:00', { used: 1, isFinal: true })
    expect(sessionStarts({ starts: [] }, [early, nearlyFull], late).starts).toEqual([
      minutes('11:00'),
    ])
  })

  test('count lapsed holds as free from their second on', () => {
    const lapsing = session('10:00', { used: 3, isFinal: true, holds: [hold('bkg_1', 2, NOW)] })
    expect(sessionStarts({ starts: [] }, [lapsing], QUERY).seatsLeft).toEqual([2])
  })

  test('leave a session to the grid that nobody is in any more', () => {
    const empty = session('10:00', {})
    const lapsed = session('11:00', { used: 2, holds: [hold('bkg_1', 2, NOW)] })
    expect(sessionStarts({ starts: [minutes('11:00')] }, [empty, lapsed], QUERY)).toMatchObject({
      starts: [minutes('11:00')],
      seatsLeft: [3],
    })
  })

  test('leave out a session that was closed, also if its time is free again', () => {
    const cancelled = session('10:00', { closed: { kind: 'cancelled' } })
    expect(sessionStarts({ starts: [minutes('10:00')] }, [cancelled], QUERY).starts).toEqual([])
  })

  test('name those that cannot be booked, if they are asked for', () => {
    const grid = { starts: [minutes('09:00'), minutes('10:00')], available: [true, false] }
    const full = session('11:00', { used: 3, isFinal: true })
    expect(sessionStarts(grid, [full], QUERY)).toEqual({
      starts: [minutes('09:00'), minutes('10:00'), minutes('11:00')],
      ends: [minutes('10:00'), minutes('11:00'), minutes('12:00')],
      seatsLeft: [3, 0, 0],
      available: [true, false, false],
    })
  })

  test('hide the sessions of others than the provider who was asked for', () => {
    const theirs = session('10:00', { used: 1, isFinal: true })
    const found = sessionStarts({ starts: [minutes('10:00'), minutes('11:00')] }, [theirs], {
      ...QUERY,
      providerId: 'prv_2',
    })
    expect(found.starts).toEqual([minutes('11:00')])
  })
})
