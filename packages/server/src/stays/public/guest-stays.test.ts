import { parseDate } from '@holdfast/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { storeInterruptedBefore, storeWith } from '../../../tests/support/store-with.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { createCalendar, updateCalendar } from '../calendars/calendars.ts'
import { createCalendarEvent, replaceCalendarEvent } from '../calendars/events.ts'
import {
  accountOfManagedStay,
  cancelGuestStay,
  getGuestStay,
  moveGuestStay,
  type StayIds,
} from './guest-stays.ts'
import { createPublicStay, findPublicCalendar, listPublicNights } from './public-stays.ts'

let opened: TestStore
let made: ReturnType<typeof testDependencies>
beforeEach(async () => {
  opened = await openTestStore()
  made = testDependencies(opened.store, '2026-04-20T08:00:00Z')
})
afterEach(() => opened.close())

const owner = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const
const manager = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'manage',
  actor: { kind: 'booker' },
} as const
const day = (date: string): number => parseDate(date) ?? Number.NaN

/** A stay from 2 to 5 June 2026 in a house whose check-in is at 15:00 in Berlin, 13:00 UTC. */
const bookStay = async (): Promise<StayIds> => {
  const { deps } = made
  const house = await createCalendar(deps, owner, {
    name: 'House by the lake',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    publicStays: true,
  })
  if (!house.ok) throw new Error(house.refusal.code)
  const found = await findPublicCalendar(deps, house.value.id)
  if (!found.ok) throw new Error(found.refusal.code)
  const { calendar } = found.value
  const stay = await createPublicStay(
    deps,
    { accountId: '', requestId: 'test', role: 'public', actor: { kind: 'booker' } },
    calendar,
    {
      arrivalDay: day('2026-06-02'),
      departureDay: day('2026-06-05'),
      guest: { name: 'Grace Hopper', email: 'grace@example.com' },
    },
  )
  if (!stay.ok) throw new Error(stay.refusal.code)
  return { calendarId: calendar.id, stayId: stay.value.id }
}
const statuses = async ({ calendarId }: StayIds) => {
  const range = { fromDay: day('2026-06-01'), toDay: day('2026-06-06') }
  const listed = await listPublicNights(made.deps, calendarId, range)
  if (!listed.ok) throw new Error(listed.refusal.code)
  return listed.value.nights.map(({ status }) => status)
}

test('a guest can cancel until the second before check-in in the zone of the house', async () => {
  const ids = await bookStay()
  made.clock.moveTo(Date.parse('2026-06-02T13:00:00Z'))
  expect(await cancelGuestStay(made.deps, manager, ids)).toEqual({
    ok: false,
    refusal: { code: 'stay_begun', checkInEpochSeconds: Date.parse('2026-06-02T13:00:00Z') / 1000 },
  })
  expect(await statuses(ids)).toEqual(['free', 'taken', 'taken', 'taken', 'free'])
  made.clock.moveTo(Date.parse('2026-06-02T12:59:59Z'))
  expect(await cancelGuestStay(made.deps, manager, ids)).toMatchObject({
    ok: true,
    value: { id: ids.stayId, version: 2, status: 'cancelled' },
  })
  expect(await statuses(ids)).toEqual(['free', 'free', 'free', 'free', 'free'])
})

test('only the token of a stay gives access to it, and to nothing after its cancellation', async () => {
  const { deps } = made
  const ids = await bookStay()
  const token = deps.secrets.manageToken(ids.stayId)
  const other = deps.secrets.manageToken('evt_other')
  expect(await accountOfManagedStay(deps, ids, token)).toEqual({ accountId: 'acc_1' })
  expect(await accountOfManagedStay(deps, ids, other)).toBeUndefined()
  await cancelGuestStay(deps, manager, ids)
  // The token is recognized, so the answer is "not found" and not "unauthenticated".
  expect(await accountOfManagedStay(deps, ids, token)).toEqual({ accountId: '' })
  expect(await getGuestStay(deps, manager, ids)).toMatchObject({
    refusal: { code: 'not_found', resource: 'stay' },
  })
})

test('a stay that the owner entered is no stay of a guest', async () => {
  const { deps } = made
  const { calendarId } = await bookStay()
  const entered = await createCalendarEvent(deps, owner, calendarId, {
    title: 'Painters',
    time: { startDay: day('2026-06-10'), endDay: day('2026-06-12') },
  })
  if (!entered.ok) throw new Error(entered.refusal.code)
  const ids = { calendarId, stayId: entered.value.id }
  expect(await getGuestStay(deps, manager, ids)).toMatchObject({
    refusal: { code: 'not_found', resource: 'stay' },
  })
  const token = deps.secrets.manageToken(ids.stayId)
  expect(await accountOfManagedStay(deps, ids, token)).toBeUndefined()
})

test('a guest can move the stay until the second before check-in, to nights that may overlap', async () => {
  const ids = await bookStay()
  const dates = { arrivalDay: day('2026-06-01'), departureDay: day('2026-06-03') }
  const moved = await moveGuestStay(made.deps, manager, ids, dates)
  expect(moved).toMatchObject({
    ok: true,
    value: { version: 2, days: { startDay: day('2026-06-01'), endDay: day('2026-06-03') } },
  })
  expect(await statuses(ids)).toEqual(['taken', 'taken', 'free', 'free', 'free'])
  made.clock.moveTo(Date.parse('2026-06-01T13:00:00Z'))
  const late = await moveGuestStay(made.deps, manager, ids, {
    arrivalDay: day('2026-06-04'),
    departureDay: day('2026-06-05'),
  })
  expect(late).toMatchObject({ refusal: { code: 'stay_begun' } })
})

test('a move is not refused because of nights to which another request has moved the stay meanwhile', async () => {
  const ids = await bookStay()
  const { deps } = made
  const to = (arrival: string, departure: string) => ({
    arrivalDay: day(arrival),
    departureDay: day(departure),
  })
  let isMoved = false
  const store = storeWith(deps.store, {
    async getMany(keys, options) {
      if (!isMoved && keys.some(({ SK }) => SK.startsWith('NIGHTS#'))) {
        isMoved = true
        const first = await moveGuestStay(deps, manager, ids, to('2026-06-10', '2026-06-14'))
        if (!first.ok) throw new Error(first.refusal.code)
      }
      return await deps.store.getMany(keys, options)
    },
  })
  const wanted = to('2026-06-10', '2026-06-13')
  expect(await moveGuestStay({ ...deps, store }, manager, ids, wanted)).toMatchObject({
    ok: true,
    value: { version: 3, days: { startDay: day('2026-06-10'), endDay: day('2026-06-13') } },
  })
})

test('a move takes the nights that it adds once, even if it has to decide again', async () => {
  const ids = await bookStay()
  const { deps } = made
  const rename = () =>
    replaceCalendarEvent(deps, owner, ids.calendarId, ids.stayId, {
      title: 'Paid',
      time: { startDay: day('2026-06-02'), endDay: day('2026-06-05') },
    })
  const isStay = (write: Write) => 'item' in write && write.item.guest !== undefined
  const store = storeInterruptedBefore(deps.store, isStay, rename)
  const dates = { arrivalDay: day('2026-06-01'), departureDay: day('2026-06-06') }
  const taken: number[] = []
  const moved = await moveGuestStay({ ...deps, store }, manager, ids, dates, async (nights) => {
    taken.push(nights)
    return { ok: true, value: undefined }
  })
  expect(moved).toMatchObject({ ok: true, value: { version: 3 } })
  expect(taken).toEqual([2])
})

test('a move whose added nights are refused keeps the stay', async () => {
  const ids = await bookStay()
  const refusal = {
    code: 'rate_limited',
    reason: 'Too many nights.',
    retryAfterSeconds: 60,
  } as const
  const dates = { arrivalDay: day('2026-06-02'), departureDay: day('2026-06-06') }
  const refused = { ok: false, refusal } as const
  const takeNights = async () => refused
  expect(await moveGuestStay(made.deps, manager, ids, dates, takeNights)).toEqual(refused)
  expect(await getGuestStay(made.deps, manager, ids)).toMatchObject({ value: { version: 1 } })
  const shorter = { arrivalDay: day('2026-06-03'), departureDay: day('2026-06-05') }
  expect((await moveGuestStay(made.deps, manager, ids, shorter, takeNights)).ok).toBe(true)
})

test('a guest cannot move the stay to nights that the rules or other stays exclude', async () => {
  const ids = await bookStay()
  const { deps } = made
  await updateCalendar(deps, owner, ids.calendarId, { stayPolicy: { minNights: 2 } })
  const other = { title: 'Ada', time: { startDay: day('2026-06-05'), endDay: day('2026-06-06') } }
  const move = (arrival: string, departure: string) =>
    moveGuestStay(deps, manager, ids, { arrivalDay: day(arrival), departureDay: day(departure) })
  expect(await move('2026-06-03', '2026-06-04')).toMatchObject({
    refusal: { code: 'stay_not_bookable', reasons: [{ code: 'too_few_nights' }] },
  })
  await updateCalendar(deps, owner, ids.calendarId, { stayPolicy: { minNights: 1 } })
  expect((await createCalendarEvent(deps, owner, ids.calendarId, other)).ok).toBe(true)
  expect(await move('2026-06-03', '2026-06-06')).toEqual({
    ok: false,
    refusal: { code: 'night_taken', days: [day('2026-06-05')] },
  })
  expect(await move('2026-06-04', '2026-06-04')).toMatchObject({
    refusal: { code: 'validation_failed', errors: [{ pointer: '/departure' }] },
  })
  expect(await move('2026-04-19', '2026-04-22')).toMatchObject({
    refusal: { code: 'stay_not_bookable', reasons: [{ code: 'in_the_past' }] },
  })
  expect(await statuses(ids)).toEqual(['free', 'taken', 'taken', 'taken', 'taken'])
  expect(await getGuestStay(deps, manager, ids)).toMatchObject({ value: { version: 1 } })
})
