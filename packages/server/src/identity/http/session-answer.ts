import type { Session } from '@holdfast/contracts'
import type { Grant } from '../../kernel/access/grant.ts'
import type { Session as SignedInSession } from '../../kernel/caller.ts'
import { type Answer, type Json, json } from '../../kernel/http/answer.ts'
import type { HttpSettings } from '../../kernel/http/context.ts'
import { sessionCookie } from '../../kernel/http/session-cookie.ts'
import { instantText } from '../../kernel/representations.ts'
import type { Account } from '../accounts/account.ts'
import { brandRepresentation } from '../accounts/account-representation.ts'
import type { Member } from '../members/member.ts'
import { type IssuedSession, SESSION_SECONDS } from '../sessions/session-item.ts'
import type { SignedIn } from '../sign-in/open-member-session.ts'

/** What the operator of the server has set up, as the dashboard needs to know. */
export type ServerFeatures = Session['features']

/** What the answers to sign-ins need. */
export interface SessionAnswers {
  readonly settings: Pick<HttpSettings, 'publicUrl'>
  readonly features: () => ServerFeatures
}

/** Who calls, in which account, and by which session. */
export interface SessionFacts {
  readonly account: Pick<Account, 'id' | 'name' | 'brand'>
  readonly grant: Pick<Grant, 'scopes' | 'providerIds'>
  /** Absent if the request used an API key directly. */
  readonly session?: SignedInSession | undefined
  readonly member?: Member | undefined
}

/** The representation of the caller's session. */
export const sessionRepresentation = (
  { features }: SessionAnswers,
  { account, grant, session, member }: SessionFacts,
) => ({
  account: {
    id: account.id,
    name: account.name,
    brand: account.brand ? brandRepresentation(account.brand) : null,
  },
  apiKeyId: session?.keyId ?? null,
  member: member
    ? { id: member.id, name: member.name, email: member.email, role: member.role }
    : null,
  scopes: grant.scopes,
  providerIds: grant.providerIds ?? null,
  signedInAt: session ? instantText(session.signedInAtEpochSeconds) : null,
  expiresAt: session ? instantText(session.expiresAtEpochSeconds) : null,
  features: features(),
})

/** A response with the cookie of a new session. */
export function withSession({ settings }: SessionAnswers, view: Json, token: string): Answer {
  const answer = json(view)
  const cookie = sessionCookie(settings, token, SESSION_SECONDS)
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
}

/** The response to a new session of an API key or a member. */
export const sessionAnswer = (
  answers: SessionAnswers,
  { session, account, token }: IssuedSession,
  member?: Member,
): Answer => {
  const facts = { account, session, grant: session.grant, member }
  return withSession(answers, sessionRepresentation(answers, facts), token)
}

/** The response to a sign-in: the session with its cookie, or the accounts to choose from. */
export function signedInAnswer(answers: SessionAnswers, { issued, memberships }: SignedIn): Answer {
  const accounts = memberships.map(({ account: { id, name } }) => ({ id, name }))
  if (issued === undefined) return json({ session: null, accounts })
  const { session, account, token } = issued
  const member = memberships.find((each) => each.account.id === account.id)?.member
  const facts = { account, session, grant: session.grant, member }
  return withSession(answers, { session: sessionRepresentation(answers, facts), accounts }, token)
}
