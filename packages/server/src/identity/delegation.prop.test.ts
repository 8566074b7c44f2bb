import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accepted, peopleWorld } from '../../tests/support/people-world.ts'
import { openTestStore, type TestStore } from '../../tests/support/stores.ts'
import type { KnownKey } from '../kernel/access/grant.ts'
import { SCOPES, type Scope } from '../kernel/access/scopes.ts'
import { type Caller, systemCaller } from '../kernel/caller.ts'
import { epochSeconds } from '../kernel/dependencies.ts'
import { type ApiKeyInput, authenticate, createApiKey, revokeApiKey } from './api-keys/api-keys.ts'
import { createMember, resendInvitation, updateMember } from './members/members.ts'

let opened: TestStore
let world: ReturnType<typeof peopleWorld>
beforeAll(async () => {
  opened = await openTestStore()
  world = peopleWorld(opened, '2026-04-20T08:00:00Z')
})
afterAll(() => opened.close())

const callerWith = ({ accountId, grant }: KnownKey): Caller => ({
  accountId,
  requestId: 'test',
  role: 'account',
  ...grant,
})

/** A new key of the caller, as requests see it. */
async function keyOf(caller: Caller, input: Omit<ApiKeyInput, 'name'>) {
  const made = await createApiKey(world.context, caller, { name: 'made', ...input })
  if (!made.ok) return undefined
  const { secret } = made.value
  const known = await authenticate(world.deps, secret)
  if (known === undefined) throw new Error('a new key does not authenticate')
  return { secret, known, caller: callerWith(known) }
}

/** A key of a new account. */
async function firstKey(input: Omit<ApiKeyInput, 'name'>) {
  const accountId = await world.newAccount()
  const key = await keyOf(systemCaller(accountId, 'test'), input)
  if (key === undefined) throw new Error('the server itself was refused')
  return key
}

const inAMinute = () => epochSeconds(world.deps.clock) + 60
const ROLES = ['owner', 'admin', 'scheduler', 'provider', 'viewer'] as const
const codeOf = (result: { ok: boolean; refusal?: { code: string } }) =>
  result.ok ? 'ok' : result.refusal?.code

describe('a key makes nothing that has more than it', () => {
  test('with the scope admin alone, it invites nobody, not even the first owner', async () => {
    const { caller } = await firstKey({ scopes: ['admin'] })
    for (const role of ROLES) {
      const providerIds = role === 'provider' ? { providerIds: ['prv_1'] } : {}
      const input = { email: `${role}@example.com`, name: role, role, ...providerIds }
      expect(codeOf(await createMember(world.context, caller, input))).toBe('forbidden')
    }
  })

  test('with an end, it makes keys that end with it, and no member, who would have no end', async () => {
    const expiresAtEpochSeconds = inAMinute()
    const { caller, known } = await firstKey({ expiresAtEpochSeconds })
    const made = await keyOf(caller, {})
    expect(made?.known.expiresAtEpochSeconds).toBe(expiresAtEpochSeconds)
    const later = { name: 'later', expiresAtEpochSeconds: expiresAtEpochSeconds + 1 }
    expect(codeOf(await createApiKey(world.context, caller, later))).toBe('forbidden')
    const input = { email: 'viewer@example.com', name: 'V', role: 'viewer' } as const
    expect(codeOf(await createMember(world.context, caller, input))).toBe('forbidden')
    const invited = await world.invite(known.accountId, input)
    expect(codeOf(await resendInvitation(world.deps, caller, invited.id))).toBe('forbidden')
    const change = (given: Parameters<typeof updateMember>[3]) =>
      updateMember(world.context, caller, invited.id, given)
    expect(codeOf(await change({ role: 'admin' }))).toBe('forbidden')
    expect(codeOf(await change({ role: 'owner' }))).toBe('forbidden')
    expect(codeOf(await change({ name: 'Vera' }))).toBe('ok')
    expect(codeOf(await change({ providerIds: ['prv_1'] }))).toBe('ok')
    expect(codeOf(await change({ providerIds: null }))).toBe('forbidden')
  })

  test('with everything for ever, it invites the first owner, and its keys outlive it', async () => {
    const { caller, known } = await firstKey({})
    const input = { email: 'owner@example.com', name: 'O', role: 'owner' } as const
    accepted(await createMember(world.context, caller, input))
    const made = await keyOf(caller, {})
    accepted(await revokeApiKey(world.deps, caller, known.keyId))
    expect(await authenticate(world.deps, made?.secret ?? '')).toBeDefined()
  })

  test('after it was revoked, also not for a request that had begun', async () => {
    const { caller, known } = await firstKey({ scopes: ['admin'] })
    const { accountId, keyId } = known
    accepted(await revokeApiKey(world.deps, systemCaller(accountId, 'test'), keyId))
    expect(await createApiKey(world.context, caller, { name: 'late' })).toEqual({
      ok: false,
      refusal: { code: 'unauthenticated' },
    })
  })
})

const someScopes = fc.subarray<Scope>([...SCOPES], { minLength: 1 })
const someProviders = fc.subarray(['prv_1', 'prv_2', 'prv_3'], { minLength: 1 })
const step = fc.record({
  scopes: fc.option(someScopes, { nil: undefined }),
  providerIds: fc.option(someProviders, { nil: undefined }),
  seconds: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  /** Which of the keys so far asks. */
  by: fc.nat(),
})

test('over any chains of delegation no key has more than its maker, and all end with a restricted one', async () => {
  const run = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
    const now = epochSeconds(world.deps.clock)
    const keys = [{ ...(await firstKey({})), maker: -1 }]
    const { accountId } = keys[0]?.known ?? { accountId: '' }
    for (const { by, seconds, ...wanted } of steps) {
      const maker = by % keys.length
      const from = keys[maker]
      if (from === undefined) continue
      const end = seconds === undefined ? {} : { expiresAtEpochSeconds: now + seconds }
      const made = await keyOf(from.caller, { ...wanted, ...end })
      if (made === undefined) continue
      const [had, has] = [from.known.grant, made.known.grant]
      expect(has.scopes.every((scope) => had.scopes.includes(scope))).toBe(true)
      const providers = had.providerIds ?? ['prv_1', 'prv_2', 'prv_3']
      expect(had.providerIds && !has.providerIds).toBeFalsy()
      expect((has.providerIds ?? providers).every((id) => providers.includes(id))).toBe(true)
      const ends = [has, had].map((grant) => grant.expiresAtEpochSeconds ?? Infinity)
      expect(ends[0]).toBeLessThanOrEqual(ends[1] ?? 0)
      const role = { email: 'm@example.com', name: 'M', role: 'admin' } as const
      const isWhole =
        has.scopes.length === 4 && !has.providerIds && has.expiresAtEpochSeconds === undefined
      if (!isWhole) {
        expect(codeOf(await createMember(world.context, made.caller, role))).toBe('forbidden')
      }
      keys.push({ ...made, maker })
    }
    const isRestricted = ({ known: { grant } }: (typeof keys)[number]) =>
      grant.scopes.length < 4 || grant.providerIds || grant.expiresAtEpochSeconds !== undefined
    const first = keys.findIndex(isRestricted)
    if (first === -1) return
    const revoked = keys[first]?.known.keyId ?? ''
    accepted(await revokeApiKey(world.deps, systemCaller(accountId, 'test'), revoked))
    const ended = new Set([first])
    for (const [index, { secret, maker }] of keys.entries()) {
      if (ended.has(maker)) ended.add(index)
      const isValid = (await authenticate(world.deps, secret)) !== undefined
      expect(isValid).toBe(!ended.has(index))
    }
  })
  await fc.assert(run, { numRuns: 60 })
})
