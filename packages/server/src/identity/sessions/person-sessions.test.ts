import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accepted, peopleWorld, STRANGER } from '../../../tests/support/people-world.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import type { Session } from '../../kernel/caller.ts'
import { transact } from '../../kernel/transaction.ts'
import { memberEntity } from '../members/member.ts'
import { getMember } from '../members/members.ts'
import { redeemSignInLink } from '../sign-in/redeem-link.ts'
import { listOwnAccounts, listSessions, revokeSession, switchAccount } from './person-sessions.ts'
import type { IssuedSession } from './session-item.ts'
import { endSession, findSession } from './sessions.ts'

const NOW = '2026-04-20T08:00:00Z'

let opened: TestStore
let world: ReturnType<typeof peopleWorld>
beforeAll(async () => {
  opened = await openTestStore()
  world = peopleWorld(opened, NOW)
})
beforeEach(() => world.clock.moveTo(Date.parse(NOW)))
afterAll(() => opened.close())

let people = 0

/** A member of a new account. */
async function newPerson() {
  people += 1
  const email = `session${people}@example.com`
  const accountId = await world.newAccount()
  const { signedIn } = await world.join(accountId, { email, role: 'scheduler' })
  return { email, accountId, ...issuedOf(signedIn) }
}

function issuedOf({ issued }: { readonly issued?: IssuedSession }): IssuedSession {
  if (issued === undefined) throw new Error('not signed in')
  return issued
}

const signIn = async (email: string, device: string, accountId?: string) =>
  issuedOf(
    accepted(
      await redeemSignInLink(world.deps, STRANGER, {
        ...(await world.askForLink(email)),
        device,
        ...(accountId && { accountId }),
      }),
    ),
  )

const list = async (session: Session) =>
  (await listSessions(world.deps, session, { limit: 10 })).data

test('a person sees their sessions of all accounts, and ends one from another', async () => {
  const { email, session } = await newPerson()
  const clinic = await world.newAccount('Clinic')
  await world.join(clinic, { email, role: 'viewer' })
  const phone = await signIn(email, 'Safari on iPhone', clinic)
  expect((await list(session)).map(({ device, accountName }) => [device, accountName])).toEqual([
    ['test', 'Practice'],
    ['test', 'Clinic'],
    ['Safari on iPhone', 'Clinic'],
  ])
  accepted(await revokeSession(world.deps, STRANGER, session, phone.session.id))
  expect(await findSession(world.deps, phone.token)).toBeUndefined()
  expect(await list(session)).toHaveLength(2)
  expect(await revokeSession(world.deps, STRANGER, session, phone.session.id)).toMatchObject({
    refusal: { code: 'not_found', resource: 'session' },
  })
})

test('a person sees the accounts that they can continue in, and no others', async () => {
  const { email, session, accountId } = await newPerson()
  await newPerson()
  const clinic = await world.newAccount('Clinic')
  await world.join(clinic, { email, role: 'viewer' })
  const { data } = await listOwnAccounts(world.deps, session)
  expect(data.map(({ id, name }) => [id, name])).toEqual([
    [accountId, 'Practice'],
    [clinic, 'Clinic'],
  ])
})

test('nobody sees or ends the sessions of another person', async () => {
  const [own, other] = [await newPerson(), await newPerson()]
  expect(await list(own.session)).toHaveLength(1)
  expect(await revokeSession(world.deps, STRANGER, own.session, other.session.id)).toMatchObject({
    refusal: { code: 'not_found' },
  })
  expect(await findSession(world.deps, other.token)).toBeDefined()
})

test('signing out takes the session off the list', async () => {
  const { email, session, token } = await newPerson()
  const other = await signIn(email, 'other')
  await endSession(world.deps, session)
  expect(await findSession(world.deps, token)).toBeUndefined()
  expect((await list(other.session)).map(({ device }) => device)).toEqual(['other'])
})

test('the list says when a session was last used, to the hour', async () => {
  const { session, token } = await newPerson()
  const seenAt = async (now: string) => {
    world.clock.moveTo(Date.parse(now))
    await findSession(world.deps, token)
    const [listed] = await list(session)
    return new Date((listed?.lastSeenAtEpochSeconds ?? 0) * 1000).toISOString()
  }
  expect(await seenAt('2026-04-20T08:59:59Z')).toBe('2026-04-20T08:00:00.000Z')
  expect(await seenAt('2026-04-20T09:00:00Z')).toBe('2026-04-20T09:00:00.000Z')
  expect(await seenAt('2026-04-20T09:30:00Z')).toBe('2026-04-20T09:00:00.000Z')
})

test('an expired session is neither listed nor found', async () => {
  const { email, session, token } = await newPerson()
  world.clock.moveTo(Date.parse('2026-04-27T08:00:00Z'))
  expect(await findSession(world.deps, token)).toBeUndefined()
  const later = await signIn(email, 'later')
  expect((await list(later.session)).map(({ sessionId }) => sessionId)).not.toContain(session.id)
})

test('switching replaces the session by one in the other account, with the same end', async () => {
  const { email, session, token } = await newPerson()
  const clinic = await world.newAccount('Clinic')
  await world.join(clinic, { email, role: 'viewer' })
  world.clock.moveTo(Date.parse('2026-04-20T10:00:00Z'))
  const { issued } = accepted(await switchAccount(world.deps, STRANGER, session, clinic))
  expect(await findSession(world.deps, token)).toBeUndefined()
  expect(issued.token).not.toBe(token)
  expect(await findSession(world.deps, issued.token)).toMatchObject({
    accountId: clinic,
    method: 'link',
    signedInAtEpochSeconds: Date.parse(NOW) / 1000,
    expiresAtEpochSeconds: session.expiresAtEpochSeconds,
    grant: { scopes: ['read'], memberRole: 'viewer' },
  })
  expect(await switchAccount(world.deps, STRANGER, session, clinic)).toEqual({
    ok: false,
    refusal: { code: 'unauthenticated' },
  })
})

test('nobody switches to an account that is not theirs, or that only invited them', async () => {
  const { email, session } = await newPerson()
  const stranger = await world.newAccount()
  const missing = { ok: false, refusal: { code: 'not_found', resource: 'account', id: stranger } }
  expect(await switchAccount(world.deps, STRANGER, session, stranger)).toEqual(missing)
  await world.invite(stranger, { email })
  expect(await switchAccount(world.deps, STRANGER, session, stranger)).toEqual(missing)
})

test('of ending a session and switching its account at once, one takes effect', async () => {
  const clinic = await world.newAccount('Clinic')
  for (let round = 0; round < 10; round += 1) {
    const { email, session } = await newPerson()
    await world.join(clinic, { email, role: 'viewer' })
    const [switched, revoked] = await Promise.all([
      switchAccount(world.deps, STRANGER, session, clinic),
      revokeSession(world.deps, STRANGER, session, session.id),
    ])
    expect([switched.ok, revoked.ok].filter(Boolean)).toHaveLength(1)
    const token = switched.ok ? switched.value.issued.token : ''
    expect((await findSession(world.deps, token)) !== undefined).toBe(switched.ok)
  }
})

test('a session ends with its member, also before its own items are deleted', async () => {
  const { token, session, accountId } = await newPerson()
  const member = accepted(await getMember(world.deps, { accountId }, session.memberId ?? ''))
  expect(await findSession(world.deps, token)).toBeDefined()
  await transact(world.deps, { member: memberEntity.discard(member) })
  expect(await findSession(world.deps, token)).toBeUndefined()
})
