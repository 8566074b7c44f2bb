import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import type { Mail, Mailer } from '../../src/delivery/ports/mailer.ts'
import type { Member } from '../../src/identity/members/member.ts'
import { createMember, type MemberInput } from '../../src/identity/members/members.ts'
import { createAccount } from '../../src/identity/operator/operator-accounts.ts'
import type { SignedIn } from '../../src/identity/sign-in/open-member-session.ts'
import { acceptInvitation } from '../../src/identity/sign-in/redeem-link.ts'
import { requestSignInLink } from '../../src/identity/sign-in/request-link.ts'
import { type Caller, systemCaller } from '../../src/kernel/caller.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { testDependencies } from './dependencies.ts'
import type { TestStore } from './stores.ts'

/** The value of a use case that must succeed. */
export function accepted<Value>(
  result:
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly refusal: { readonly code: string } },
): Value {
  if (!result.ok) throw new Error(`refused: ${result.refusal.code}`)
  return result.value
}

let created = 0

/** Somebody who is not signed in. */
export const STRANGER: Caller = {
  accountId: '',
  requestId: 'test',
  role: 'public',
  actor: { kind: 'booker' },
  clientNetwork: '192.0.2.1',
}

/** The use cases of people on a store, with the emails that they get. */
export function peopleWorld({ store }: Pick<TestStore, 'store'>, now: string) {
  const { deps: base, clock } = testDependencies(store, now)
  const mails: Mail[] = []
  const readers: string[] = []
  const mailer: Mailer = {
    fromAddress: 'mail@example.com',
    async send(mail, accountId) {
      mails.push(mail)
      readers.push(accountId)
      return { kind: 'sent' }
    },
    close: async () => {},
  }
  const deps = { ...base, mailer, publicUrl: 'https://example.com', random: () => 0 }
  const consumers = [mailsConsumer(deps)]
  const context = { deps, isProvider: async (id: string) => id.startsWith('prv_') }

  /** Runs the work of events until the emails are written; answers the new ones. */
  async function sendMails(): Promise<readonly Mail[]> {
    const before = mails.length
    await relayOutbox(deps, { enqueue: enqueueFor(deps, consumers) }, 1_000)
    for (const consumer of consumers)
      await runQueue(deps, consumer, { limit: 1_000, concurrency: 4 })
    return mails.slice(before)
  }

  /** The token in the newest email to an address. */
  async function mailedToken(email: string): Promise<string> {
    await sendMails()
    const mail = mails.findLast(({ to }) => to.address === email)
    const token = /\/sign-in#\w+=(\w+)/.exec(mail?.text ?? '')?.[1]
    if (token === undefined) throw new Error(`no link was mailed to ${email}`)
    return token
  }

  /** A new account. */
  async function newAccount(name = 'Practice'): Promise<string> {
    created += 1
    const input = { name, slug: `people-${created}-${Date.now()}` }
    return accepted(await createAccount(deps, systemCaller('', 'test'), input)).account.id
  }

  /** Invites a person; the server itself asks. */
  const invite = async (accountId: string, input: Partial<MemberInput> & { email: string }) =>
    accepted(
      await createMember(context, systemCaller(accountId, 'test'), {
        name: 'Ada',
        role: 'scheduler',
        ...input,
      }),
    )

  /** A member who has accepted the invitation, and its first session. */
  async function join(
    accountId: string,
    input: Partial<MemberInput> & { email: string },
  ): Promise<{ readonly member: Member; readonly signedIn: SignedIn }> {
    const member = await invite(accountId, input)
    const token = await mailedToken(input.email)
    const signedIn = accepted(await acceptInvitation(deps, STRANGER, { token, device: 'test' }))
    return { member: { ...member, version: 2, status: 'active' }, signedIn }
  }

  /** Asks for a link and reads it in the email. */
  async function askForLink(email: string) {
    const { browserSecret } = accepted(await requestSignInLink(deps, STRANGER, { email }))
    return { browserSecret, token: await mailedToken(email) }
  }

  return {
    deps,
    clock,
    context,
    mails,
    readers,
    sendMails,
    mailedToken,
    newAccount,
    invite,
    join,
    askForLink,
  }
}

/** The caller of a member with a role, as the policy made it. */
export const memberCaller = ({ accountId, id, role }: Member): Caller => ({
  accountId,
  requestId: 'test',
  role: 'account',
  actor: { kind: 'member', id },
  memberRole: role,
})
