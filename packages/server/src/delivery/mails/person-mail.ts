import { accountEntity } from '../../identity/accounts/account.ts'
import { hashedSecret } from '../../identity/api-keys/api-keys.ts'
import { accountKey, memberKey } from '../../identity/keys.ts'
import { invitationToken } from '../../identity/members/invitations.ts'
import { memberEntity } from '../../identity/members/member.ts'
import { membershipsOf } from '../../identity/members/memberships.ts'
import { findAnyLink, isLinkFor, type LinkFor } from '../../identity/sign-in/redeem-link.ts'
import { signInLinkToken } from '../../identity/sign-in/request-link.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { shownEmail } from '../../kernel/shown-email.ts'
import { staffMailLanguageOf } from '../languages/languages.ts'
import type { StaffMailLanguage } from '../texts.ts'
import { bookerSignInMail } from './booker-sign-in-mail.ts'
import type { WrittenMail } from './mail-body.ts'
import { personNoticeFor } from './other-notices.ts'
import { type SendDependencies, sendAll, subjectOf } from './send-mails.ts'

/** What emails to people who sign in need. */
export interface PersonMailDependencies extends SendDependencies {
  readonly publicUrl: string
}

interface PersonWords {
  readonly signIn: { readonly subject: string; readonly lead: string; readonly link: string }
  readonly invitation: {
    readonly subject: (account: string) => string
    readonly lead: (account: string) => string
    readonly address: string
    readonly link: string
  }
}

const WORDS: Readonly<Record<StaffMailLanguage, PersonWords>> = {
  en: {
    signIn: {
      subject: 'Your sign-in link',
      lead: 'Open the link within 15 minutes, in the browser in which you asked for it. It works once. If you did not ask for it, ignore this email.',
      link: 'Sign in',
    },
    invitation: {
      subject: (account) => `Invitation: ${account}`,
      lead: (account) =>
        `You are invited to manage bookings of ${account}. Open the link within 7 days to accept.`,
      address: 'Sign in with',
      link: 'Accept the invitation',
    },
  },
  de: {
    signIn: {
      subject: 'Ihr Link zum Anmelden',
      lead: 'Öffnen Sie den Link innerhalb von 15 Minuten in dem Browser, in dem Sie ihn angefordert haben. Er funktioniert einmal. Falls Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.',
      link: 'Anmelden',
    },
    invitation: {
      subject: (account) => `Einladung: ${account}`,
      lead: (account) =>
        `Sie sind eingeladen, Buchungen von ${account} zu verwalten. Öffnen Sie den Link innerhalb von 7 Tagen, um die Einladung anzunehmen.`,
      address: 'Anmelden mit',
      link: 'Einladung annehmen',
    },
  },
}

const FROM_NAME = 'Holdfast'

/** Emails a person a link to sign in, or an invitation. */
export async function mailToPerson(deps: PersonMailDependencies, task: Task): Promise<Attempt> {
  const { event } = task
  const isSignIn = event.type === 'sign_in.requested'
  const found = isSignIn ? await mailedLink(deps, event) : undefined
  const mail = isSignIn ? found && (await found.write()) : await invitationMail(deps, event)
  const attempt = await sendAll(
    deps,
    {
      ...subjectOf(task),
      accountId: found?.accountId ?? event.accountId,
      isPrivate: true,
      ...(!isSignIn && { unproven: ['member'] as const }),
    },
    [[found?.accountId === undefined ? 'member' : 'booker', mail]],
  )
  // An address that a stranger typed must not stay behind as a dead letter.
  return isSignIn && attempt.kind === 'dead' ? { kind: 'done' } : attempt
}

interface MailedLink {
  /** The account that a booker signs in to. Absent for members. */
  readonly accountId?: string
  readonly write: () => Promise<WrittenMail | undefined>
}

/** The link that an event has mailed; undefined if it ended meanwhile. Its token is derived here and stored nowhere. */
async function mailedLink(
  deps: PersonMailDependencies,
  event: DomainEvent,
): Promise<MailedLink | undefined> {
  const token = signInLinkToken(deps, event.id)
  const link = await findAnyLink(deps, token)
  if (link === undefined) return undefined
  const isFor = (to: 'member' | 'booker') =>
    personNoticeFor(event.type, to, link.purpose.kind) !== undefined
  if (isLinkFor(link, 'sign-in') && isFor('member'))
    return { write: () => signInMail(deps, event, link, token) }
  if (!isLinkFor(link, 'booker') || !isFor('booker')) return undefined
  const { accountId } = link.purpose
  return { accountId, write: () => bookerSignInMail(deps, event, link, token) }
}

/** The email with a link to sign in. Undefined if nobody has the address. */
async function signInMail(
  deps: PersonMailDependencies,
  event: DomainEvent,
  link: LinkFor<'sign-in'>,
  token: string,
): Promise<WrittenMail | undefined> {
  const { email } = link.purpose
  if ((await membershipsOf(deps, email)).length === 0) return undefined
  const { locale } = event.data
  const language = staffMailLanguageOf(typeof locale === 'string' ? locale : undefined)
  const { subject, lead, link: label } = WORDS[language].signIn
  const links = [{ url: linkUrl(deps, 'token', token), label }]
  return {
    id: `${event.id}.member`,
    fromName: FROM_NAME,
    to: { address: email },
    subject,
    body: { lead, rows: [], links, language, receiver: 'staff' },
  }
}

/** The email of an invitation. Undefined if it was accepted, replaced by a newer one, or withdrawn. */
async function invitationMail(
  deps: PersonMailDependencies,
  { id, accountId, resourceId, resourceVersion }: DomainEvent,
): Promise<WrittenMail | undefined> {
  const keys = [memberKey(accountId, resourceId), accountKey(accountId)]
  const [memberItem, accountItem] = await deps.store.getMany(keys, { consistent: true })
  if (memberItem === undefined || accountItem === undefined) return undefined
  const member = memberEntity.decode(memberItem)
  const account = accountEntity.decode(accountItem)
  const token = invitationToken(deps, resourceId, resourceVersion)
  if (member.invitation?.tokenHash !== hashedSecret(deps, token)) return undefined
  const language = staffMailLanguageOf(member.locale ?? account.locale)
  const words = WORDS[language].invitation
  const name = account.brand?.name ?? account.name
  const rows = [[words.address, shownEmail(member.email)]] as const
  const links = [{ url: linkUrl(deps, 'invitation', token), label: words.link }]
  return {
    id: `${id}.member`,
    fromName: FROM_NAME,
    // Without the name: nobody has proved yet that the address is theirs.
    to: { address: member.email },
    subject: words.subject(name),
    body: { lead: words.lead(name), rows, links, language, receiver: 'staff' },
  }
}

/** The page that redeems a token. It is in the fragment, which browsers send to no server. */
const linkUrl = (
  { publicUrl }: PersonMailDependencies,
  name: 'token' | 'invitation',
  token: string,
): string => `${publicUrl}/sign-in#${name}=${token}`
