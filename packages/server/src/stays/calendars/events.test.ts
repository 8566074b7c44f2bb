import { parseDate } from '@holdfast/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { calendarContents, calendarEventIdKey } from '../keys.ts'
import { calendarEventByTimeEntity, calendarEventEntity } from './calendar-event.ts'
import { createCalendar } from './calendars.ts'
import {
  createCalendarEvent,
  deleteCalendarEvent,
  getCalendarEvent,
  replaceCalendarEvent,
} from './events.ts'
import { listNights, nightText } from './nights.ts'

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
const stay = (from: string, to: string) => ({
  title: 'A guest',
  time: { startDay: day(from), endDay: day(to) },
})
const meeting = (start: string, end: string) => ({
  title: 'A meeting',
  time: { startEpochSeconds: Date.parse(start) / 1000, endEpochSeconds: Date.parse(end) / 1000 },
})

const calendar = async (exclusive: 'nights' | 'none'): Promise<string> => {
  const made = await createCalendar(deps, caller, {
    name: 'House by the lake',
    timeZone: 'Europe/Berlin',
    exclusive,
  })
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value.id
}
const create = async (calendarId: string, input: ReturnType<typeof stay | typeof meeting>) => {
  const made = await createCalendarEvent(deps, caller, calendarId, input)
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value
}
const takenNights = async (calendarId: string): Promise<readonly string[]> => {
  const range = { fromDay: day('2026-05-01'), toDay: day('2026-08-01') }
  const nights = await listNights(deps, caller, calendarId, range)
  if (!nights.ok) throw new Error(nights.refusal.code)
  return nights.value
    .filter(({ status }) => status === 'taken')
    .map((night) => nightText(night.day))
}

test('of two concurrent stays on one night, one is created, and the refusal of the other names the night', async () => {
  const house = await calendar('nights')
  const answers = await Promise.all([
    createCalendarEvent(deps, caller, house, stay('2026-06-01', '2026-06-03')),
    createCalendarEvent(deps, caller, house, stay('2026-06-02', '2026-06-04')),
  ])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.filter(({ ok }) => !ok)).toEqual([
    { ok: false, refusal: { code: 'night_taken', days: [day('2026-06-02')] } },
  ])
  expect(await takenNights(house)).toHaveLength(2)
})

test('a moved stay releases the nights that it leaves, and keeps those in both', async () => {
  const house = await calendar('nights')
  const { id } = await create(house, stay('2026-06-28', '2026-07-02'))
  await create(house, stay('2026-07-04', '2026-07-05'))
  const moved = await replaceCalendarEvent(
    deps,
    caller,
    house,
    id,
    stay('2026-06-30', '2026-07-04'),
  )
  expect(moved).toMatchObject({ ok: true, value: { id, version: 2 } })
  expect(await takenNights(house)).toEqual([
    '2026-06-30',
    '2026-07-01',
    '2026-07-02',
    '2026-07-03',
    '2026-07-04',
  ])
})

test('a refused move names every taken night, and changes neither the stay nor its nights', async () => {
  const house = await calendar('nights')
  const { id } = await create(house, stay('2026-06-27', '2026-06-29'))
  await create(house, stay('2026-06-30', '2026-07-02'))
  expect(
    await replaceCalendarEvent(deps, caller, house, id, stay('2026-06-28', '2026-07-05')),
  ).toEqual({
    ok: false,
    refusal: { code: 'night_taken', days: [day('2026-06-30'), day('2026-07-01')] },
  })
  expect(await getCalendarEvent(deps, caller, house, id)).toMatchObject({
    ok: true,
    value: { event: { version: 1, days: { startDay: day('2026-06-27') } } },
  })
  expect(await takenNights(house)).toEqual(['2026-06-27', '2026-06-28', '2026-06-30', '2026-07-01'])
})

test('the nights of a deleted stay are free', async () => {
  const house = await calendar('nights')
  const { id } = await create(house, stay('2026-05-30', '2026-06-02'))
  const next = await create(house, stay('2026-06-02', '2026-06-03'))
  expect(await deleteCalendarEvent(deps, caller, house, id)).toEqual({ ok: true, value: undefined })
  expect(await takenNights(house)).toEqual(['2026-06-02'])
  expect((await getCalendarEvent(deps, caller, house, next.id)).ok).toBe(true)
})

test('a change or deletion that expects an older version is refused', async () => {
  const house = await calendar('nights')
  const { id } = await create(house, stay('2026-06-01', '2026-06-03'))
  const longer = stay('2026-06-01', '2026-06-04')
  expect((await replaceCalendarEvent(deps, caller, house, id, longer)).ok).toBe(true)
  const outdated = { ...caller, ifVersion: 1 }
  const refused = { ok: false, refusal: { code: 'version_mismatch', expected: 1, actual: 2 } }
  expect(
    await replaceCalendarEvent(deps, outdated, house, id, stay('2026-06-01', '2026-06-02')),
  ).toEqual(refused)
  expect(await deleteCalendarEvent(deps, outdated, house, id)).toEqual(refused)
  expect(await takenNights(house)).toEqual(['2026-06-01', '2026-06-02', '2026-06-03'])
})

test('both copies of a moved event have its content, and none is left at its old time', async () => {
  const diary = await calendar('none')
  const { id } = await create(diary, meeting('2026-06-01T08:00Z', '2026-06-01T09:00Z'))
  const moved = await replaceCalendarEvent(
    deps,
    caller,
    diary,
    id,
    meeting('2026-06-05T08:00Z', '2026-06-20T08:00Z'),
  )
  if (!moved.ok) throw new Error(moved.refusal.code)
  const byId = await calendarEventEntity.read(deps.store, calendarEventIdKey(id))
  const { items } = await deps.store.query({ ...calendarContents(diary), consistent: true })
  expect(byId).toEqual(moved.value)
  expect(items.map(calendarEventByTimeEntity.decode)).toEqual([moved.value])
})

test('an event of another account, or of another calendar, is not found', async () => {
  const [diary, other] = await Promise.all([calendar('none'), calendar('none')])
  const { id } = await create(diary, meeting('2026-06-01T08:00Z', '2026-06-01T09:00Z'))
  const stranger = { ...caller, accountId: 'acc_2' }
  expect(await getCalendarEvent(deps, stranger, diary, id)).toMatchObject({
    refusal: { code: 'not_found', resource: 'calendar' },
  })
  expect(await deleteCalendarEvent(deps, caller, other, id)).toMatchObject({
    refusal: { code: 'not_found', resource: 'calendar_event' },
  })
  expect((await getCalendarEvent(deps, caller, diary, id)).ok).toBe(true)
})
