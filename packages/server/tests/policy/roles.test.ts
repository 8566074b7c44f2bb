import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccount } from '../../src/identity/accounts/accounts.ts'
import { memberEntity } from '../../src/identity/members/member.ts'
import { newMember } from '../../src/identity/members/members.ts'
import { newMemberSession, signInNow } from '../../src/identity/sessions/member-sessions.ts'
import type { MemberRole } from '../../src/kernel/access/roles.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { NOW } from '../http/support/app.ts'
import { SOME_ENGINES } from '../support/stores.ts'
import {
  EXPECTED,
  type Expected,
  NEEDS_RECENT_SIGN_IN,
  type Restriction,
  type Verdict,
  verdictOf,
} from './expected.ts'
import { openPolicyWorld, type PolicyWorld, sendAs } from './policy-world.ts'

const EVERYTHING = ['read', 'bookings', 'settings', 'admin']

/** Every role with each restriction that it can have, and its scopes. */
const MEMBERS: readonly (readonly [MemberRole, Restriction, readonly string[]])[] = [
  ['owner', 'none', EVERYTHING],
  ['admin', 'none', EVERYTHING],
  ['scheduler', 'none', ['read', 'bookings']],
  ['scheduler', 'own', ['read', 'bookings']],
  ['scheduler', 'others', ['read', 'bookings']],
  ['provider', 'own', ['read', 'bookings', 'settings']],
  ['provider', 'others', ['read', 'bookings', 'settings']],
  ['viewer', 'none', ['read']],
  ['viewer', 'own', ['read']],
  ['viewer', 'others', ['read']],
]

describe.each(SOME_ENGINES)('on %s', (engine) => {
  let world: PolicyWorld
  beforeAll(async () => {
    world = await openPolicyWorld(engine)
  }, 60_000)
  afterAll(() => world.close())

  /** A member who has just signed in; returns the cookie. */
  async function signedIn(role: MemberRole, restriction: Restriction): Promise<string> {
    const { deps, accountId, providers } = world
    const restricted = restriction === 'none' ? {} : { providerIds: providers[restriction] }
    const email = `${role}-${restriction}@example.com`
    const input = { email, name: role, role, ...restricted }
    const member = { ...newMember(deps, accountId, input), status: 'active' } as const
    const account = await getAccount(deps, accountId)
    const facts = signInNow(deps, 'link', 'test')
    const { issued, writes } = newMemberSession(deps, { member, account }, facts)
    await transact(deps, { ...writes, member: memberEntity.create(member) })
    return `holdfast_session=${issued.token}`
  }

  /** Tries every operation; returns those that were answered otherwise than they must be. */
  async function tryAll(cookie: string, verdict: (operationId: string) => Verdict) {
    const wrong: string[] = []
    const headers = { cookie, origin: 'http://localhost' }
    await world.readOnly(async () => {
      for (const sample of world.samples) {
        const got = await sendAs(world, sample, { key: null, headers })
        if (world.isRight(sample, got, verdict(sample.operationId))) continue
        wrong.push(`${sample.operationId}: ${got.status} ${got.body.code}`)
      }
    })
    return wrong
  }

  test.each(MEMBERS)(
    'a member with the role %s, restriction: %s, does what the role allows, and what is refused changes nothing',
    async (role, restriction, scopes) => {
      const cookie = await signedIn(role, restriction)
      const before = await world.contents()
      const verdict = (operationId: string) =>
        verdictOf(EXPECTED.get(operationId) as Expected, scopes, restriction)
      expect(await tryAll(cookie, verdict)).toEqual([])
      expect(await world.contents()).toEqual(before)
    },
    60_000,
  )

  test('an owner who signed in an hour ago must sign in again for keys, members and passkeys', async () => {
    const cookie = await signedIn('owner', 'none')
    world.clock.moveTo(NOW + 60 * 60 * 1000)
    const verdict = (operationId: string) =>
      NEEDS_RECENT_SIGN_IN.has(operationId) ? 'recent_sign_in_required' : 'performed'
    expect(await tryAll(cookie, verdict)).toEqual([])
    world.clock.moveTo(NOW)
  }, 60_000)
})
