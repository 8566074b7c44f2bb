import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createApiKey, ensureApiKey, revokeApiKey } from '../api-keys/api-keys.ts'
import { endSession, findSession, openSession } from './sessions.ts'

const NOW = '2026-04-20T08:00:00Z'

let opened: TestStore
let deps: ReturnType<typeof testDependencies>['deps']
let clock: ReturnType<typeof testDependencies>['clock']
beforeAll(async () => {
  opened = await openTestStore()
  ;({ deps, clock } = testDependencies(opened.store, NOW))
})
beforeEach(() => clock.moveTo(Date.parse(NOW)))
afterAll(() => opened.close())

/** Signs in with a new key of the first account, which has another key as well. */
async function signIn() {
  const bootstrap = await ensureApiKey(deps, deps.secrets.newApiKey())
  const caller = {
    ...bootstrap,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  const key = await createApiKey({ deps, isProvider: async () => true }, caller, {
    name: 'dashboard',
  })
  if (!key.ok) throw new Error(key.refusal.code)
  const session = await openSession(deps, caller, key.value.secret)
  if (!session.ok) throw new Error(session.refusal.code)
  return { caller, keyId: key.value.apiKey.id, ...session.value }
}

test('a session is found by its token until it ends', async () => {
  const { caller, keyId, token, session } = await signIn()
  expect(await findSession(deps, token)).toEqual({
    tokenHash: session.tokenHash,
    accountId: caller.accountId,
    keyId,
    id: session.id,
    method: 'key',
    signedInAtEpochSeconds: Date.parse('2026-04-20T08:00:00Z') / 1000,
    expiresAtEpochSeconds: Date.parse('2026-04-27T08:00:00Z') / 1000,
    grant: {
      actor: { kind: 'key', id: keyId },
      scopes: ['read', 'bookings', 'settings', 'admin'],
    },
  })
  await endSession(deps, session)
  expect(await findSession(deps, token)).toBeUndefined()
  await endSession(deps, session)
})

test('a session expires a week after sign-in', async () => {
  const { token } = await signIn()
  clock.moveTo(Date.parse('2026-04-27T07:59:59Z'))
  expect(await findSession(deps, token)).toBeDefined()
  clock.moveTo(Date.parse('2026-04-27T08:00:00Z'))
  expect(await findSession(deps, token)).toBeUndefined()
})

test('a session ends with the revocation of its key', async () => {
  const { caller, keyId, token } = await signIn()
  expect((await revokeApiKey(deps, caller, keyId)).ok).toBe(true)
  expect(await findSession(deps, token)).toBeUndefined()
})

test('an unknown or revoked key opens no session', async () => {
  const { caller } = await signIn()
  const key = await createApiKey({ deps, isProvider: async () => true }, caller, {
    name: 'revoked',
  })
  if (!key.ok) throw new Error(key.refusal.code)
  await revokeApiKey(deps, caller, key.value.apiKey.id)
  for (const secret of [deps.secrets.newApiKey(), key.value.secret]) {
    expect(await openSession(deps, caller, secret)).toEqual({
      ok: false,
      refusal: { code: 'unauthenticated' },
    })
  }
})
