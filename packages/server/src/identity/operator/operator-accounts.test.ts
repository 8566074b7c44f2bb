import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import {
  ENGINES,
  openTestStore,
  stopSharedEngine,
  type TestStore,
} from '../../../tests/support/stores.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { dueAccountDeletionEntity } from '../accounts/account.ts'
import {
  accountOfRapidApiUser,
  findAccountBySlug,
  firstAccount,
  getAccount,
  updateAccount,
} from '../accounts/accounts.ts'
import { authenticate } from '../api-keys/api-keys.ts'
import { accountDeletionsDue } from '../keys.ts'
import {
  changeAnyAccount,
  createAccount,
  getAnyAccount,
  listAccounts,
  startAccountDeletion,
} from './operator-accounts.ts'

const NOW = '2026-04-20T08:00:00Z'
const operator = systemCaller('', 'test')

afterAll(stopSharedEngine)

describe.each(ENGINES)('accounts on %s', (engine) => {
  let opened: TestStore
  let deps: ReturnType<typeof testDependencies>['deps']
  let clock: ReturnType<typeof testDependencies>['clock']
  beforeAll(async () => {
    opened = await openTestStore(engine)
    ;({ deps, clock } = testDependencies(opened.store, NOW))
  })
  beforeEach(() => clock.moveTo(Date.parse(NOW)))
  afterAll(() => opened.close())

  async function create(slug: string) {
    const created = await createAccount(deps, operator, { name: 'Practice', slug })
    if (!created.ok) throw new Error(created.refusal.code)
    return created.value
  }

  test('a new account has a key that opens it, and a slug that finds it', async () => {
    const { account, secret, apiKey } = await create('lakeside')
    expect(account).toMatchObject({
      version: 1,
      name: 'Practice',
      slug: 'lakeside',
      slugNamespace: 'own',
      publicDirectory: 'own',
      status: 'active',
      auditDays: 0,
      requiresPasskeys: false,
    })
    expect(await authenticate(deps, secret)).toMatchObject({
      accountId: account.id,
      keyId: apiKey.id,
    })
    expect((await findAccountBySlug(deps, 'lakeside'))?.id).toBe(account.id)
    expect(await findAccountBySlug(deps, 'nobody')).toBeUndefined()
  })

  test('of accounts that are created together with one slug, one gets it', async () => {
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => createAccount(deps, operator, { name: 'Twin', slug: 'twins' })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = outcomes.find(({ ok }) => !ok)
    expect(refused).toEqual({ ok: false, refusal: { code: 'slug_taken', slug: 'twins' } })
  })

  test('a path of the server is no slug of an account', async () => {
    const created = await createAccount(deps, operator, { name: 'Docs', slug: 'docs' })
    expect(created).toMatchObject({ ok: false, refusal: { code: 'validation_failed' } })
    const { account } = await create('not-docs')
    const renamed = await updateAccount(deps, systemCaller(account.id, 'test'), { slug: 'a' })
    expect(renamed).toMatchObject({ ok: false, refusal: { code: 'validation_failed' } })
  })

  test('a renamed account frees its slug, and cannot take one that another has', async () => {
    const { account } = await create('first-name')
    const caller = systemCaller(account.id, 'test')
    expect(await updateAccount(deps, caller, { slug: 'second-name' })).toMatchObject({
      value: { slug: 'second-name', version: 2 },
    })
    expect(await findAccountBySlug(deps, 'first-name')).toBeUndefined()
    const { account: other } = await create('first-name')
    expect(await updateAccount(deps, caller, { slug: 'first-name' })).toEqual({
      ok: false,
      refusal: { code: 'slug_taken', slug: 'first-name' },
    })
    expect((await findAccountBySlug(deps, 'first-name'))?.id).toBe(other.id)
  })

  test('a setting that is null is removed, and one that is absent stays', async () => {
    const { account } = await create('settings')
    const caller = systemCaller(account.id, 'test')
    const brand = { name: 'Lakeside', color: '#1a6b4f', logoUrl: null }
    await updateAccount(deps, caller, { locale: 'de', brand, retentionDays: 365, auditDays: 30 })
    expect(await getAccount(deps, account.id)).toMatchObject({
      locale: 'de',
      brand: { name: 'Lakeside', color: '#1a6b4f' },
      retentionDays: 365,
      auditDays: 30,
      slug: 'settings',
    })
    await updateAccount(deps, caller, { locale: null, brand: null, retentionDays: null })
    const removed = await getAccount(deps, account.id)
    expect([removed.locale, removed.brand, removed.retentionDays]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(removed).toMatchObject({ auditDays: 30, slug: 'settings' })
  })

  test('accounts of RapidAPI users have a namespace and a slug of their own, the first account has neither', async () => {
    const ada = await getAccount(deps, await accountOfRapidApiUser(deps, 'ada'))
    expect(ada).toMatchObject({ slugNamespace: 'own', publicDirectory: 'own' })
    expect(ada.slug).toMatch(/^r-[a-z0-9]{10}$/)
    expect((await findAccountBySlug(deps, ada.slug ?? ''))?.id).toBe(ada.id)
    const first = await getAccount(deps, await firstAccount(deps))
    expect(first).toMatchObject({ slugNamespace: 'shared', publicDirectory: 'shared' })
    expect(first.slug).toBeUndefined()
  })

  test('the list has every account once, the oldest first', async () => {
    const { account: older } = await create('older')
    const { account: newer } = await create('newer')
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await listAccounts(deps, { limit: 2, ...(cursor && { cursor }) })
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.cursor
    } while (cursor)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.slice(-2)).toEqual([older.id, newer.id])
    expect(ids).toEqual([...ids].sort())
  })

  test('an operator suspends and resumes an account, unless its version is stale', async () => {
    const { account } = await create('suspended')
    const change = (status: 'active' | 'suspended', ifVersion: number) =>
      changeAnyAccount(deps, { ...operator, ifVersion }, account.id, { status })
    expect(await change('suspended', 1)).toMatchObject({ value: { status: 'suspended' } })
    expect(await change('active', 1)).toMatchObject({ refusal: { code: 'version_mismatch' } })
    expect(await change('active', 2)).toMatchObject({ value: { status: 'active', version: 3 } })
  })

  test('a deletion that is requested twice begins once, and its account changes no more', async () => {
    const { account } = await create('to-delete')
    expect(await startAccountDeletion(deps, operator, account.id)).toMatchObject({
      value: { status: 'deleting', deletion: { deletedItemCount: 0 } },
    })
    clock.moveTo(Date.parse(NOW) + 10_000)
    expect(await startAccountDeletion(deps, operator, account.id)).toMatchObject({
      value: { version: 2, deletion: { startedAtEpochSeconds: Date.parse(NOW) / 1000 } },
    })
    const refused = { refusal: { code: 'account_deleting', accountId: account.id } }
    expect(await changeAnyAccount(deps, operator, account.id, { status: 'active' })).toMatchObject(
      refused,
    )
    const caller = systemCaller(account.id, 'test')
    expect(await updateAccount(deps, caller, { name: 'Late' })).toMatchObject(refused)
    expect(await getAnyAccount(deps, account.id)).toMatchObject({ value: { status: 'deleting' } })
    const due = (offsetSeconds: number) =>
      deps.store.query({
        ...accountDeletionsDue(Date.parse(NOW) / 1000 + offsetSeconds),
        consistent: true,
      })
    expect((await due(69)).items).toEqual([])
    expect((await due(70)).items.map(dueAccountDeletionEntity.decode)).toMatchObject([
      { accountId: account.id },
    ])
  })
})
