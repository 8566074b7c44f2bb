import { TEXTS } from '../languages/languages.ts'
import { GROUP_MESSAGES, type GroupMessage, type Message, type Words } from '../texts.ts'
import { alsoBookedRows, othersStay } from './booked-together.ts'
import { bookerText } from './booker-text.ts'
import type { MailDraft } from './compose.ts'
import { readersZone, reasonFor, whereOf } from './compose.ts'
import { invitationsOf, titleOf, withRow } from './invitation.ts'
import type { MailLink, Rows, WrittenMail } from './mail-body.ts'
import { previousText, whenText } from './stay-when.ts'

/** Whether several emails of a kind can be one. */
export const isGroupMessage = (message: Message): message is GroupMessage =>
  GROUP_MESSAGES.some((each) => each === message)

/**
 * Writes one email about several bookings of a group: those of `drafts`, which have one reader and one message.
 * `alone`: the email about the first of them. It lists their times and has one invitation file with all of them. The
 * account's own words are about one booking, so it has the built-in ones. The first draft says what was booked together
 * with them.
 */
export function writeGroupMail(
  drafts: readonly MailDraft[],
  alone: WrittenMail,
  manageUrl: string,
): WrittenMail {
  const [first] = drafts
  if (first === undefined || !isGroupMessage(first.message)) return alone
  const { context, message, language } = first
  const words = TEXTS[language].bookings
  const sorted = drafts.toSorted(
    (a, b) => a.context.booking.startEpochSeconds - b.context.booking.startEpochSeconds,
  )
  const isBooker = first.recipient === 'booker'
  const others = isBooker ? othersStay(context, message, words) : []
  const lead = [TEXTS[language].groups[message], ...others].join(' ')
  const beside = isBooker ? alsoBookedRows(context, message, words) : []
  const rows = [...rowsOf(sorted, words), ...beside]
  const links = linksOf(sorted, words, manageUrl)
  const title = `${titleOf(context, language)} (×${drafts.length})`
  const hasInvitation = context.booking.confirmedAtEpochSeconds !== undefined
  const { invitation: _, ...mail } = alone
  return {
    ...mail,
    subject: words.messages[message].subject(title),
    body: { ...alone.body, lead, rows, links },
    ...(hasInvitation && { invitation: invitationsOf(sorted.map((draft) => draft.context)) }),
  }
}

/** The value that all drafts have, or undefined if they differ. */
function common(drafts: readonly MailDraft[], read: (draft: MailDraft) => string) {
  const values = new Set(drafts.map(read))
  const [only] = values
  return values.size === 1 ? only : undefined
}

/** The times of all bookings. What they have in common is said once. */
function rowsOf(drafts: readonly MailDraft[], words: Words): Rows {
  const what = (draft: MailDraft) => titleOf(draft.context, words.language)
  const people = ({ context, recipient }: MailDraft) =>
    withRow(context, recipient === 'provider', words)[0]?.[1] ?? ''
  const where = (draft: MailDraft) => whereOf(draft.context, draft.recipient, words)
  const [sameWhat, samePeople, sameWhere] = [what, people, where].map((of) => common(drafts, of))
  const rows: (readonly [string, string])[] = []
  if (sameWhat !== undefined) rows.push([words.rows.what, sameWhat])
  for (const draft of drafts) {
    const own = [
      ...(sameWhat === undefined ? [what(draft)] : []),
      // The title names the people.
      ...(samePeople === undefined && sameWhat !== undefined ? [people(draft)] : []),
      ...(sameWhere === undefined ? [where(draft)] : []),
    ]
    rows.push([words.rows.when, [whenOf(draft, words), ...own.filter(Boolean)].join('\n')])
    rows.push(...previousRow(draft, words))
  }
  if (sameWhere) rows.push([words.rows.where, sameWhere])
  if (samePeople) rows.push([words.rows.with, samePeople])
  return [...rows, ...detailsOf(drafts, words)]
}

/** Who booked, their note and the reason, as far as the reader may know. */
function detailsOf([draft]: readonly MailDraft[], words: Words): Rows {
  if (draft === undefined) return []
  const { booker, note } = draft.context.booking
  const reason = reasonFor(draft.context, draft.recipient, words)
  const rows: (readonly [string, string])[] = []
  if (draft.recipient === 'provider') {
    if (booker) rows.push([words.rows.bookedBy, bookerText(booker)])
    if (note !== undefined) rows.push([words.rows.note, note])
  }
  return reason === undefined ? rows : [...rows, reason]
}

function whenOf({ context, recipient, attending }: MailDraft, words: Words): string {
  return whenText(context.booking, readersZone(context, recipient, attending), words)
}

/** When a booking was that has moved. */
function previousRow({ context, recipient, attending }: MailDraft, words: Words): Rows {
  const { eventName, booking } = context
  const from = booking.rescheduledFromEpochSeconds
  if (eventName !== 'booking.rescheduled' || from === undefined) return []
  const zone = readersZone(context, recipient, attending)
  return [[words.rows.previousTime, previousText(booking, from, zone, words)]]
}

/** The page of the group for the booker; for the provider, the answers to each request, or the first booking. */
function linksOf(
  drafts: readonly MailDraft[],
  words: Words,
  manageUrl: string,
): readonly MailLink[] {
  const [first] = drafts
  if (first === undefined || first.recipient === 'guest') return []
  const { links } = words
  if (first.recipient === 'booker') {
    const label = first.message === 'cancelled' ? links.view : links.manage
    return [{ url: manageUrl, label }]
  }
  if (first.message !== 'approvalNeeded') {
    return [{ url: first.context.dashboardUrl, label: links.open }]
  }
  return drafts.flatMap((draft) => {
    const { context, attending } = draft
    const { id } = attending?.provider ?? context.provider
    const when = whenOf(draft, words)
    return [
      { url: context.decisionUrl(id, 'approve'), label: `${links.approve}: ${when}` },
      { url: context.decisionUrl(id, 'decline'), label: `${links.decline}: ${when}` },
    ]
  })
}
