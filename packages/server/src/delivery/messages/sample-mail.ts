import type { Booking } from '@holdfast/engine'
import type { EventType } from '../../booking/event-types/event-type.ts'
import type { Provider } from '../../booking/providers/provider.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import type { Calendar } from '../../stays/calendars/calendar.ts'
import { bookingValues } from '../mails/booking-values.ts'
import { type MailDraft, type Recipient, writeMail } from '../mails/compose.ts'
import type { WrittenMail } from '../mails/mail-body.ts'
import { messageOfKind, stayMessageOfKind, waitlistMessageOfKind } from '../mails/message-kinds.ts'
import type { EntryMessage } from '../mails/other-notices.ts'
import { type StayMailDraft, stayValues, writeStayMail } from '../mails/stay-mail.ts'
import { type EntryMailDraft, entryValues, writeEntryMail } from '../mails/waitlist-mail.ts'
import type { TemplateValues } from '../ports/template-engine.ts'
import type { MessageKind } from '../templates/message-kinds.ts'
import type { MessageText } from '../templates/message-template.ts'
import type { MailLanguage, Message } from '../texts.ts'

/** A message with sample data: the values of its templates, and the email around the filled ones. */
export interface SampleMail {
  readonly values: TemplateValues
  readonly write: (custom: Partial<MessageText>) => WrittenMail
}

/** The data of a sample that comes from the account. */
export interface SampleAccount {
  readonly name: string
  readonly publicUrl: string
  /** The ids of the questions whose answers the templates show. */
  readonly questionIds: readonly string[]
}

/** The sample of a kind of message. */
export function sampleMail(
  kind: MessageKind,
  language: MailLanguage,
  account: SampleAccount,
): SampleMail {
  const ofEntry = waitlistMessageOfKind(kind)
  if (ofEntry !== undefined) {
    const draft = sampleEntry(ofEntry, language, account)
    return {
      values: entryValues(draft, account.name),
      write: (custom) => writeEntryMail(draft, custom),
    }
  }
  const about = messageOfKind(kind)
  if (about === undefined) {
    const draft = sampleStay(kind, language, account)
    return {
      values: stayValues(draft, account.name),
      write: (custom) => writeStayMail(draft, custom),
    }
  }
  const draft = sampleDraft(about.message, about.recipient, language, account)
  return { values: bookingValues(draft, account.name), write: (custom) => writeMail(draft, custom) }
}

// Monday, 27 April 2026, 11:00 to 11:30 in Berlin.
const START = 1_777_280_400
const HALF_HOUR_SECONDS = 1800
const DAY_SECONDS = 86_400

const PEOPLE = {
  timeZone: 'Europe/Berlin',
  createdAtEpochSeconds: START - 7 * DAY_SECONDS,
  updatedAtEpochSeconds: START - 7 * DAY_SECONDS,
  version: 1,
}

const PROVIDER: Provider = {
  ...PEOPLE,
  id: 'prv_sample',
  accountId: 'acc_sample',
  name: 'Dr. Ada Weber',
  slug: 'ada-weber',
  email: 'ada@example.com',
}

// Only the title is shown.
const EVENT_TYPE = { title: 'First visit' } as EventType

const BOOKER = { name: 'Grace Hopper', email: 'grace@example.com' }
const NOTE = 'See you soon!'
const ADDRESS = 'Seestraße 1, 8002 Zürich'

const BOOKING: Booking = {
  ...PEOPLE,
  id: 'bkg_sample',
  accountId: 'acc_sample',
  providerId: PROVIDER.id,
  status: 'confirmed',
  confirmation: 'instant',
  startEpochSeconds: START,
  endEpochSeconds: START + HALF_HOUR_SECONDS,
  policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  localStart: '2026-04-27T11:00',
  tzdbVersion: '2026c',
  booker: BOOKER,
  note: NOTE,
  location: { kind: 'in_person', address: ADDRESS },
  sequence: 0,
  manageTokenHash: new Uint8Array(32),
}

/** What the booking of a message has besides, where its email shows it. */
const CHANGES: { readonly [Name in Message]?: Partial<Booking> } = {
  approvalNeeded: { holdExpiresAtEpochSeconds: START - 3 * DAY_SECONDS },
  waitlistOffered: { holdExpiresAtEpochSeconds: START - 3 * DAY_SECONDS },
  rescheduled: { rescheduledFromEpochSeconds: START - 3 * DAY_SECONDS },
  cancelled: {
    cancelledBy: 'account',
    cancellationReason: 'The practice is closed that day.',
  },
}

const EVENTS: { readonly [Name in Message]?: DomainEventName } = {
  rescheduled: 'booking.rescheduled',
  reassigned: 'booking.reassigned',
}

function sampleDraft(
  message: Message,
  recipient: Recipient,
  language: MailLanguage,
  { publicUrl, questionIds }: SampleAccount,
): MailDraft {
  const manageUrl = `${publicUrl}/manage/${BOOKING.id}`
  const isToBooker = recipient === 'booker'
  return {
    recipient,
    message,
    language,
    to: isToBooker
      ? { name: BOOKER.name, address: BOOKER.email }
      : { name: PROVIDER.name, address: PROVIDER.email ?? '' },
    context: {
      booking: {
        ...BOOKING,
        ...CHANGES[message],
        ...((message === 'emailProofNeeded' || message === 'waitlistOffered') && {
          isUnproven: true,
          emailUnconfirmed: true,
        }),
        answers: Object.fromEntries(questionIds.map((id) => [id, true])),
      },
      provider: PROVIDER,
      eventType: EVENT_TYPE,
      fromAddress: 'mail@example.com',
      eventId: 'evt_sample',
      // The message is chosen already; the event only decides on rows.
      eventName: EVENTS[message] ?? 'booking.confirmed',
      accountLanguage: language,
      manageUrl,
      emailProofUrl: manageUrl,
      waitlistUrl: `${publicUrl}/manage/wtl_sample`,
      decisionUrl: () => `${publicUrl}/decide/${BOOKING.id}`,
      dashboardUrl: `${publicUrl}/dashboard/bookings/${BOOKING.id}`,
      ...(message === 'reassigned' && { previous: [PROVIDER] }),
    },
  }
}

function sampleEntry(
  message: EntryMessage,
  language: MailLanguage,
  { publicUrl }: SampleAccount,
): EntryMailDraft {
  const entryUrl = `${publicUrl}/manage/wtl_sample`
  return {
    eventId: 'evt_sample',
    message,
    language,
    entry: {
      booker: BOOKER,
      fromEpochSeconds: START - DAY_SECONDS,
      toEpochSeconds: START + 13 * DAY_SECONDS,
    },
    eventType: EVENT_TYPE,
    provider: PROVIDER,
    entryUrl,
    proofUrl: entryUrl,
  }
}

const CALENDAR: Calendar = {
  ...PEOPLE,
  id: 'cal_sample',
  accountId: 'acc_sample',
  name: 'Lake House',
  exclusive: 'nights',
}

const ARRIVAL = '2026-04-27'
const DEPARTURE = '2026-04-30'
// The same day as `ARRIVAL`, counted from 1970-01-01.
const ARRIVAL_DAY = 20_570

function sampleStay(
  kind: MessageKind,
  language: MailLanguage,
  { publicUrl }: SampleAccount,
): StayMailDraft {
  const message = stayMessageOfKind(kind)
  const guest = { name: BOOKER.name, email: BOOKER.email }
  return {
    message,
    language,
    context: {
      calendar: CALENDAR,
      fromAddress: 'mail@example.com',
      manageUrl: `${publicUrl}/stays/${CALENDAR.id}/evt_sample`,
    },
    stay: {
      id: 'evt_sample',
      version: 1,
      status: 'confirmed',
      guest,
      days: { startDay: ARRIVAL_DAY, endDay: ARRIVAL_DAY + 3 },
      updatedAtEpochSeconds: PEOPLE.updatedAtEpochSeconds,
      calendar: CALENDAR,
    },
    event: {
      id: 'evt_sample',
      type: message,
      schemaVersion: 1,
      accountId: 'acc_sample',
      resourceId: 'evt_sample',
      resourceVersion: 1,
      occurredAtEpochMilliseconds: START * 1000,
      data: {
        stay: { start: ARRIVAL, end: DEPARTURE },
        ...(message === 'stay.updated' && {
          movedFrom: { start: '2026-04-24', end: ARRIVAL },
        }),
      },
    },
  }
}
