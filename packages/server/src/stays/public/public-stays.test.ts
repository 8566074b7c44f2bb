import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createCalendar, deleteCalendar } from '../calendars/calendars.ts'
import { findPublicCalendar, listPublicNights } from './public-stays.ts'

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

const create = async (more: object): Promise<string> => {
  const input = { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights', ...more } as const
  const made = await createCalendar(deps, caller, input)
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value.id
}
const RULES = { stayPolicy: { minNights: 2 } }
const NOT_FOUND = { ok: false, refusal: { code: 'not_found' } }

test('strangers find a calendar of stays only if its owner made it public', async () => {
  const open = await create({ ...RULES, publicStays: true })
  expect(await findPublicCalendar(deps, open)).toMatchObject({
    ok: true,
    value: { calendar: { id: open, stayPolicy: { minNights: 2 } } },
  })
  const closed = await create(RULES)
  expect(await findPublicCalendar(deps, closed)).toMatchObject(NOT_FOUND)
  expect(await listPublicNights(deps, closed, { fromDay: 20_600, toDay: 20_605 })).toMatchObject(
    NOT_FOUND,
  )
  expect(await findPublicCalendar(deps, await create({ exclusive: 'none' }))).toMatchObject(
    NOT_FOUND,
  )
  expect(await findPublicCalendar(deps, 'cal_unknown')).toMatchObject(NOT_FOUND)
})

test('a calendar that is being deleted is not found, nor under the address of another account', async () => {
  const id = await create({ ...RULES, publicStays: true })
  expect(await findPublicCalendar(deps, id, 'somebody-else')).toMatchObject(NOT_FOUND)
  await deleteCalendar(deps, caller, id)
  expect(await findPublicCalendar(deps, id)).toMatchObject(NOT_FOUND)
})

test('a public calendar lists its nights', async () => {
  const id = await create({ ...RULES, publicStays: true })
  const listed = await listPublicNights(deps, id, { fromDay: 20_600, toDay: 20_603 })
  expect(listed.ok && listed.value.nights.length).toBe(3)
})
