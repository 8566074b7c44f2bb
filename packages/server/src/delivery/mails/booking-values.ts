import { placeText } from '@holdfast/engine'
import { namesForBooker } from '../../booking/bookings/booking-subject.ts'
import { shownEmail } from '../../kernel/shown-email.ts'
import { TEXTS } from '../languages/languages.ts'
import type { TemplateValues } from '../ports/template-engine.ts'
import { valuesOf } from '../templates/template-values.ts'
import type { Message } from '../texts.ts'
import { answerText } from './booking-details.ts'
import { type MailDraft, readersZone, reasonFor } from './compose.ts'
import { namesOf, titleOf } from './invitation.ts'
import { placeForAll } from './place.ts'
import { previousText, whenText } from './stay-when.ts'
import { dateAndClock, timeText } from './time-text.ts'

/**
 * The values that a template about a booking can show. What a stranger wrote is empty in an email to a booker
 * whose address nobody has confirmed.
 */
export function bookingValues(draft: MailDraft, accountName: string): TemplateValues {
  const { context, language } = draft
  const { eventType, provider } = context
  return valuesOf([
    ['title', titleOf(context, language)],
    ['manage_url', mainUrl(draft)],
    ['account.name', accountName],
    ['event_type.title', eventType?.title ?? titleOf(context, language)],
    ['provider.name', draft.attending?.provider.name ?? (namesFor(draft) || provider.name)],
    ['reason', reasonFor(context, draft.recipient, TEXTS[language].bookings)?.[1] ?? ''],
    ...timeValues(draft),
    ...bookerValues(draft),
  ])
}

/** Whom a booking takes, as the recipient may read it. */
const namesFor = ({ context, recipient }: MailDraft): string =>
  recipient === 'provider' ? namesOf(context) : namesForBooker(context).join(', ')

type Named = readonly (readonly [string, string])[]

function timeValues({ context, recipient, language, attending }: MailDraft): Named {
  const { booking, eventName } = context
  const { startEpochSeconds: start, endEpochSeconds: end } = booking
  const words = TEXTS[language].bookings
  const zone = readersZone(context, recipient, attending)
  const from = booking.rescheduledFromEpochSeconds
  const isMove = eventName === 'booking.rescheduled' && from !== undefined && from !== start
  const [startDate, startTime] = dateAndClock(start, zone, words)
  return [
    ['when', whenText(booking, zone, words)],
    ['previous_when', isMove ? previousText(booking, from, zone, words) : ''],
    ['start', timeText(start, start, zone, words)],
    ['end', timeText(end, end, zone, words)],
    ['start_date', startDate],
    ['start_time', startTime],
    ['duration_minutes', String((end - start) / 60)],
  ]
}

function bookerValues(draft: MailDraft): Named {
  const { context, recipient } = draft
  const { booker, note = '', answers = {}, isUnproven, emailUnconfirmed } = context.booking
  const isUnconfirmed = isUnproven || emailUnconfirmed
  const isStrangers = recipient === 'guest' || (recipient === 'booker' && isUnconfirmed)
  const written = (text: string) => (isStrangers ? '' : text)
  return [
    ['booker.name', written(booker?.name ?? '')],
    ['booker.email', shownEmail(booker?.email ?? '')],
    ['note', written(note)],
    ['location', locationText(draft)],
    ...Object.entries(answers).map(
      ([id, answer]) => [`answers.${id}`, written(answerText(answer))] as const,
    ),
  ]
}

/** Where a booking takes place, as one line: of what its email says, without that a link will follow. */
function locationText({ context, recipient }: MailDraft): string {
  const { location } = context.booking
  const place = recipient === 'provider' ? location : placeForAll(context)
  return place === undefined ? '' : [placeText(place), place.url].filter(Boolean).join(', ')
}

/** The links of messages whose link is not the page of the booking. */
const LINKS_OF: { readonly [Name in Message]?: 'emailProofUrl' | 'waitlistUrl' } = {
  emailProofNeeded: 'emailProofUrl',
  waitlistOffered: 'emailProofUrl',
  waitlistLapsed: 'waitlistUrl',
}

/** The page of the booking for the reader, or the link that proves the booker's address. */
function mainUrl({ context, recipient, message }: MailDraft): string {
  if (recipient === 'provider') return context.dashboardUrl
  const url = LINKS_OF[message]
  return context[url ?? 'manageUrl'] ?? ''
}
