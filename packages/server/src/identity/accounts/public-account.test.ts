import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { makeEarlyRapidApiAccount, makeTenant } from '../../../tests/support/tenants.ts'
import { accountOfRapidApiUser, updateAccount } from './accounts.ts'
import { forgetAccounts } from './known-accounts.ts'
import { publicAccount, publicAccountBySlug, slugNamespaceOf } from './public-account.ts'
import { publicAccountRepresentation } from './public-account-representation.ts'

let opened: TestStore
let deps: ReturnType<typeof testDependencies>['deps']
let reads: string[]
beforeEach(async () => {
  opened = await openTestStore()
  reads = []
  const counted = storeWith(opened.store, {
    get(key, options) {
      reads.push(key.PK)
      return opened.store.get(key, options)
    },
  })
  deps = testDependencies(counted, '2026-04-20T08:00:00Z').deps
})
afterEach(async () => {
  vi.useRealTimers()
  await opened.close()
})

const readsOf = async (work: () => Promise<unknown>): Promise<number> => {
  reads.length = 0
  await work()
  return reads.length
}

test('an account that is named by its slug costs one read more than one that is not, and none when cached', async () => {
  const { accountId } = await makeTenant(deps, 'lake')
  expect(await readsOf(() => publicAccount(deps, accountId))).toBe(1)
  expect(await readsOf(() => publicAccount(deps, accountId))).toBe(0)
  forgetAccounts(deps)
  expect(await readsOf(() => publicAccountBySlug(deps, 'lake'))).toBe(2)
  expect(await readsOf(() => publicAccountBySlug(deps, 'lake'))).toBe(0)
  expect(await readsOf(() => publicAccount(deps, accountId))).toBe(0)
})

test('a change on another server is seen after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { accountId, caller } = await makeTenant(deps, 'hill')
  expect((await publicAccount(deps, accountId)).locale).toBeUndefined()
  await updateAccount(deps, caller, { locale: 'de' })
  vi.advanceTimersByTime(4_999)
  expect((await publicAccount(deps, accountId)).locale).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect((await publicAccount(deps, accountId)).locale).toBe('de')
})

test('the namespace of an account is read once', async () => {
  const { accountId } = await makeTenant(deps, 'once')
  expect(await slugNamespaceOf(deps, accountId)).toBe('own')
  forgetAccounts(deps)
  expect(await readsOf(() => slugNamespaceOf(deps, accountId))).toBe(0)
})

test('the name of an account is public only with a slug or a brand', async () => {
  const { accountId, caller } = await makeEarlyRapidApiAccount(deps, 'private@example.com')
  const shown = async () => publicAccountRepresentation(await publicAccount(deps, accountId))
  expect(await shown()).toEqual({
    name: null,
    slug: null,
    brand: null,
    locale: null,
    bookerContact: 'email',
  })
  await updateAccount(deps, caller, { name: 'Office', slug: 'office', locale: 'en' })
  forgetAccounts(deps)
  expect(await shown()).toEqual({
    name: 'Office',
    slug: 'office',
    brand: null,
    locale: 'en',
    bookerContact: 'email',
  })
  const brand = { name: 'Fine', color: '#1a6b4f' }
  await updateAccount(deps, caller, { brand })
  forgetAccounts(deps)
  expect(await shown()).toEqual({
    name: 'Fine',
    slug: 'office',
    brand: { ...brand, logoUrl: null },
    locale: 'en',
    bookerContact: 'email',
  })
})

test('the name of a RapidAPI user is not public, although their account has a slug', async () => {
  const accountId = await accountOfRapidApiUser(deps, 'private@example.com')
  expect(publicAccountRepresentation(await publicAccount(deps, accountId))).toEqual({
    name: null,
    slug: expect.stringMatching(/^r-/),
    brand: null,
    locale: null,
    bookerContact: 'email',
  })
})
