import type { AnswerValue, BookingLocation } from '@holdfast/engine'
import type { TemplateValues } from '../ports/template-engine.ts'
import { valuesOf } from '../templates/template-values.ts'
import { type MailDraft, readersZone, reasonFor } from './compose.ts'
import { namesOf, titleOf } from './invitation.ts'
import { dateAndClock, timeText } from './time-text.ts'
import { WORDS } from './words.ts'

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
    ['provider.name', draft.attending?.provider.name ?? (namesOf(context) || provider.name)],
    ['reason', reasonFor(context, draft.recipient, WORDS[language])?.[1] ?? ''],
    ...timeValues(draft),
    ...bookerValues(draft),
  ])
}

type Named = readonly (readonly [string, string])[]

function timeValues({ context, recipient, language, attending }: MailDraft): Named {
  const { booking, eventName } = context
  const { startEpochSeconds: start, endEpochSeconds: end } = booking
  const words = WORDS[language]
  const zone = readersZone(context, recipient, attending)
  const from = booking.rescheduledFromEpochSeconds
  const isMove = eventName === 'booking.rescheduled' && from !== undefined
  const [startDate, startTime] = dateAndClock(start, zone, words)
  return [
    ['when', timeText(start, end, zone, words)],
    ['previous_when', isMove ? timeText(from, from + end - start, zone, words) : ''],
    ['start', timeText(start, start, zone, words)],
    ['end', timeText(end, end, zone, words)],
    ['start_date', startDate],
    ['start_time', startTime],
    ['duration_minutes', String((end - start) / 60)],
  ]
}

function bookerValues({ context: { booking }, recipient }: MailDraft): Named {
  const { booker, note = '', answers = {}, location, isUnproven, emailUnconfirmed } = booking
  const isStrangers = recipient === 'booker' && (isUnproven || emailUnconfirmed)
  const written = (text: string) => (isStrangers ? '' : text)
  return [
    ['booker.name', written(booker?.name ?? '')],
    ['booker.email', booker?.email ?? ''],
    ['note', written(note)],
    ['location', location === undefined ? '' : locationText(location, written)],
    ...Object.entries(answers).map(
      ([id, answer]) => [`answers.${id}`, written(answerText(answer))] as const,
    ),
  ]
}

/** The place of a booking as one line. `written`: hides what the booker wrote where they must not read it. */
function locationText(
  { kind, label, address, phone, url }: BookingLocation,
  written: (text: string) => string,
): string {
  const places = [address, url, phone].filter((place) => place !== undefined)
  // The event type says all other places.
  const isBookers = kind === 'ask_booker' || kind === 'phone'
  const place = places.map((text) => (isBookers ? written(text) : text))
  return [label, ...place].filter(Boolean).join(', ')
}

/** An answer as text. A box that was not checked is empty. */
function answerText(answer: AnswerValue): string {
  if (typeof answer === 'boolean') return answer ? '✓' : ''
  return typeof answer === 'object' ? answer.join(', ') : String(answer)
}

/** The page of the booking for the reader, or the link that proves the booker's address. */
function mainUrl({ context, recipient, message }: MailDraft): string {
  if (recipient === 'provider') return context.dashboardUrl
  const url = message === 'emailProofNeeded' ? context.emailProofUrl : context.manageUrl
  return url ?? ''
}
