import { describe, expect, test } from 'vitest'
import { booking, EXPIRY, NOW, START } from '../../tests/support/booking.ts'
import type { Assignment, Booking } from './booking.ts'
import { claimSteps } from './claim-steps.ts'
import { closeBooking } from './close.ts'
import {
  cancelBooking,
  confirmBooking,
  createBooking,
  expireBooking,
  type NewTime,
  reassignBooking,
  rescheduleBooking,
} from './decide.ts'

const ACCOUNT = { by: 'account' } as const

/** Assignments of one requirement to providers. */
const assigned = (...providerIds: readonly string[]): readonly Assignment[] =>
  providerIds.map((providerId) => ({ requirement: 'Team', providerId, providerName: providerId }))

const pending = (
  providerIds: readonly [string, ...string[]],
  parts: Partial<Booking> = {},
): Booking =>
  booking({
    providerId: providerIds[0],
    assignments: assigned(...providerIds),
    ...parts,
  })
const confirmed = (providerIds: readonly [string, ...string[]]): Booking => {
  const { holdExpiresAtEpochSeconds: _, ...rest } = pending(providerIds, { status: 'confirmed' })
  return rest
}

const CLAIM = { startEpochMinutes: START / 60 - 10, endEpochMinutes: START / 60 + 30 }
const LATER = { startEpochMinutes: START / 60 + 60, endEpochMinutes: START / 60 + 90 }
/** An hour later, without buffers. */
const newTime = (...providerIds: readonly string[]): NewTime => ({
  startEpochSeconds: START + 3600,
  endEpochSeconds: START + 5400,
  policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'Europe/Berlin',
  localStart: '2026-04-27T12:00',
  tzdbVersion: '2026c',
  ...(providerIds[0] !== undefined && {
    providerId: providerIds[0],
    assignments: assigned(...providerIds),
  }),
})

const decided = <T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false },
): T => {
  if (!result.ok) throw new Error('the action was refused')
  return result.value
}

describe('a decision about everybody of a booking changes the ledger of each provider alike', () => {
  test('a new hold claims the time of each, until its expiry', () => {
    const step = { kind: 'claim', to: CLAIM, holdUntilEpochSeconds: EXPIRY }
    expect(claimSteps(undefined, createBooking(pending(['prv_1', 'prv_2'])))).toEqual([
      { providerId: 'prv_1', step },
      { providerId: 'prv_2', step },
    ])
  })

  test('a new confirmed booking has final claims', () => {
    const step = { kind: 'claim', to: CLAIM }
    expect(claimSteps(undefined, createBooking(confirmed(['prv_1', 'prv_2'])))).toEqual([
      { providerId: 'prv_1', step },
      { providerId: 'prv_2', step },
    ])
  })

  test('a confirmation confirms each claim', () => {
    const before = pending(['prv_1', 'prv_2'])
    const step = { kind: 'confirm', at: CLAIM }
    expect(claimSteps(before, decided(confirmBooking(before, NOW, 'booker')))).toEqual([
      { providerId: 'prv_1', step },
      { providerId: 'prv_2', step },
    ])
  })

  test.each([
    ['a hold', pending(['prv_1', 'prv_2']), true],
    ['a confirmed booking', confirmed(['prv_1', 'prv_2']), false],
  ] as const)('cancelling %s releases each claim', (_, before, held) => {
    const step = { kind: 'release', from: CLAIM, held }
    const decision = decided(cancelBooking(before, NOW, 'account', undefined))
    expect(claimSteps(before, decision)).toEqual([
      { providerId: 'prv_1', step },
      { providerId: 'prv_2', step },
    ])
  })

  test('the expiry of a hold releases each claim', () => {
    const before = pending(['prv_1', 'prv_2'])
    const step = { kind: 'release', from: CLAIM, held: true }
    expect(claimSteps(before, decided(expireBooking(before, EXPIRY)))).toEqual([
      { providerId: 'prv_1', step },
      { providerId: 'prv_2', step },
    ])
  })

  test('a completion leaves every ledger alone', () => {
    const before = confirmed(['prv_1', 'prv_2'])
    const decision = decided(closeBooking(before, 'complete', START))
    expect(claimSteps(before, decision).map(({ step }) => step)).toEqual([
      { kind: 'none' },
      { kind: 'none' },
    ])
  })
})

test('a booking without assignments changes the ledger of its provider alone', () => {
  const { assignments: _, ...before } = pending(['prv_1'])
  const step = { kind: 'release', from: CLAIM, held: true }
  expect(claimSteps(before, decided(cancelBooking(before, NOW, 'booker', undefined)))).toEqual([
    { providerId: 'prv_1', step },
  ])
  expect(claimSteps(before, decided(rescheduleBooking(before, newTime(), NOW, ACCOUNT)))).toEqual([
    {
      providerId: 'prv_1',
      step: { kind: 'move', from: CLAIM, to: LATER, holdUntilEpochSeconds: EXPIRY },
    },
  ])
})

describe('a reschedule', () => {
  test('moves the claim of who stays, claims the new time of who joins, frees that of who leaves', () => {
    const before = confirmed(['prv_1', 'prv_2'])
    const decision = decided(rescheduleBooking(before, newTime('prv_3', 'prv_2'), NOW, ACCOUNT))
    expect(claimSteps(before, decision)).toEqual([
      { providerId: 'prv_3', step: { kind: 'claim', to: LATER } },
      { providerId: 'prv_2', step: { kind: 'move', from: CLAIM, to: LATER } },
      { providerId: 'prv_1', step: { kind: 'release', from: CLAIM, held: false } },
    ])
  })

  test('of a hold claims and frees held time, with the same expiry', () => {
    const before = pending(['prv_1', 'prv_2'])
    const decision = decided(rescheduleBooking(before, newTime('prv_1', 'prv_3'), NOW, ACCOUNT))
    const holdUntilEpochSeconds = EXPIRY
    expect(claimSteps(before, decision)).toEqual([
      {
        providerId: 'prv_1',
        step: { kind: 'move', from: CLAIM, to: LATER, holdUntilEpochSeconds },
      },
      { providerId: 'prv_3', step: { kind: 'claim', to: LATER, holdUntilEpochSeconds } },
      { providerId: 'prv_2', step: { kind: 'release', from: CLAIM, held: true, isMove: true } },
    ])
  })

  test('that needs approval again holds the new time, and frees final claims', () => {
    const before = confirmed(['prv_1', 'prv_2'])
    const approvalUntilEpochSeconds = NOW + 9000
    const decision = decided(
      rescheduleBooking(before, newTime('prv_1', 'prv_3'), NOW, {
        by: 'booker',
        approvalUntilEpochSeconds,
      }),
    )
    const holdUntilEpochSeconds = approvalUntilEpochSeconds
    expect(claimSteps(before, decision)).toEqual([
      {
        providerId: 'prv_1',
        step: { kind: 'move', from: CLAIM, to: LATER, holdUntilEpochSeconds, wasFinal: true },
      },
      { providerId: 'prv_3', step: { kind: 'claim', to: LATER, holdUntilEpochSeconds } },
      { providerId: 'prv_2', step: { kind: 'release', from: CLAIM, held: false } },
    ])
  })

  test('without new assignments keeps everybody', () => {
    const before = confirmed(['prv_1', 'prv_2'])
    const step = { kind: 'move', from: CLAIM, to: LATER }
    expect(claimSteps(before, decided(rescheduleBooking(before, newTime(), NOW, ACCOUNT)))).toEqual(
      [
        { providerId: 'prv_1', step },
        { providerId: 'prv_2', step },
      ],
    )
  })
})

describe('a reassignment', () => {
  test('leaves the claim of who stays, claims the time of who joins, frees that of who leaves', () => {
    const before = confirmed(['prv_1', 'prv_2'])
    const decision = decided(reassignBooking(before, assigned('prv_2', 'prv_3'), NOW))
    expect(claimSteps(before, decision)).toEqual([
      { providerId: 'prv_2', step: { kind: 'none' } },
      { providerId: 'prv_3', step: { kind: 'claim', to: CLAIM } },
      { providerId: 'prv_1', step: { kind: 'release', from: CLAIM, held: false } },
    ])
  })

  test('of a hold claims and frees held time', () => {
    const before = pending(['prv_1'])
    const decision = decided(reassignBooking(before, assigned('prv_2'), NOW))
    expect(claimSteps(before, decision)).toEqual([
      {
        providerId: 'prv_2',
        step: { kind: 'claim', to: CLAIM, holdUntilEpochSeconds: EXPIRY },
      },
      { providerId: 'prv_1', step: { kind: 'release', from: CLAIM, held: true } },
    ])
  })

  test('of a booking that had no assignments frees the time of its provider', () => {
    const { assignments: _, ...before } = confirmed(['prv_1'])
    const decision = decided(reassignBooking(before, assigned('prv_2', 'prv_3'), NOW))
    expect(claimSteps(before, decision)).toEqual([
      { providerId: 'prv_2', step: { kind: 'claim', to: CLAIM } },
      { providerId: 'prv_3', step: { kind: 'claim', to: CLAIM } },
      { providerId: 'prv_1', step: { kind: 'release', from: CLAIM, held: false } },
    ])
  })

  test('that makes a final claim shared, or no longer shared, rewrites the claim of who stays', () => {
    const inPlace = { kind: 'move', from: CLAIM, to: CLAIM }
    const { assignments: _, ...alone } = confirmed(['prv_1'])
    const shared = decided(reassignBooking(alone, assigned('prv_2', 'prv_1'), NOW))
    expect(claimSteps(alone, shared)).toEqual([
      { providerId: 'prv_2', step: { kind: 'claim', to: CLAIM } },
      { providerId: 'prv_1', step: inPlace },
    ])
    const before = confirmed(['prv_1', 'prv_2'])
    const single = decided(reassignBooking(before, assigned('prv_2'), NOW))
    expect(claimSteps(before, single)).toEqual([
      { providerId: 'prv_2', step: inPlace },
      { providerId: 'prv_1', step: { kind: 'release', from: CLAIM, held: false } },
    ])
  })

  test('that makes a hold shared leaves the claim of who stays, since its mark is the same', () => {
    const before = pending(['prv_1'])
    const decision = decided(reassignBooking(before, assigned('prv_1', 'prv_2'), NOW))
    expect(claimSteps(before, decision)).toEqual([
      { providerId: 'prv_1', step: { kind: 'none' } },
      {
        providerId: 'prv_2',
        step: { kind: 'claim', to: CLAIM, holdUntilEpochSeconds: EXPIRY },
      },
    ])
  })
})

describe('a booking that needs a provider in spans', () => {
  const spans = [
    { offsetMinutes: 0, durationMinutes: 10 },
    { offsetMinutes: 25, durationMinutes: 5 },
  ]
  const at = (from: number, to: number) => ({
    startEpochMinutes: START / 60 + from,
    endEpochMinutes: START / 60 + to,
  })
  const spanned = (of: Booking): Booking => ({
    ...of,
    policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
    assignments: [
      { requirement: 'Team', providerId: 'prv_1', providerName: 'prv_1', spans },
      { requirement: 'Chair', providerId: 'prv_2', providerName: 'prv_2', bufferAfterMinutes: 10 },
    ],
  })
  const before = spanned(pending(['prv_1', 'prv_2']))

  test('claims each of them, and other buffers of another provider', () => {
    const until = { holdUntilEpochSeconds: EXPIRY }
    expect(claimSteps(undefined, createBooking(before))).toEqual([
      { providerId: 'prv_1', claimIndex: 0, step: { kind: 'claim', to: at(0, 10), ...until } },
      { providerId: 'prv_1', claimIndex: 1, step: { kind: 'claim', to: at(25, 30), ...until } },
      { providerId: 'prv_2', claimIndex: 0, step: { kind: 'claim', to: at(0, 40), ...until } },
    ])
  })

  test('confirms and frees each of them', () => {
    const ofFirst = (steps: ReturnType<typeof claimSteps>) =>
      steps.filter(({ providerId }) => providerId === 'prv_1').map(({ step }) => step)
    expect(ofFirst(claimSteps(before, decided(confirmBooking(before, NOW, 'booker'))))).toEqual([
      { kind: 'confirm', at: at(0, 10) },
      { kind: 'confirm', at: at(25, 30) },
    ])
    const cancelled = decided(cancelBooking(before, NOW, 'account', undefined))
    expect(ofFirst(claimSteps(before, cancelled))).toEqual([
      { kind: 'release', from: at(0, 10), held: true },
      { kind: 'release', from: at(25, 30), held: true },
    ])
  })

  test('moves as many as it has, frees what is left over, and claims what is new', () => {
    const whole = newTime('prv_1')
    const joined = decided(rescheduleBooking(before, whole, NOW, ACCOUNT))
    const until = { holdUntilEpochSeconds: EXPIRY }
    expect(claimSteps(before, joined)).toEqual([
      {
        providerId: 'prv_1',
        claimIndex: 0,
        step: { kind: 'move', from: at(0, 10), to: LATER, ...until },
      },
      {
        providerId: 'prv_1',
        claimIndex: 1,
        step: { kind: 'release', from: at(25, 30), held: true, isMove: true },
      },
      {
        providerId: 'prv_2',
        claimIndex: 0,
        step: { kind: 'release', from: at(0, 40), held: true, isMove: true },
      },
    ])
    const split = { ...newTime(), assignments: before.assignments?.slice(0, 1) ?? [] }
    const one = pending(['prv_1'])
    expect(claimSteps(one, decided(rescheduleBooking(one, split, NOW, ACCOUNT)))).toEqual([
      {
        providerId: 'prv_1',
        claimIndex: 0,
        step: { kind: 'move', from: CLAIM, to: at(60, 70), ...until },
      },
      { providerId: 'prv_1', claimIndex: 1, step: { kind: 'claim', to: at(85, 90), ...until } },
    ])
  })
})
