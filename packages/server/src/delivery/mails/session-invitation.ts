import {
  type ClassSession,
  calendarIdOf,
  invariant,
  isConferenceKind,
  placeOfInvitation,
  sequenceAt,
} from '@holdfast/engine'
import type { EventType } from '../../booking/event-types/event-type.ts'
import { kindOfProvider, type Provider } from '../../booking/providers/provider.ts'
import { TEXTS } from '../languages/languages.ts'
import type { MailLanguage } from '../texts.ts'
import {
  attendeesOfProviders,
  onEachDay,
  titleOf,
  type WrittenInvitation,
  written,
} from './invitation.ts'

/** A session with the data that emails and invitations of its providers show. */
export interface SessionContext {
  readonly session: ClassSession
  readonly eventType: EventType
  /** The provider of the event type. */
  readonly provider: Provider
  /** Whom and what the session takes, in order. Absent: `provider` alone. */
  readonly assigned?: readonly Provider[]
  /** The sender's address of all emails, who invites. */
  readonly fromAddress: string
  /** The language of the account. */
  readonly language: MailLanguage
  /** The page of the dashboard that shows who comes. */
  readonly dashboardUrl: string
}

/** The people and things that a session takes. */
export const providersIn = ({ provider, assigned }: SessionContext): readonly Provider[] =>
  assigned ?? [provider]

/**
 * The one invitation of a session for all its providers; of several days, one for each. It names no booker: who comes is in the dashboard.
 * `leaver`: the cancellation for a provider who has left; `isOver`: that for all of them.
 */
export function invitationOfSession(
  context: SessionContext,
  nowEpochSeconds: number,
  { leaver, isOver = false }: { readonly leaver?: Provider; readonly isOver?: boolean } = {},
): WrittenInvitation {
  const { session, eventType, provider, fromAddress, language, dashboardUrl } = context
  const isCancelled = isOver || leaver !== undefined
  const readers = leaver === undefined ? providersIn(context) : [leaver]
  const [attendee, ...otherAttendees] = attendeesOfProviders(readers, [])
  invariant(attendee !== undefined, `nobody is invited to session ${calendarIdOf(session)}`)
  const invitations = onEachDay(calendarIdOf(session), session, {
    method: isCancelled ? 'CANCEL' : 'REQUEST',
    sequence: session.sequence ?? sequenceAt(nowEpochSeconds),
    stampEpochSeconds: nowEpochSeconds,
    // Who leaves alone ends their own part (RFC 5546 §3.2.5).
    ...(leaver === undefined && {
      status: isOver ? ('CANCELLED' as const) : ('CONFIRMED' as const),
    }),
    summary: titleOf(context, language),
    description: [
      ...(eventType.description === undefined ? [] : [eventType.description]),
      `${TEXTS[language].sessions.seats}: ${eventType.seats?.capacity ?? session.used}`,
      dashboardUrl,
    ].join('\n\n'),
    ...placeOf(context),
    organizer: { name: provider.name, email: fromAddress },
    attendee,
    otherAttendees,
  })
  return written(invitations)
}

/** The rooms of a session, and its only place. The link of a conference is in the calendar that creates it. */
function placeOf(context: SessionContext) {
  const { locations = [] } = context.eventType
  const [only, ...others] = locations
  const isKnown =
    only !== undefined &&
    others.length === 0 &&
    only.kind !== 'ask_booker' &&
    !isConferenceKind(only.kind)
  const rooms = providersIn(context).filter((each) => kindOfProvider(each) === 'room')
  return placeOfInvitation(
    isKnown ? only : undefined,
    rooms.map(({ name }) => name),
  )
}
