import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accepted, peopleWorld, STRANGER } from '../../../tests/support/people-world.ts'
import {
  type Ceremony,
  createSoftwareAuthenticator,
} from '../../../tests/support/software-authenticator.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createWebAuthn } from '../../adapters/webauthn/simple-web-authn.ts'
import type { Session } from '../../kernel/caller.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { updateAccount } from '../accounts/accounts.ts'
import { removeMember } from '../members/members.ts'
import {
  type BegunCeremony,
  beginPasskeySignIn,
  beginRegistration,
  deletePasskey,
  listPasskeys,
  registerPasskey,
  signInWithPasskey,
} from './passkeys.ts'

const NOW = '2026-04-20T08:00:00Z'
const INVALID = { ok: false, refusal: { code: 'sign_in_invalid' } }
const INVALID_RESPONSE = {
  refusal: { code: 'validation_failed', errors: [{ pointer: '/response' }] },
}

let opened: TestStore
let world: ReturnType<typeof peopleWorld>
let context: Parameters<typeof registerPasskey>[0]
beforeAll(async () => {
  opened = await openTestStore()
  world = peopleWorld(opened, NOW)
  context = { deps: world.deps, webAuthn: createWebAuthn('http://localhost') }
})
beforeEach(() => world.clock.moveTo(Date.parse(NOW)))
afterAll(() => opened.close())

/** The challenge in the options of a ceremony. */
const challengeOf = ({ options }: BegunCeremony) => ({ challenge: String(options.challenge) })

let people = 0

/** A member of a new account, who is signed in. */
async function newPerson() {
  people += 1
  const email = `passkey${people}@example.com`
  const accountId = await world.newAccount()
  const { member, signedIn } = await world.join(accountId, { email, role: 'scheduler' })
  if (!signedIn.issued) throw new Error('not signed in')
  return { email, accountId, member, session: signedIn.issued.session }
}

type Authenticator = ReturnType<typeof createSoftwareAuthenticator>

async function register(session: Session, authenticator: Authenticator, ceremony: Ceremony = {}) {
  const begun = accepted(await beginRegistration(context, STRANGER, session))
  const response = authenticator.register(challengeOf(begun), ceremony)
  const { challengeId } = begun
  const input = { name: 'Laptop', challengeId, response, transports: ['internal'] }
  return await registerPasskey(context, STRANGER, session, input)
}

async function signIn(authenticator: Authenticator, ceremony: Ceremony = {}, accountId?: string) {
  const begun = accepted(await beginPasskeySignIn(context, STRANGER))
  const response = authenticator.signIn(challengeOf(begun), ceremony)
  const answer = { challengeId: begun.challengeId, response, device: 'test' }
  const result = await signInWithPasskey(context, STRANGER, {
    ...answer,
    ...(accountId && { accountId }),
  })
  return { result, answer }
}

test('a passkey that was registered signs the person in without an address', async () => {
  const { session, accountId, member } = await newPerson()
  const authenticator = createSoftwareAuthenticator()
  accepted(await register(session, authenticator))
  const { result } = await signIn(authenticator)
  expect(accepted(result).issued?.session).toMatchObject({
    accountId,
    memberId: member.id,
    method: 'passkey',
  })
  const listed = await listPasskeys(world.deps, session, { limit: 10 })
  expect(listed.data).toMatchObject([
    { name: 'Laptop', counter: 1, lastUsedAtEpochSeconds: Date.parse(NOW) / 1000 },
  ])
})

test.for<[string, Ceremony]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['no user verification', { isVerified: false }],
])('a response with %s registers no passkey and signs nobody in', async ([, ceremony]) => {
  const { session } = await newPerson()
  const authenticator = createSoftwareAuthenticator()
  expect(await register(session, authenticator, ceremony)).toMatchObject(INVALID_RESPONSE)
  accepted(await register(session, authenticator))
  expect((await signIn(authenticator, ceremony)).result).toEqual(INVALID)
  expect((await signIn(authenticator)).result.ok).toBe(true)
})

test('a challenge is valid once, for 5 minutes, and for its own ceremony and person', async () => {
  const { session } = await newPerson()
  const other = await newPerson()
  const authenticator = createSoftwareAuthenticator()
  const begun = accepted(await beginRegistration(context, STRANGER, session))
  const { challengeId } = begun
  const response = authenticator.register(challengeOf(begun))
  const input = { name: 'Laptop', challengeId, response, transports: [] }
  expect(await registerPasskey(context, STRANGER, other.session, input)).toMatchObject(
    INVALID_RESPONSE,
  )
  accepted(await registerPasskey(context, STRANGER, session, input))
  expect(await registerPasskey(context, STRANGER, session, input)).toMatchObject(INVALID_RESPONSE)

  const used = await signIn(authenticator)
  expect(used.result.ok).toBe(true)
  expect(await signInWithPasskey(context, STRANGER, used.answer)).toEqual(INVALID)
  const wrongKind = accepted(await beginRegistration(context, STRANGER, session))
  const crossed = {
    challengeId: wrongKind.challengeId,
    response: authenticator.signIn(challengeOf(wrongKind)),
    device: 'test',
  }
  expect(await signInWithPasskey(context, STRANGER, crossed)).toEqual(INVALID)
  const late = accepted(await beginPasskeySignIn(context, STRANGER))
  world.clock.moveTo(Date.parse('2026-04-20T08:05:00Z'))
  const answer = authenticator.signIn(challengeOf(late))
  expect(
    await signInWithPasskey(context, STRANGER, {
      challengeId: late.challengeId,
      response: answer,
      device: 'test',
    }),
  ).toEqual(INVALID)
})

test('a counter that does not rise shows a copied authenticator, and signs nobody in', async () => {
  const { session } = await newPerson()
  const authenticator = createSoftwareAuthenticator()
  accepted(await register(session, authenticator))
  expect((await signIn(authenticator, { counter: 7 })).result.ok).toBe(true)
  expect((await signIn(authenticator, { counter: 7 })).result).toEqual(INVALID)
  expect((await signIn(authenticator, { counter: 8 })).result.ok).toBe(true)
})

test('the signature of another authenticator signs nobody in', async () => {
  const { session } = await newPerson()
  const [own, other] = [createSoftwareAuthenticator(), createSoftwareAuthenticator()]
  accepted(await register(session, own))
  expect((await signIn(other)).result).toEqual(INVALID)
  const begun = accepted(await beginPasskeySignIn(context, STRANGER))
  const { id } = own.signIn(challengeOf(begun))
  const forged = { ...other.signIn(challengeOf(begun)), id, rawId: id }
  const answer = { challengeId: begun.challengeId, response: forged, device: 'test' }
  expect(await signInWithPasskey(context, STRANGER, answer)).toEqual(INVALID)
})

test('a passkey signs in to all accounts of its person, who chooses with the same response', async () => {
  const { session, email } = await newPerson()
  const second = await world.newAccount('Clinic')
  await world.join(second, { email, role: 'viewer' })
  const authenticator = createSoftwareAuthenticator()
  accepted(await register(session, authenticator))
  const { result, answer } = await signIn(authenticator)
  expect(accepted(result)).toMatchObject({ memberships: [{}, {}] })
  expect(accepted(result).issued).toBeUndefined()
  const chosen = { ...answer, accountId: second }
  expect(accepted(await signInWithPasskey(context, STRANGER, chosen)).issued?.account.id).toBe(
    second,
  )
  expect(await signInWithPasskey(context, STRANGER, chosen)).toEqual(INVALID)
})

test('with a passkey, a member has all scopes of the role in an account that requires it', async () => {
  const { session, accountId } = await newPerson()
  const caller = systemCaller(accountId, 'test')
  accepted(await updateAccount(world.deps, caller, { requiresPasskeys: true }))
  const authenticator = createSoftwareAuthenticator()
  accepted(await register(session, authenticator))
  const { result } = await signIn(authenticator)
  expect(accepted(result).issued?.session.grant.scopes).toEqual(['read', 'bookings'])
})

test('a deleted passkey signs nobody in, and nobody deletes that of another person', async () => {
  const { session } = await newPerson()
  const other = await newPerson()
  const authenticator = createSoftwareAuthenticator()
  const { id } = accepted(await register(session, authenticator))
  expect(await deletePasskey(world.deps, STRANGER, other.session, id)).toMatchObject({
    refusal: { code: 'not_found', resource: 'passkey' },
  })
  accepted(await deletePasskey(world.deps, STRANGER, session, id))
  expect((await signIn(authenticator)).result).toEqual(INVALID)
})

test('the passkeys of a person end with the last account, and not before', async () => {
  const { session, email, accountId, member } = await newPerson()
  const second = await world.newAccount()
  const { member: otherMember } = await world.join(second, { email, role: 'viewer' })
  const authenticator = createSoftwareAuthenticator()
  accepted(await register(session, authenticator))
  accepted(await removeMember(world.deps, systemCaller(accountId, 'test'), member.id))
  expect((await signIn(authenticator)).result.ok).toBe(true)
  accepted(await removeMember(world.deps, systemCaller(second, 'test'), otherMember.id))
  expect((await signIn(authenticator)).result).toEqual(INVALID)
  const left: string[] = []
  for await (const items of opened.store.scan()) {
    for (const { PK } of items) if (PK.includes(email)) left.push(PK)
  }
  expect(left).toEqual([])
})

test('a response that is used twice at once opens one session', async () => {
  const { session } = await newPerson()
  const authenticator = createSoftwareAuthenticator()
  accepted(await register(session, authenticator))
  const begun = accepted(await beginPasskeySignIn(context, STRANGER))
  const { challengeId } = begun
  const response = authenticator.signIn(challengeOf(begun))
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () =>
      signInWithPasskey(context, STRANGER, { challengeId, response, device: 'test' }),
    ),
  )
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
})

test('an API key has no passkeys', async () => {
  expect(await listPasskeys(world.deps, undefined, { limit: 10 })).toEqual({ data: [] })
  expect(await beginRegistration(context, STRANGER, undefined)).toEqual({
    ok: false,
    refusal: { code: 'no_person' },
  })
})
