import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import {
  type CalendarInput,
  createCalendar,
  deleteCalendar,
  getCalendar,
  getLiveCalendar,
  listCalendars,
  replaceCalendar,
} from './calendars.ts'

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
const HOUSE = { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights' } as const

const create = async (input: CalendarInput): Promise<string> => {
  const made = await createCalendar(deps, caller, input)
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value.id
}

test('omitted rules of a calendar of stays have their defaults, also in a change', async () => {
  const id = await create({ ...HOUSE, stayPolicy: { minNights: 3 } })
  const rules = {
    minNights: 3,
    maxNights: 366,
    arrivalWeekdays: [],
    departureWeekdays: [],
    closedNights: [],
    maxAdvanceDays: 730,
    checkInMinute: 900,
    checkOutMinute: 660,
  }
  expect(await getCalendar(deps, caller, id)).toMatchObject({ value: { stayPolicy: rules } })
  const changed = await replaceCalendar(deps, caller, id, {
    ...HOUSE,
    stayPolicy: { maxNights: 14 },
  })
  expect(changed).toMatchObject({
    ok: true,
    value: { version: 2, stayPolicy: { ...rules, minNights: 1, maxNights: 14 } },
  })
})

test.each([
  ['rules without exclusive nights', { name: 'Diary', stayPolicy: {} }, '/stayPolicy'],
  ['a public page without exclusive nights', { name: 'Diary', publicStays: true }, '/publicStays'],
  [
    'rules that need more nights than they allow',
    { ...HOUSE, stayPolicy: { minNights: 8, maxNights: 7 } },
    '/stayPolicy/minNights',
  ],
  ['an unknown zone', { ...HOUSE, timeZone: 'Europe/Atlantis' }, '/timeZone'],
] as const)('no calendar is created with %s', async (_, input, pointer) => {
  const account = { ...caller, accountId: `acc_${pointer}` }
  const made = await createCalendar(deps, account, { timeZone: 'UTC', ...input })
  expect(made).toMatchObject({
    ok: false,
    refusal: { code: 'validation_failed', errors: [{ pointer }] },
  })
  expect((await listCalendars(deps, account, { limit: 10 })).data).toEqual([])
})

test.each([
  ['zone', { ...HOUSE, timeZone: 'UTC' }, '/timeZone'],
  ['kind', { ...HOUSE, exclusive: 'none' }, '/exclusive'],
] as const)('the %s of a calendar cannot be changed', async (_, input, pointer) => {
  const id = await create(HOUSE)
  expect(await replaceCalendar(deps, caller, id, input)).toMatchObject({
    ok: false,
    refusal: { code: 'validation_failed', errors: [{ pointer }] },
  })
  expect(await getCalendar(deps, caller, id)).toMatchObject({ value: { version: 1, ...HOUSE } })
})

test('a deleted calendar is listed and changed no more, and a second deletion has no effect', async () => {
  const account = { ...caller, accountId: 'acc_deleted' }
  const made = await createCalendar(deps, account, HOUSE)
  if (!made.ok) throw new Error(made.refusal.code)
  const { id } = made.value
  const first = await deleteCalendar(deps, account, id)
  expect(first).toMatchObject({ ok: true, value: { version: 2, removal: { removedItems: 0 } } })
  expect(await deleteCalendar(deps, account, id)).toEqual(first)
  expect((await listCalendars(deps, account, { limit: 10 })).data).toEqual([])
  const gone = { refusal: { code: 'not_found', resource: 'calendar' } }
  expect(await getLiveCalendar(deps, account, id)).toMatchObject(gone)
  expect(await replaceCalendar(deps, account, id, HOUSE)).toMatchObject(gone)
  // It can still be read, because it shows the progress of its removal.
  expect(await getCalendar(deps, account, id)).toEqual(first)
})
