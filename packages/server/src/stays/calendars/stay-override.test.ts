import { parseDate, type Result } from '@holdfast/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { moveGuestStay } from '../public/guest-stays.ts'
import { createCalendar } from './calendars.ts'
import { createCalendarEvent, replaceCalendarEvent } from './events.ts'

let opened: TestStore
let deps: ReturnType<typeof testDependencies>['deps']
beforeAll(async () => {
  opened = await openTestStore()
  deps = testDependencies(opened.store, '2026-04-20T08:00:00Z').deps
})
afterAll(() => opened.close())

const caller = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const
const day = (date: string): number => parseDate(date) ?? Number.NaN
const nights = (from: string, to: string, isOverride = false) => ({
  title: 'Painting',
  time: { startDay: day(from), endDay: day(to) },
  isOverride,
})

function unwrap<Value>(result: Result<Value, { readonly code: string }>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}

/** A house for stays from Saturday to Saturday that is closed in November. */
const house = async (): Promise<string> => {
  const made = await createCalendar(deps, caller, {
    name: 'House by the lake',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    stayPolicy: {
      minNights: 7,
      maxNights: 14,
      arrivalWeekdays: ['saturday'],
      departureWeekdays: ['saturday'],
      closedNights: [{ fromDay: day('2026-11-01'), toDay: day('2026-12-01') }],
      maxAdvanceDays: 365,
    },
  })
  return unwrap(made).id
}

test('an override skips every rule of the stay policy, and the stay says so', async () => {
  const calendarId = await house()
  const broken: readonly (readonly [string, string])[] = [
    ['2026-11-03', '2026-11-05'],
    ['2026-04-18', '2026-04-19'],
    ['2028-06-06', '2028-07-01'],
  ]
  for (const [from, to] of broken) {
    expect(await createCalendarEvent(deps, caller, calendarId, nights(from, to))).toMatchObject({
      refusal: { code: 'stay_not_bookable' },
    })
    const stay = unwrap(await createCalendarEvent(deps, caller, calendarId, nights(from, to, true)))
    expect(stay.isOverride).toBe(true)
  }
  const regular = await createCalendarEvent(deps, caller, calendarId, {
    ...nights('2026-06-06', '2026-06-13'),
  })
  expect(unwrap(regular)).not.toHaveProperty('isOverride')
})

test('an override never takes a night that is taken', async () => {
  const calendarId = await house()
  unwrap(await createCalendarEvent(deps, caller, calendarId, nights('2026-06-06', '2026-06-13')))
  const over = nights('2026-06-12', '2026-06-14', true)
  expect(await createCalendarEvent(deps, caller, calendarId, over)).toEqual({
    ok: false,
    refusal: { code: 'night_taken', days: [day('2026-06-12')] },
  })
})

test('of two overrides of one night one wins', async () => {
  const calendarId = await house()
  const answers = await Promise.all(
    [1, 2].map(() =>
      createCalendarEvent(deps, caller, calendarId, nights('2026-11-03', '2026-11-05', true)),
    ),
  )
  expect(answers.map((answer) => (answer.ok ? 'made' : answer.refusal.code)).sort()).toEqual([
    'made',
    'night_taken',
  ])
})

test('a stay keeps its override until its dates change under the rules', async () => {
  const calendarId = await house()
  const made = nights('2026-11-03', '2026-11-05', true)
  const { id } = unwrap(await createCalendarEvent(deps, caller, calendarId, made))
  const replace = (input: ReturnType<typeof nights>) =>
    replaceCalendarEvent(deps, caller, calendarId, id, input)
  const renamed = { ...nights('2026-11-03', '2026-11-05'), title: 'Roof' }
  expect(unwrap(await replace(renamed))).toMatchObject({ title: 'Roof', isOverride: true })
  expect(await replace(nights('2026-11-03', '2026-11-06'))).toMatchObject({
    refusal: { code: 'stay_not_bookable' },
  })
  expect(unwrap(await replace(nights('2026-11-03', '2026-11-06', true))).isOverride).toBe(true)
  const moved = unwrap(await replace(nights('2026-06-20', '2026-06-27')))
  expect(moved).not.toHaveProperty('isOverride')
})

test('a guest who moves a stay of the account moves it under the rules', async () => {
  const calendarId = await house()
  const guest = { name: 'Grace Hopper', email: 'grace@example.com' }
  const made = nights('2026-11-03', '2026-11-05', true)
  const { id } = unwrap(await createCalendarEvent(deps, caller, calendarId, made, guest))
  const to = (arrival: string, departure: string) =>
    moveGuestStay(
      deps,
      { ...caller, role: 'manage', actor: { kind: 'booker' } },
      { calendarId, stayId: id },
      { arrivalDay: day(arrival), departureDay: day(departure) },
    )
  expect(await to('2026-11-03', '2026-11-06')).toMatchObject({
    refusal: { code: 'stay_not_bookable' },
  })
  unwrap(await to('2026-06-06', '2026-06-13'))
  const renamed = { ...nights('2026-06-06', '2026-06-13'), title: 'Grace' }
  expect(
    unwrap(await replaceCalendarEvent(deps, caller, calendarId, id, renamed)),
  ).not.toHaveProperty('isOverride')
})

test('no override is longer than any policy allows', async () => {
  const calendarId = await house()
  const of = (to: string) =>
    createCalendarEvent(deps, caller, calendarId, nights('2026-06-01', to, true))
  expect(await of('2029-06-02')).toEqual({
    ok: false,
    refusal: {
      code: 'stay_not_bookable',
      reasons: [{ code: 'too_many_nights', maxNights: 1096 }],
    },
  })
  expect(await of('2029-06-01')).toMatchObject({ ok: true })
})

test('only stays can be overrides', async () => {
  const made = await createCalendar(deps, caller, { name: 'Diary', timeZone: 'Europe/Berlin' })
  const input = nights('2026-06-06', '2026-06-13', true)
  expect(await createCalendarEvent(deps, caller, unwrap(made).id, input)).toEqual({
    ok: false,
    refusal: {
      code: 'validation_failed',
      errors: [{ pointer: '/override', message: 'is allowed only for a stay' }],
    },
  })
})
