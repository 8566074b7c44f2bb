import type { ClaimStep, SessionStep } from '@holdfast/engine'
import { expect, test } from 'vitest'
import type { SessionClaims } from '../seats/plan-sessions.ts'
import { timesOf, timesOfSession } from './time-steps.ts'

const AT = { startEpochMinutes: 600, endEpochMinutes: 660 }
const LATER = { startEpochMinutes: 720, endEpochMinutes: 780 }
const BASE = { providerId: 'prv_1', mark: { ownerId: 'bkg_1' }, index: 2 } as const
const steps = (step: object) => timesOf(step as ClaimStep, BASE)

const NONE = { kind: 'none' }
const FINAL = { kind: 'final' }
const HELD = { kind: 'held' }
const until = (untilEpochSeconds: number) => ({ kind: 'held', untilEpochSeconds })

test('a provider whose time does not change has no step', () => {
  expect(steps({ kind: 'none' })).toEqual([])
})

test('a new booking takes its time, for good or until its hold ends, or is lost', () => {
  expect(steps({ kind: 'claim', to: AT })).toEqual([
    { ...BASE, range: AT, from: NONE, to: FINAL, ifGone: 'lost' },
  ])
  expect(steps({ kind: 'claim', to: AT, holdUntilEpochSeconds: 5 })).toEqual([
    { ...BASE, range: AT, from: NONE, to: until(5), ifGone: 'lost' },
  ])
})

test('a confirmed booking has its held time for good, unless it is gone', () => {
  expect(steps({ kind: 'confirm', at: AT })).toEqual([
    { ...BASE, range: AT, from: HELD, to: FINAL, ifGone: 'lost' },
  ])
})

test('a booking that ends leaves its time if it still has it; one that moves must have it', () => {
  expect(steps({ kind: 'release', from: AT, held: true })).toEqual([
    { ...BASE, range: AT, from: HELD, to: NONE, ifGone: 'nothing' },
  ])
  expect(steps({ kind: 'release', from: AT, held: false, isMove: true })).toEqual([
    { ...BASE, range: AT, from: FINAL, to: NONE, ifGone: 'lost' },
  ])
})

test('a booking that moves leaves its time before it takes the other', () => {
  const moved = (more: object) => steps({ kind: 'move', from: AT, to: LATER, ...more })
  expect(moved({})).toEqual([
    { ...BASE, range: AT, from: FINAL, to: NONE, ifGone: 'lost' },
    { ...BASE, range: LATER, from: NONE, to: FINAL, ifGone: 'lost' },
  ])
  expect(moved({ holdUntilEpochSeconds: 5 })).toEqual([
    { ...BASE, range: AT, from: HELD, to: NONE, ifGone: 'lost' },
    { ...BASE, range: LATER, from: NONE, to: until(5), ifGone: 'lost' },
  ])
  expect(moved({ holdUntilEpochSeconds: 5, wasFinal: true })[0]).toMatchObject({ from: FINAL })
})

test('others take a booking over by a claim and a release, never by one step', () => {
  expect(() => steps({ kind: 'reassign' })).toThrow('a claim or a release of each of them')
})

/** What a change of a session of an hour, with its buffers, does to the time of its providers. */
const session = (step: object, assignments?: readonly { readonly providerId: string }[]) =>
  timesOfSession({
    ownerId: 'cls_1',
    session: {
      providerId: 'prv_1',
      startEpochSeconds: 36_000,
      endEpochSeconds: 39_600,
      policy: { durationMinutes: 60, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
      ...(assignments && { assignments }),
    },
    step: step as SessionStep,
    index: 4,
  } as unknown as SessionClaims)

test.each<[object, object, object, string]>([
  [{ kind: 'claim', untilEpochSeconds: 5 }, NONE, until(5), 'lost'],
  [{ kind: 'claim' }, NONE, FINAL, 'lost'],
  [{ kind: 'extend', untilEpochSeconds: 5 }, HELD, until(5), 'again'],
  [{ kind: 'keep' }, FINAL, FINAL, 'lost'],
  [{ kind: 'keep', untilEpochSeconds: 5 }, until(5), until(5), 'lost'],
  [{ kind: 'shorten', untilEpochSeconds: 5, mustExist: true }, HELD, until(5), 'lost'],
  [{ kind: 'shorten', untilEpochSeconds: 5, mustExist: false }, HELD, until(5), 'nothing'],
  [{ kind: 'confirm' }, HELD, FINAL, 'lost'],
  [{ kind: 'hold', untilEpochSeconds: 5 }, FINAL, until(5), 'lost'],
  [{ kind: 'release', isHeld: true, mustExist: true }, HELD, NONE, 'lost'],
  [{ kind: 'release', isHeld: false, mustExist: false }, FINAL, NONE, 'nothing'],
])('the step %j of a session is one of its time', (step, from, to, ifGone) => {
  const [time, ...others] = session(step)
  expect(others).toEqual([])
  expect(time).toEqual({
    providerId: 'prv_1',
    index: 4,
    range: AT,
    mark: { ownerId: 'cls_1' },
    from,
    to,
    ifGone,
  })
})

test('a session of several providers takes the time of each, with its mark', () => {
  const both = session({ kind: 'claim' }, [{ providerId: 'prv_1' }, { providerId: 'prv_2' }])
  expect(both.map(({ providerId, mark }) => [providerId, mark])).toEqual([
    ['prv_1', { ownerId: 'cls_1', was: 'booking', is: 'booking' }],
    ['prv_2', { ownerId: 'cls_1', was: 'booking', is: 'booking' }],
  ])
})
