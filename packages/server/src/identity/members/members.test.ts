import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accepted,
  memberCaller,
  peopleWorld,
  STRANGER,
} from '../../../tests/support/people-world.ts'
import { ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { getAccount, updateAccount } from '../accounts/accounts.ts'
import { findSession } from '../sessions/sessions.ts'
import { acceptInvitation } from '../sign-in/redeem-link.ts'
import type { Member } from './member.ts'
import {
  createMember,
  getMember,
  listMembers,
  removeMember,
  resendInvitation,
  updateMember,
} from './members.ts'

const NOW = '2026-04-20T08:00:00Z'

let opened: TestStore
let world: ReturnType<typeof peopleWorld>
beforeAll(async () => {
  opened = await openTestStore()
  world = peopleWorld(opened, NOW)
})
afterAll(() => opened.close())

const keyCaller = (accountId: string) =>
  ({
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'key', id: 'key_1' },
  }) as const

const owner = { name: 'Olga', role: 'owner' } as const
const scheduler = { name: 'Sven', role: 'scheduler' } as const

test('a member is invited, and active after accepting the invitation', async () => {
  const accountId = await world.newAccount()
  const invited = await world.invite(accountId, { ...scheduler, email: 'sven@example.com' })
  expect(invited).toMatchObject({ status: 'invited', role: 'scheduler', version: 1 })
  const token = await world.mailedToken('sven@example.com')
  accepted(await acceptInvitation(world.deps, STRANGER, { token, device: 'test' }))
  const found = accepted(await getMember(world.deps, { accountId }, invited.id))
  expect(found).toMatchObject({ status: 'active', version: 2 })
  expect(found.invitation).toBeUndefined()
})

test('the first member turns on the audit log for 90 days, and no later one turns it on again', async () => {
  const accountId = await world.newAccount()
  const caller = systemCaller(accountId, 'test')
  const auditDays = async () => (await getAccount(world.deps, accountId)).auditDays
  // A change of something else stores the other settings as well.
  accepted(await updateAccount(world.deps, caller, { name: 'Renamed' }))
  expect(await auditDays()).toBe(0)
  await world.invite(accountId, { email: 'first@example.com' })
  expect(await auditDays()).toBe(90)
  accepted(await updateAccount(world.deps, caller, { auditDays: 0 }))
  await world.invite(accountId, { email: 'second@example.com' })
  expect(await auditDays()).toBe(0)
})

test('the first member leaves a log alone that the account keeps already', async () => {
  const accountId = await world.newAccount()
  const caller = systemCaller(accountId, 'test')
  accepted(await updateAccount(world.deps, caller, { auditDays: 7 }))
  await world.invite(accountId, { email: 'kept@example.com' })
  expect((await getAccount(world.deps, accountId)).auditDays).toBe(7)
})

test('an address is a member of an account once, and of several accounts', async () => {
  const [first, second] = [await world.newAccount(), await world.newAccount()]
  const email = 'twice@example.com'
  await world.invite(first, { email })
  await world.invite(second, { email })
  const again = await createMember(world.context, systemCaller(first, 'test'), {
    ...scheduler,
    email,
  })
  expect(again).toEqual({ ok: false, refusal: { code: 'member_exists', email } })
})

test('the role "provider" needs providers of the account, and an owner sees all', async () => {
  const caller = systemCaller(await world.newAccount(), 'test')
  const create = async (role: Member['role'], providerIds?: readonly string[]) => {
    const input = { name: 'P', email: 'p@example.com', role, providerIds }
    const created = await createMember(world.context, caller, input)
    return created.ok ? created.value.providerIds : created.refusal
  }
  const refusedAt = (pointer: string) => ({
    code: 'validation_failed',
    errors: [{ pointer, message: expect.any(String) }],
  })
  expect(await create('provider')).toEqual(refusedAt('/providerIds'))
  expect(await create('owner', ['prv_1'])).toEqual(refusedAt('/providerIds'))
  expect(await create('provider', ['prv_1', 'other_2'])).toEqual(refusedAt('/providerIds/1'))
  expect(await create('provider', ['prv_1'])).toEqual(['prv_1'])
})

test('a new role without a restriction ends the restriction to providers', async () => {
  const accountId = await world.newAccount()
  const email = 'promoted@example.com'
  const { id } = await world.invite(accountId, { email, role: 'provider', providerIds: ['prv_1'] })
  const caller = systemCaller(accountId, 'test')
  const change = (to: Parameters<typeof updateMember>[3]) =>
    updateMember(world.context, caller, id, to)
  expect(accepted(await change({ name: 'Paula' }))).toMatchObject({ providerIds: ['prv_1'] })
  expect(accepted(await change({ role: 'viewer' }))).toMatchObject({ providerIds: ['prv_1'] })
  expect(accepted(await change({ providerIds: null })).providerIds).toBeUndefined()
  expect(accepted(await change({ providerIds: ['prv_2'] })).providerIds).toEqual(['prv_2'])
  expect(accepted(await change({ role: 'admin' })).providerIds).toBeUndefined()
})

test('only owners create, change and remove owners', async () => {
  const accountId = await world.newAccount()
  const first = await world.join(accountId, { ...owner, email: 'o1@example.com' })
  const admin = await world.join(accountId, { role: 'admin', email: 'a1@example.com' })
  const forbidden = { ok: false, refusal: { code: 'forbidden', reason: expect.any(String) } }
  for (const caller of [memberCaller(admin.member), keyCaller(accountId)]) {
    const input = { ...owner, email: 'o2@example.com' }
    expect(await createMember(world.context, caller, input)).toEqual(forbidden)
    expect(await updateMember(world.context, caller, first.member.id, { name: 'X' })).toEqual(
      forbidden,
    )
    expect(await updateMember(world.context, caller, admin.member.id, { role: 'owner' })).toEqual(
      forbidden,
    )
    expect(await removeMember(world.deps, caller, first.member.id)).toEqual(forbidden)
  }
  const asOwner = memberCaller(first.member)
  const promoted = await updateMember(world.context, asOwner, admin.member.id, { role: 'owner' })
  expect(accepted(promoted).role).toBe('owner')
})

test('a key can create the first owner of an account', async () => {
  const accountId = await world.newAccount()
  const input = { ...owner, email: 'key-owner@example.com' }
  expect((await createMember(world.context, keyCaller(accountId), input)).ok).toBe(true)
})

test('the last owner who can sign in stays: an invited one is not enough', async () => {
  const accountId = await world.newAccount()
  const { member } = await world.join(accountId, { ...owner, email: 'last@example.com' })
  await world.invite(accountId, { ...owner, email: 'invited-owner@example.com' })
  const caller = memberCaller(member)
  const refused = { ok: false, refusal: { code: 'last_owner' } }
  expect(await removeMember(world.deps, caller, member.id)).toEqual(refused)
  expect(await updateMember(world.context, caller, member.id, { role: 'admin' })).toEqual(refused)
  await world.join(accountId, { ...owner, email: 'second-owner@example.com' })
  expect(await removeMember(world.deps, caller, member.id)).toEqual({ ok: true, value: undefined })
})

test('removing a member ends its sessions and its invitation, and leaves no item behind', async () => {
  const accountId = await world.newAccount()
  const email = 'leaving@example.com'
  const { member, signedIn } = await world.join(accountId, { ...scheduler, email })
  const token = signedIn.issued?.token ?? ''
  expect(await findSession(world.deps, token)).toMatchObject({ memberId: member.id })
  accepted(await removeMember(world.deps, systemCaller(accountId, 'test'), member.id))
  expect(await findSession(world.deps, token)).toBeUndefined()
  const invited = await world.invite(accountId, { ...scheduler, email })
  const link = await world.mailedToken(email)
  accepted(await removeMember(world.deps, systemCaller(accountId, 'test'), invited.id))
  expect(await acceptInvitation(world.deps, STRANGER, { token: link, device: 'test' })).toEqual({
    ok: false,
    refusal: { code: 'sign_in_invalid' },
  })
  const left: string[] = []
  for await (const items of opened.store.scan()) {
    for (const item of items) {
      const isLog = item.PK.includes('#EVENT') || item.PK.startsWith('MAIL#')
      if (!isLog && JSON.stringify(item).includes(email)) left.push(item.PK)
    }
  }
  expect(left).toEqual([])
})

test('a change of role takes effect on the open sessions of the member', async () => {
  const accountId = await world.newAccount()
  const email = 'changed@example.com'
  const { member, signedIn } = await world.join(accountId, { role: 'admin', email })
  const caller = systemCaller(accountId, 'test')
  accepted(
    await updateMember(world.context, caller, member.id, {
      role: 'viewer',
      providerIds: ['prv_9'],
    }),
  )
  expect((await findSession(world.deps, signedIn.issued?.token ?? ''))?.grant).toEqual({
    actor: { kind: 'member', id: member.id },
    scopes: ['read'],
    providerIds: ['prv_9'],
    memberRole: 'viewer',
  })
})

test('a new invitation ends the link of the one before, and an active member needs none', async () => {
  const accountId = await world.newAccount()
  const email = 'again@example.com'
  const { id } = await world.invite(accountId, { ...scheduler, email })
  const first = await world.mailedToken(email)
  const caller = systemCaller(accountId, 'test')
  accepted(await resendInvitation(world.deps, caller, id))
  const second = await world.mailedToken(email)
  expect(second).not.toBe(first)
  const accept = (token: string) =>
    acceptInvitation(world.deps, STRANGER, { token, device: 'test' })
  expect((await accept(first)).ok).toBe(false)
  expect((await accept(second)).ok).toBe(true)
  expect(await resendInvitation(world.deps, caller, id)).toEqual({
    ok: false,
    refusal: { code: 'member_active', memberId: id },
  })
})

test('members of another account are not found', async () => {
  const [own, other] = [await world.newAccount(), await world.newAccount()]
  const { id } = await world.invite(other, { email: 'other@example.com' })
  const caller = systemCaller(own, 'test')
  const missing = { ok: false, refusal: { code: 'not_found', resource: 'member', id } }
  expect(await getMember(world.deps, caller, id)).toEqual(missing)
  expect(await updateMember(world.context, caller, id, { name: 'X' })).toEqual(missing)
  expect(await removeMember(world.deps, caller, id)).toEqual(missing)
  expect((await listMembers(world.deps, caller, { limit: 10 })).data).toEqual([])
})

test.for(ENGINES)('two owners who leave at once leave one owner behind on %s', async (engine) => {
  const stores = await openTestStore(engine)
  try {
    const { deps, newAccount, join } = peopleWorld(stores, NOW)
    // Like another server, with a connection of its own.
    const other = peopleWorld({ store: await stores.another() }, NOW)
    for (let round = 0; round < 5; round += 1) {
      const accountId = await newAccount()
      const [first, second] = [
        await join(accountId, { ...owner, email: `x${round}@example.com` }),
        await join(accountId, { ...owner, email: `y${round}@example.com` }),
      ]
      const outcomes = await Promise.all([
        removeMember(deps, memberCaller(first.member), first.member.id),
        updateMember(other.context, memberCaller(second.member), second.member.id, {
          role: 'viewer',
        }),
      ])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      const left = await listMembers(deps, systemCaller(accountId, 'test'), { limit: 10 })
      expect(left.data.filter(({ role }) => role === 'owner')).toHaveLength(1)
    }
  } finally {
    await stores.close()
  }
})
