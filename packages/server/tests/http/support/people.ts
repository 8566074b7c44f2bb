import { invitationToken } from '../../../src/identity/members/invitations.ts'
import { signInLinkToken } from '../../../src/identity/sign-in/request-link.ts'
import { taskEntity } from '../../../src/kernel/queue/task.ts'
import type { TestApp } from './app.ts'
import type { Body, Got, Sent } from './call.ts'

/** The origin of the pages of a test server. */
export const ORIGIN = 'http://localhost'

/** The cookie that an answer sets. */
export const cookieOf = (got: Got): string => got.headers.get('set-cookie')?.split(';')[0] ?? ''

/** A request as a page of the server sends it. */
export const asPage =
  ({ call }: Pick<TestApp, 'call'>, cookie: string) =>
  (method: string, path: string, body?: unknown, sent: Sent = {}): Promise<Got> =>
    call(method, path, {
      ...sent,
      key: null,
      ...(body !== undefined && { body }),
      headers: { origin: ORIGIN, cookie, 'user-agent': 'Firefox/140.0 Linux', ...sent.headers },
    })

let addresses = 0

/** An address that made no request yet, since sign-ins have a strict limit per address. */
export function newAddress(): string {
  addresses += 1
  return `198.51.${100 + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`
}

/** The tokens of the links that wait to be mailed to an address, the oldest first. */
export async function mailedTokens(
  { store, deps }: TestApp,
  email: string,
): Promise<readonly string[]> {
  const tokens: string[] = []
  for await (const items of store.scan()) {
    for (const item of items) {
      if (!item.PK.startsWith('QUEUE#mails#') || item.type !== 'sign_in.requested') continue
      const { event } = taskEntity.decode(item)
      if (event.data.email === email) tokens.push(event.id)
    }
  }
  return tokens.sort().map((eventId) => signInLinkToken(deps, eventId))
}

/** Asks for a link, and answers the token that would be mailed with the cookie of the browser. */
export async function askForLink(app: TestApp, email: string, cookie = '') {
  const asked = await asPage(app, cookie)('POST', '/v1/sign-in', { email }, { from: newAddress() })
  if (asked.status !== 202) throw new Error(`${asked.status}: ${asked.text}`)
  const tokens = await mailedTokens(app, email)
  return { cookie: cookieOf(asked), token: tokens.at(-1) ?? '' }
}

/** Invites a member of the first account, who accepts; answers the member and the session's cookie. */
export async function joinMember(
  app: TestApp,
  input: Readonly<Record<string, unknown>> & { readonly email: string },
): Promise<{ readonly member: Body; readonly cookie: string }> {
  const body = { name: 'Ada', role: 'scheduler', ...input }
  const invited = await app.call('POST', '/v1/members', { body })
  if (invited.status !== 201) throw new Error(`${invited.status}: ${invited.text}`)
  const token = invitationToken(app.deps, invited.body.id, 1)
  const from = newAddress()
  const accepted = await asPage(app, '')('POST', '/v1/sign-in/invitations', { token }, { from })
  if (accepted.status !== 200) throw new Error(`${accepted.status}: ${accepted.text}`)
  return { member: invited.body, cookie: cookieOf(accepted) }
}
