import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import {
  accountOfRapidApiUser,
  firstAccount,
  getAccount,
  isSetUp,
  updateAccount,
} from './accounts.ts'

let opened: TestStore
let deps: ReturnType<typeof testDependencies>['deps']
beforeAll(async () => {
  opened = await openTestStore()
  deps = testDependencies(opened.store, '2026-04-20T08:00:00Z').deps
})
afterAll(() => opened.close())

test('servers that start together on an empty store create one account', async () => {
  expect(await isSetUp(deps)).toBe(false)
  const ids = await Promise.all([firstAccount(deps), firstAccount(deps), firstAccount(deps)])
  expect(new Set(ids).size).toBe(1)
  expect(await isSetUp(deps)).toBe(true)
})

test('a RapidAPI user keeps the account of their first call', async () => {
  const [ada, sameAda, grace] = await Promise.all([
    accountOfRapidApiUser(deps, 'ada'),
    accountOfRapidApiUser(deps, 'ada'),
    accountOfRapidApiUser(deps, 'grace'),
  ])
  expect(sameAda).toBe(ada)
  expect(grace).not.toBe(ada)
  expect(await accountOfRapidApiUser(deps, 'ada')).toBe(ada)
})

test('a setting that was never set has its default, and a change leaves the others as they are', async () => {
  const accountId = await accountOfRapidApiUser(deps, 'settings')
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  expect(await getAccount(deps, accountId)).toMatchObject({
    version: 1,
    completesBookings: true,
    reminderMinutes: 1440,
  })
  expect(await updateAccount(deps, caller, { completesBookings: false })).toMatchObject({
    ok: true,
    value: { version: 2, completesBookings: false, reminderMinutes: 1440 },
  })
  expect(await getAccount(deps, accountId)).toMatchObject({
    version: 2,
    name: 'RapidAPI settings',
    completesBookings: false,
    reminderMinutes: 1440,
  })
})

test('concurrent changes of an account are all applied', async () => {
  const accountId = await accountOfRapidApiUser(deps, 'concurrent')
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  await Promise.all([
    updateAccount(deps, caller, { name: 'Clinic' }),
    updateAccount(deps, caller, { reminderMinutes: 60 }),
    updateAccount(deps, caller, { completesBookings: false }),
  ])
  expect(await getAccount(deps, accountId)).toMatchObject({
    version: 4,
    name: 'Clinic',
    reminderMinutes: 60,
    completesBookings: false,
  })
})

test('a change with a stale If-Match version is refused', async () => {
  const accountId = await accountOfRapidApiUser(deps, 'stale')
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
    ifVersion: 7,
  } as const
  expect(await updateAccount(deps, caller, { name: 'Late' })).toEqual({
    ok: false,
    refusal: { code: 'version_mismatch', expected: 7, actual: 1 },
  })
})
