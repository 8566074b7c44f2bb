import { type Booking, type ClassSession, invariant } from '@holdfast/engine'
import { readCurrentSession, readSession } from '../../booking/seats/read-session.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { attendingOf } from './attending.ts'
import type { MailDraft } from './compose.ts'
import type { WrittenMail } from './mail-body.ts'
import type { MailContext } from './mail-context.ts'
import type { MailNotice } from './notices-about.ts'
import type { MailTo } from './send-mails.ts'
import { invitationOfSession } from './session-invitation.ts'
import {
  type SessionMailDependencies,
  sessionContext,
  sessionMail,
  takesPart,
} from './session-mail.ts'
import { type InvitedMark, isInvited } from './session-mark.ts'

/** The notices of a party to the providers of its session, and what to record once they are sent. */
export interface PartyNotices {
  readonly mails: readonly MailTo[]
  readonly marks: readonly InvitedMark[]
}

const NOTHING: PartyNotices = { mails: [], marks: [] }

/** Events after which the invitation of a session may have to be sent or cancelled. */
const CHANGES_SEATS: ReadonlySet<DomainEvent['type']> = new Set([
  'booking.confirmed',
  'booking.rescheduled',
  'booking.cancelled',
  'booking.expired',
])

/**
 * The emails about one party to the providers of its session: a plain notice. The first one brings the one invitation of the
 * session, and that of the last party its cancellation. A change of the whole session has emails of its own.
 */
export async function partyNotices(
  deps: SessionMailDependencies,
  event: DomainEvent,
  context: MailContext,
  notices: readonly MailNotice[],
  write: (draft: MailDraft) => Promise<WrittenMail>,
): Promise<PartyNotices> {
  const { booking, provider } = context
  if (booking.seats === undefined) return NOTHING
  const session = await sessionOf(deps, booking, booking.startEpochSeconds)
  if (await isOfWholeSession(deps, event, booking, session)) return NOTHING
  const mails: MailTo[] = []
  const marks: InvitedMark[] = []
  for (const { draft } of notices) {
    const reader = draft.attending?.provider ?? provider
    const { invitation: _, ...notice } = await write(draft)
    const change =
      session && CHANGES_SEATS.has(event.type) && (await changeOf(deps, session, reader.id))
    if (!change || !session) {
      mails.push(['provider', notice])
      continue
    }
    const known = await sessionContext(deps, session)
    if (known && !takesPart(known, reader)) {
      mails.push(['provider', notice])
      continue
    }
    const isOver = change === 'CANCEL'
    const invitation = known && invitationOfSession(known, epochSeconds(deps.clock), { isOver })
    mails.push(['provider', { ...notice, ...(invitation && { invitation }) }])
    marks.push({ session, providerId: reader.id, isInvited: !isOver })
  }
  const emptied = await emptiedBy(deps, event, context)
  return { mails: [...mails, ...emptied.mails], marks: [...marks, ...emptied.marks] }
}

async function sessionOf(
  deps: SessionMailDependencies,
  { eventTypeId, id }: Booking,
  startEpochSeconds: number,
): Promise<ClassSession | undefined> {
  invariant(eventTypeId !== undefined, `booking ${id} has seats without an event type`)
  return (await readCurrentSession(deps, { eventTypeId, startEpochSeconds }))?.session
}

/** Whether a booking changed because all of its session did. */
async function isOfWholeSession(
  deps: SessionMailDependencies,
  event: DomainEvent,
  { eventTypeId = '', rescheduledFromEpochSeconds: from }: Booking,
  session: ClassSession | undefined,
): Promise<boolean> {
  if (event.type === 'booking.reassigned') return true
  if (event.type === 'booking.cancelled') return session?.closed?.kind === 'cancelled'
  if (event.type !== 'booking.rescheduled' || from === undefined) return false
  const left = await readSession(deps, { eventTypeId, startEpochSeconds: from })
  return left?.session.closed?.kind === 'moved'
}

/** What a provider's calendar needs: the invitation, its cancellation, or nothing. */
async function changeOf(
  deps: SessionMailDependencies,
  session: ClassSession,
  providerId: string,
): Promise<'REQUEST' | 'CANCEL' | undefined> {
  const isWanted = session.isFinal === true
  if ((await isInvited(deps, session, providerId)) === isWanted) return undefined
  return isWanted ? 'REQUEST' : 'CANCEL'
}

/** The emails about the session that a party has moved away from, if nobody is left in it. */
async function emptiedBy(
  deps: SessionMailDependencies,
  { id: eventId, type }: DomainEvent,
  { booking }: MailContext,
): Promise<PartyNotices> {
  const { rescheduledFromEpochSeconds: from } = booking
  if (type !== 'booking.rescheduled' || from === undefined) return NOTHING
  const session = await sessionOf(deps, booking, from)
  const context = session && !session.isFinal ? await sessionContext(deps, session) : undefined
  if (session === undefined || context === undefined) return NOTHING
  const mails: MailTo[] = []
  const marks: InvitedMark[] = []
  const { assigned = [context.provider] } = context
  for (const attending of attendingOf({ provider: context.provider, assigned })) {
    const providerId = attending.provider.id
    if (!(await isInvited(deps, session, providerId))) continue
    const report = { eventId, now: epochSeconds(deps.clock) }
    mails.push(['provider', sessionMail(context, attending, 'emptied', report)])
    marks.push({ session, providerId, isInvited: false })
  }
  return { mails, marks }
}
