import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accepted, peopleWorld, STRANGER } from '../../../tests/support/people-world.ts'
import { ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { getAccount, updateAccount } from '../accounts/accounts.ts'
import { getMember } from '../members/members.ts'
import { findSession } from '../sessions/sessions.ts'
import { acceptInvitation, type FollowedSignInLink, redeemSignInLink } from './redeem-link.ts'
import { requestSignInLink } from './request-link.ts'
import { createOperatorLink, setUpOwner } from './setup.ts'

const NOW = '2026-04-20T08:00:00Z'
const INVALID = { ok: false, refusal: { code: 'sign_in_invalid' } }

let opened: TestStore
let world: ReturnType<typeof peopleWorld>
beforeAll(async () => {
  opened = await openTestStore()
  world = peopleWorld(opened, NOW)
})
beforeEach(() => world.clock.moveTo(Date.parse(NOW)))
afterAll(() => opened.close())

const redeem = (link: Omit<FollowedSignInLink, 'device'>) =>
  redeemSignInLink(world.deps, STRANGER, { ...link, device: 'Firefox on Linux' })

let people = 0

/** A member of a new account, and the address. */
async function newPerson() {
  people += 1
  const email = `person${people}@example.com`
  const accountId = await world.newAccount()
  const { member } = await world.join(accountId, { email, role: 'scheduler' })
  return { email, accountId, member }
}

test('a mailed link signs the member in, in the browser that asked for it', async () => {
  const { email, accountId, member } = await newPerson()
  const signedIn = accepted(await redeem(await world.askForLink(email)))
  expect(signedIn.memberships.map(({ account }) => account.id)).toEqual([accountId])
  expect(await findSession(world.deps, signedIn.issued?.token ?? '')).toEqual({
    id: expect.stringMatching(/^ses_/),
    tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    accountId,
    memberId: member.id,
    method: 'link',
    signedInAtEpochSeconds: Date.parse(NOW) / 1000,
    expiresAtEpochSeconds: Date.parse('2026-04-27T08:00:00Z') / 1000,
    grant: {
      actor: { kind: 'member', id: member.id },
      scopes: ['read', 'bookings'],
      memberRole: 'scheduler',
    },
  })
})

test('a link works once, for 15 minutes, unaltered, and in no other browser', async () => {
  const { email } = await newPerson()
  const { token, browserSecret } = await world.askForLink(email)
  const other = await world.askForLink(email)
  expect(await redeem({ token })).toEqual(INVALID)
  expect(await redeem({ token, browserSecret: other.browserSecret })).toEqual(INVALID)
  expect(await redeem({ token: `${token}x`, browserSecret })).toEqual(INVALID)
  expect((await redeem({ token, browserSecret })).ok).toBe(true)
  expect(await redeem({ token, browserSecret })).toEqual(INVALID)
  world.clock.moveTo(Date.parse('2026-04-20T08:15:00Z'))
  expect(await redeem(other)).toEqual(INVALID)
})

test('two links that one browser asked for both work', async () => {
  const { email } = await newPerson()
  const first = await world.askForLink(email)
  const { browserSecret } = first
  accepted(await requestSignInLink(world.deps, STRANGER, { email, browserSecret }))
  const second = await world.mailedToken(email)
  expect((await redeem({ token: second, browserSecret })).ok).toBe(true)
  expect((await redeem(first)).ok).toBe(true)
})

test('the token of a link is stored nowhere, and neither is the secret of the browser', async () => {
  const { email } = await newPerson()
  const { token, browserSecret } = await world.askForLink(email)
  const stored: string[] = []
  for await (const items of opened.store.scan()) stored.push(JSON.stringify(items))
  expect(stored.join().includes(token)).toBe(false)
  expect(stored.join().includes(browserSecret)).toBe(false)
})

test('an unknown address gets no email, and nothing of its request stays for good', async () => {
  const email = 'nobody@example.com'
  accepted(await requestSignInLink(world.deps, STRANGER, { email }))
  const ends: unknown[] = []
  for await (const items of opened.store.scan()) {
    for (const item of items) if (JSON.stringify(item).includes(email)) ends.push(item.ttl)
  }
  const end = Date.parse('2026-04-20T08:15:00Z') / 1000
  expect(ends).toEqual([end, end])
  const mails = await world.sendMails()
  expect(mails.filter(({ to }) => to.address === email)).toEqual([])
})

test("sign-in emails are in the language that was asked for, and in nobody's mailbox", async () => {
  const { email } = await newPerson()
  const before = world.mails.length
  for (const locale of ['en', 'de-AT']) {
    accepted(await requestSignInLink(world.deps, STRANGER, { email, locale }))
    await world.sendMails()
  }
  expect(world.mails.slice(before).map(({ subject }) => subject)).toEqual([
    'Your sign-in link',
    'Ihr Link zum Anmelden',
  ])
  expect(world.readers.slice(before)).toEqual(['', ''])
})

test('too many requests from a network or for an address are refused alike, known or not', async () => {
  const { email } = await newPerson()
  const ask = async (to: string, clientNetwork: string) => {
    const asked = await requestSignInLink(world.deps, { ...STRANGER, clientNetwork }, { email: to })
    return asked.ok ? 'accepted' : asked.refusal
  }
  const answers = async (to: string) => {
    const all: unknown[] = []
    for (let n = 0; n < 6; n += 1) all.push(await ask(to, `198.51.100.${n}`))
    return all
  }
  const limited = {
    code: 'rate_limited',
    reason:
      'Too many sign-in emails were requested from this network or for this address. Retry in 600 s, or sign in with a passkey.',
    retryAfterSeconds: 600,
  }
  const five = Array.from({ length: 5 }, () => 'accepted')
  expect(await answers(email)).toEqual([...five, limited])
  expect(await answers('unknown@example.com')).toEqual([...five, limited])
  const network = '203.0.113.9'
  for (let n = 0; n < 20; n += 1) expect(await ask(`n${n}@example.com`, network)).toBe('accepted')
  expect(await ask('n20@example.com', network)).toEqual(limited)
})

test('who belongs to several accounts chooses, and the link stays usable until then', async () => {
  const { email, accountId } = await newPerson()
  const second = await world.newAccount('Clinic')
  await world.join(second, { email, role: 'viewer' })
  const link = await world.askForLink(email)
  const asked = accepted(await redeem(link))
  expect(asked.issued).toBeUndefined()
  expect(asked.memberships.map(({ account }) => account.id).sort()).toEqual(
    [accountId, second].sort(),
  )
  expect(await redeem({ ...link, accountId: await world.newAccount() })).toEqual(INVALID)
  const chosen = accepted(await redeem({ ...link, accountId: second }))
  expect(chosen.issued?.session.grant.scopes).toEqual(['read'])
  expect(await redeem({ ...link, accountId: second })).toEqual(INVALID)
})

test('an invitation that was not accepted does not change how a member signs in', async () => {
  const { email, accountId } = await newPerson()
  await world.invite(await world.newAccount('Stranger'), { email })
  await world.sendMails()
  const signedIn = accepted(await redeem(await world.askForLink(email)))
  expect(signedIn.issued?.account.id).toBe(accountId)
})

test('a link by email also accepts the only invitation of a person', async () => {
  const accountId = await world.newAccount()
  const email = 'lost-the-mail@example.com'
  const { id } = await world.invite(accountId, { email })
  const invitation = await world.mailedToken(email)
  accepted(await redeem(await world.askForLink(email)))
  expect(accepted(await getMember(world.deps, { accountId }, id)).status).toBe('active')
  const again = { token: invitation, device: 'test' }
  expect(await acceptInvitation(world.deps, STRANGER, again)).toEqual(INVALID)
})

test('an invitation works once, for 7 days, in any browser', async () => {
  const accountId = await world.newAccount()
  const accept = (token: string) =>
    acceptInvitation(world.deps, STRANGER, { token, device: 'test' })
  await world.invite(accountId, { email: 'late@example.com' })
  const late = await world.mailedToken('late@example.com')
  await world.invite(accountId, { email: 'early@example.com' })
  const early = await world.mailedToken('early@example.com')
  expect((await accept(early)).ok).toBe(true)
  expect(await accept(early)).toEqual(INVALID)
  world.clock.moveTo(Date.parse('2026-04-27T08:00:00Z'))
  expect(await accept(late)).toEqual(INVALID)
})

test('if the account requires passkeys, a link opens a session that can only register one', async () => {
  const { email, accountId } = await newPerson()
  const caller = systemCaller(accountId, 'test')
  const before = accepted(await redeem(await world.askForLink(email)))
  accepted(await updateAccount(world.deps, caller, { requiresPasskeys: true }))
  expect((await findSession(world.deps, before.issued?.token ?? ''))?.grant.scopes).toEqual([])
  const after = accepted(await redeem(await world.askForLink(email)))
  expect(after.issued?.session.grant.scopes).toEqual([])
})

test('the setup link makes the first owner once, and no second one', async () => {
  const accountId = await world.newAccount()
  const purpose = { kind: 'setup', accountId } as const
  const [first, second] = [
    await createOperatorLink(world.deps, purpose),
    await createOperatorLink(world.deps, purpose),
  ]
  const setUp = (token: string, email: string) =>
    setUpOwner(world.deps, STRANGER, { token, email, name: 'Olga', device: 'test' })
  const signedIn = accepted(await setUp(first, 'olga@example.com'))
  expect(signedIn.issued?.session).toMatchObject({ method: 'setup', accountId })
  expect((await getAccount(world.deps, accountId)).auditDays).toBe(90)
  expect(await setUp(first, 'olga@example.com')).toEqual(INVALID)
  expect(await setUp(second, 'eve@example.com')).toEqual(INVALID)
})

test('the setup link ends after a day, and takes no address of another account', async () => {
  const { email } = await newPerson()
  const accountId = await world.newAccount()
  const token = await createOperatorLink(world.deps, { kind: 'setup', accountId })
  const setUp = (address: string) =>
    setUpOwner(world.deps, STRANGER, { token, email: address, name: 'Olga', device: 'test' })
  expect(await setUp(email)).toMatchObject({ refusal: { code: 'validation_failed' } })
  world.clock.moveTo(Date.parse('2026-04-21T08:00:00Z'))
  expect(await setUp('late-owner@example.com')).toEqual(INVALID)
})

test('a member with the address of the setup link becomes the owner', async () => {
  const accountId = await world.newAccount()
  const email = 'becomes-owner@example.com'
  const { id } = await world.invite(accountId, { email, role: 'provider', providerIds: ['prv_1'] })
  const token = await createOperatorLink(world.deps, { kind: 'setup', accountId })
  accepted(await setUpOwner(world.deps, STRANGER, { token, email, name: 'Olga', device: 'test' }))
  const member = accepted(await getMember(world.deps, { accountId }, id))
  expect(member).toMatchObject({ role: 'owner', status: 'active', name: 'Olga' })
  expect([member.providerIds, member.invitation]).toEqual([undefined, undefined])
})

test.for(ENGINES)(
  'a link that is followed twice at once opens one session on %s',
  async (engine) => {
    const race = engine === 'sqlite' ? undefined : await openTestStore(engine)
    try {
      const { deps, newAccount, join, askForLink } = race ? peopleWorld(race, NOW) : world
      const accountId = await newAccount()
      await join(accountId, { email: 'race@example.com' })
      for (let round = 0; round < 4; round += 1) {
        const link = { ...(await askForLink('race@example.com')), device: 'test' }
        const outcomes = await Promise.all(
          Array.from({ length: 6 }, () => redeemSignInLink(deps, STRANGER, link)),
        )
        expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
        expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 5 }, () => INVALID))
      }
      const tokens = await Promise.all(
        [0, 1].map(() => createOperatorLink(deps, { kind: 'setup', accountId })),
      )
      const owners = await Promise.all(
        tokens.map((token, n) =>
          setUpOwner(deps, STRANGER, {
            token,
            email: `o${n}@x.example`,
            name: 'O',
            device: 'test',
          }),
        ),
      )
      expect(owners.filter(({ ok }) => ok)).toHaveLength(1)
    } finally {
      await race?.close()
    }
  },
)
