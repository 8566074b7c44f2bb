import { type ClassSession, daysOfBooking, sessionOfOwner } from '@holdfast/engine'
import type { EventType } from '../../booking/event-types/event-type.ts'
import { eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../../booking/keys.ts'
import { type Provider, providerEntity } from '../../booking/providers/provider.ts'
import { readSession } from '../../booking/seats/read-session.ts'
import type { sessionState } from '../../booking/sessions/session-state.ts'
import { accountEntity } from '../../identity/accounts/account.ts'
import { accountKey } from '../../identity/keys.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { mailLanguageOf, TEXTS } from '../languages/languages.ts'
import type { SessionMessage } from '../texts.ts'
import { type Attending, attendingOf } from './attending.ts'
import { titleOf } from './invitation.ts'
import type { Rows, WrittenMail } from './mail-body.ts'
import { sessionNoticeFor } from './other-notices.ts'
import { type MailTo, type SendDependencies, sendAll, subjectOf } from './send-mails.ts'
import { invitationOfSession, providersIn, type SessionContext } from './session-invitation.ts'
import { recordInvited } from './session-mark.ts'
import { timeText } from './time-text.ts'

/** The dependencies of emails about whole sessions. */
export interface SessionMailDependencies extends SendDependencies {
  readonly publicUrl: string
}

type State = ReturnType<typeof sessionState>

// The server itself writes the data of `session.*` events, so it needs no check here.
const statesOf = ({ data }: DomainEvent) =>
  data as unknown as { readonly session: State; readonly previous?: State }

/**
 * Emails each provider of a session once about a change of all of it, with the one invitation that they have of it. A
 * change that another one has replaced has no emails.
 */
export async function mailAboutSession(
  deps: SessionMailDependencies,
  task: Task,
): Promise<Attempt> {
  const { event } = task
  const at = sessionOfOwner(event.resourceId)
  const stored = at && (await readSession(deps, at))
  if (stored === undefined) return { kind: 'done' }
  const { session } = stored
  const { session: reported, previous } = statesOf(event)
  const context = await sessionContext(deps, session)
  if (context === undefined) return { kind: 'done' }
  const before = previous && (await readProviders(deps, providerIdsOf(previous)))
  const now = epochSeconds(deps.clock)
  const mails: MailTo[] = []
  const marks: { session: ClassSession; providerId: string; isInvited: boolean }[] = []
  const assigned = providersIn(context)
  const isMove = reported.movedFrom !== null
  for (const attending of attendingOf({
    provider: context.provider,
    assigned,
    ...(before && { previous: before }),
  })) {
    const message = sessionNoticeFor(event.type, 'provider', {
      part: attending.part,
      isMove,
      isTaken: reported.taken > 0,
      isClosed: session.closed !== undefined,
    })
    if (message === undefined) continue
    const mail = sessionMail(context, attending, message, {
      eventId: event.id,
      now,
      ...(isMove && { movedFromEpochSeconds: Date.parse(reported.movedFrom as string) / 1000 }),
    })
    mails.push(['provider', mail])
    if (mail?.invitation === undefined) continue
    const isInvited = mail.invitation.method === 'REQUEST'
    marks.push({ session, providerId: attending.provider.id, isInvited })
  }
  const sent = await sendAll(deps, subjectOf(task), mails)
  if (sent.kind === 'done') await recordInvited(deps, marks)
  return sent
}

const providerIdsOf = ({ providerId, assignments }: State): readonly string[] =>
  assignments.length === 0 ? [providerId] : assignments.map((each) => each.providerId)

/** Loads what emails about a session show; undefined if its event type or provider is gone. */
export async function sessionContext(
  deps: Pick<SessionMailDependencies, 'store' | 'mailer' | 'publicUrl'>,
  session: ClassSession,
): Promise<SessionContext | undefined> {
  const { accountId, eventTypeId, assignments } = session
  const eventType = await eventTypeEntity.read(deps.store, eventTypeKey(eventTypeId))
  if (eventType === undefined) return undefined
  const ids = assignments?.map(({ providerId }) => providerId) ?? []
  const [owner] = await readProviders(deps, [eventType.providerId])
  const assigned = assignments && (await readProviders(deps, ids))
  const account = await accountEntity.read(deps.store, accountKey(accountId))
  const provider = owner ?? assigned?.[0]
  return provider && contextOf(deps, { session, eventType, provider, assigned }, account?.locale)
}

const contextOf = (
  { mailer, publicUrl }: Pick<SessionMailDependencies, 'mailer' | 'publicUrl'>,
  subject: {
    readonly session: ClassSession
    readonly eventType: EventType
    readonly provider: Provider
    readonly assigned: readonly Provider[] | undefined
  },
  locale: string | undefined,
): SessionContext => ({
  session: subject.session,
  eventType: subject.eventType,
  provider: subject.provider,
  ...(subject.assigned && { assigned: subject.assigned }),
  fromAddress: mailer.fromAddress,
  language: mailLanguageOf(locale),
  dashboardUrl: `${publicUrl}/dashboard/classes/${subject.eventType.id}`,
})

async function readProviders(
  { store }: Pick<Dependencies, 'store'>,
  ids: readonly string[],
): Promise<readonly Provider[]> {
  const items = await readItems(store, ids.map(providerKey))
  return items.flatMap((item) => (item ? [providerEntity.decode(item)] : []))
}

/** Whether a provider is among those of a session. */
export const takesPart = (context: SessionContext, { id }: Pick<Provider, 'id'>): boolean =>
  providersIn(context).some((each) => each.id === id)

/** What an email about a session reports beside the session. */
interface Report {
  readonly eventId: string
  readonly now: number
  readonly movedFromEpochSeconds?: number
}

/** Writes the email about a whole session to one of its providers, in the language of the account. */
export function sessionMail(
  context: SessionContext,
  { provider: reader, part }: Attending,
  message: SessionMessage,
  { eventId, now, movedFromEpochSeconds: from }: Report,
): WrittenMail | undefined {
  if (reader.email === undefined) return undefined
  const { session, eventType, provider, language, dashboardUrl } = context
  const { startEpochSeconds: start, endEpochSeconds: end, closed, used } = session
  const days = daysOfBooking(session) ?? [session]
  const words = TEXTS[language].bookings
  const { messages, seats, taken } = TEXTS[language].sessions
  const { subject, lead } = messages[message]
  const title = titleOf(context, language)
  const when = (at: number) => timeText(at, at + end - start, reader.timeZone, words)
  const reason = closed?.kind === 'cancelled' ? closed.reason : undefined
  const capacity = eventType.seats?.capacity ?? used
  const rows: Rows = [
    [words.rows.what, title],
    ...days.map(
      (day) =>
        [
          words.rows.when,
          timeText(day.startEpochSeconds, day.endEpochSeconds, reader.timeZone, words),
        ] as const,
    ),
    ...(from === undefined ? [] : [[words.rows.previousTime, when(from)] as const]),
    [
      words.rows.with,
      providersIn(context)
        .map(({ name }) => name)
        .join(', '),
    ],
    ...(message === 'cancelled' || message === 'emptied'
      ? []
      : [[seats, taken(used, capacity)] as const]),
    ...(reason === undefined ? [] : [[words.rows.reason, reason] as const]),
  ]
  const links = [{ url: dashboardUrl, label: words.links.open }]
  return {
    id: `${eventId}.${reader.id}.${message}`,
    fromName: provider.name,
    to: { name: reader.name, address: reader.email },
    subject: subject(title),
    body: { lead, rows, links, language, receiver: 'staff' },
    // A team that takes no part of it gets no entry in its calendar.
    ...((part === 'leaves' || takesPart(context, reader)) && {
      invitation: invitationOfSession(context, now, {
        isOver: message === 'cancelled' || message === 'emptied',
        ...(part === 'leaves' && { leaver: reader }),
      }),
    }),
  }
}
