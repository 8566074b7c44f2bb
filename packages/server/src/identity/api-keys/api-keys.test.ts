import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import type { Caller } from '../../kernel/caller.ts'
import {
  authenticate,
  createApiKey,
  ensureApiKey,
  type IssuedApiKey,
  listApiKeys,
  revokeApiKey,
} from './api-keys.ts'

let opened: TestStore
let deps: ReturnType<typeof testDependencies>['deps']
beforeAll(async () => {
  opened = await openTestStore()
  deps = testDependencies(opened.store, '2026-04-20T08:00:00Z').deps
})
afterAll(() => opened.close())

/** An account with `count` keys of its own. */
async function accountWithKeys(name: string, count: number) {
  // Keys reference their account by id only, so the tests need no account item.
  const caller = {
    accountId: `acc_${name}`,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  const keys: IssuedApiKey[] = []
  for (let n = 1; n <= count; n += 1) {
    const created = await createApiKey({ deps, isProvider: async () => true }, caller, {
      name: `key ${n}`,
    })
    if (!created.ok) throw new Error(created.refusal.code)
    keys.push(created.value)
  }
  return { caller, keys }
}

const names = async (caller: Caller) =>
  (await listApiKeys(deps, caller, { limit: 10 })).data.map(({ name }) => name)

test('a revoked key authenticates no longer and leaves the list', async () => {
  const { caller, keys } = await accountWithKeys('revoke', 2)
  const [first, second] = keys
  expect(await authenticate(deps, first?.secret ?? '')).toEqual({
    accountId: 'acc_revoke',
    keyId: first?.apiKey.id,
    grant: {
      actor: { kind: 'key', id: first?.apiKey.id },
      scopes: ['read', 'bookings', 'settings', 'admin'],
    },
  })
  expect(await revokeApiKey(deps, caller, first?.apiKey.id ?? '')).toMatchObject({ ok: true })
  expect(await authenticate(deps, first?.secret ?? '')).toBeUndefined()
  expect(await authenticate(deps, second?.secret ?? '')).toBeDefined()
  expect(await names(caller)).toEqual(['key 2'])
})

test('the last key of an account cannot be revoked', async () => {
  const { caller, keys } = await accountWithKeys('last', 1)
  expect(await revokeApiKey(deps, caller, keys[0]?.apiKey.id ?? '')).toEqual({
    ok: false,
    refusal: { code: 'last_api_key' },
  })
  expect(await names(caller)).toEqual(['key 1'])
})

test('two keys that are revoked at the same moment leave one', async () => {
  const { caller, keys } = await accountWithKeys('both', 2)
  const revoked = await Promise.all(keys.map(({ apiKey }) => revokeApiKey(deps, caller, apiKey.id)))
  expect(revoked.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await names(caller)).toHaveLength(1)
})

test('a key of another account is not found', async () => {
  const { keys } = await accountWithKeys('mine', 2)
  const { caller } = await accountWithKeys('theirs', 1)
  expect(await revokeApiKey(deps, caller, keys[0]?.apiKey.id ?? '')).toMatchObject({
    refusal: { code: 'not_found' },
  })
})

test('the bootstrap key is created once and is not recreated after it was revoked', async () => {
  const secret = deps.secrets.newApiKey()
  const { accountId } = await ensureApiKey(deps, secret)
  expect(await ensureApiKey(deps, secret)).toEqual({ accountId })
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  expect(await names(caller)).toEqual(['bootstrap'])
  await createApiKey({ deps, isProvider: async () => true }, caller, { name: 'second' })
  const keyId = (await authenticate(deps, secret))?.keyId ?? ''
  expect((await revokeApiKey(deps, caller, keyId)).ok).toBe(true)
  await ensureApiKey(deps, secret)
  expect(await authenticate(deps, secret)).toBeUndefined()
  expect(await names(caller)).toEqual(['second'])
})
