import { expect, test } from 'vitest'
import {
  EVERY_DAY,
  MONDAY_TO_FRIDAY,
  minutes,
  override,
  policyWith,
  rules,
  seconds,
} from '../../tests/support/policies.ts'
import { busy, starts } from '../../tests/support/queries.ts'
import { EMPTY_SET, explainSlot, LIMITS, touches, validateSlotPolicy } from '../index.ts'

const DAY = 1440

const rental = (changes: Parameters<typeof policyWith>[0]) =>
  policyWith({
    timeZone: 'Europe/Berlin',
    durationMinutes: 2 * DAY,
    slotStepMinutes: 60,
    hoursApplyTo: 'startAndEnd',
    availabilityRules: rules(MONDAY_TO_FRIDAY, '09:00-12:00'),
    ...changes,
  })

const codes = (policy: ReturnType<typeof rental>, start: string) =>
  explainSlot(policy, seconds(start), seconds('2026-05-01T00:00:00Z'), EMPTY_SET)

test('two days begin and end within the hours, and the nights between them need not be open', () => {
  const policy = rental({})
  expect(
    starts({ policy, from: '2026-05-04T00:00:00Z', to: '2026-05-09T00:00:00Z' }, 'Europe/Berlin'),
  ).toEqual([
    ...['04', '05', '06'].flatMap((day) =>
      ['09', '10', '11'].map((hour) => `2026-05-${day}T${hour}:00:00+02:00`),
    ),
    // From Thursday and Friday, the return would be on the weekend.
  ])
})

test('a return is possible when the hours begin and when they end, and refused where the shop is closed', () => {
  const policy = rental({ durationMinutes: 2 * DAY + 60 })
  // 11:00 to 12:00 two days later, the end of the hours.
  expect(codes(policy, '2026-05-04T09:00:00Z')).toEqual([])
  expect(codes(rental({ durationMinutes: DAY - 120 }), '2026-05-04T09:00:00Z')).toEqual([])
  expect(codes(rental({ durationMinutes: DAY - 180 }), '2026-05-04T09:00:00Z')).toEqual([
    {
      code: 'outside_availability',
      openOnDate: [
        {
          startEpochMinutes: minutes('2026-05-05T07:00:00Z'),
          endEpochMinutes: minutes('2026-05-05T10:00:00Z'),
        },
      ],
    },
  ])
})

test('a day that is closed in the middle does not matter, one at the end does', () => {
  const closed = (date: string) =>
    starts({
      policy: rental({ dateOverrides: [override(date, '')] }),
      from: '2026-05-04T00:00:00Z',
      to: '2026-05-05T00:00:00Z',
    }).length
  expect(closed('2026-05-05')).toBe(3)
  expect(closed('2026-05-06')).toBe(0)
})

test('a duration is exact: over a clock change, two days end an hour earlier or later on the clock', () => {
  const policy = rental({ availabilityRules: rules(EVERY_DAY, '09:00-12:00') })
  const on = (from: string, to: string) => starts({ policy, from, to }, 'Europe/Berlin')
  // Clocks go forward: 09:00 on Saturday ends at 10:00 on Monday, and 11:00 at 12:00.
  expect(on('2026-03-28T00:00:00Z', '2026-03-28T23:00:00Z')).toEqual([
    '2026-03-28T09:00:00+01:00',
    '2026-03-28T10:00:00+01:00',
    '2026-03-28T11:00:00+01:00',
  ])
  // Clocks go back: 09:00 would end at 08:00, before the shop opens.
  expect(on('2026-10-24T00:00:00Z', '2026-10-24T22:00:00Z')).toEqual([
    '2026-10-24T10:00:00+02:00',
    '2026-10-24T11:00:00+02:00',
  ])
})

test('two hours on Wednesday leave no room for a rental from Monday to Thursday', () => {
  const policy = rental({ durationMinutes: 3 * DAY })
  const occupied = busy(['2026-05-06T08:00:00Z', '2026-05-06T10:00:00Z'])
  const range = { policy, from: '2026-05-04T00:00:00Z', to: '2026-05-05T00:00:00Z' }
  expect(starts(range)).toHaveLength(3)
  expect(starts({ ...range, occupied })).toEqual([])
})

test('only durations whose ends alone have to be open can be longer than a day, and none longer than 14 days', () => {
  const problems = (changes: Parameters<typeof policyWith>[0]) => {
    const valid = validateSlotPolicy(policyWith({ slotStepMinutes: 60, ...changes }))
    return valid.ok ? [] : valid.refusal.problems
  }
  const most = LIMITS.longDurationMinutes
  expect(problems({ durationMinutes: most, hoursApplyTo: 'startAndEnd' })).toEqual([])
  expect(problems({ durationMinutes: most + 1, hoursApplyTo: 'startAndEnd' })).toEqual([
    { pointer: '/durationMinutes', message: 'must be a whole number of minutes from 1 to 20160' },
  ])
  expect(problems({ durationMinutes: DAY + 1 })).toEqual([
    {
      pointer: '/durationMinutes',
      message:
        'must be a whole number of minutes from 1 to 1440; longer with `hoursApplyTo` "startAndEnd"',
    },
  ])
})

test('a set touches what it contains and where its intervals end', () => {
  const set = busy(['2026-05-06T08:00:00Z', '2026-05-06T10:00:00Z'])
  const at = (time: string) => touches(set, minutes(`2026-05-06T${time}:00Z`))
  expect(['07:59', '08:00', '09:00', '10:00', '10:01'].map(at)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
})
