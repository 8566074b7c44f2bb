import { z } from '@hono/zod-openapi'
import { ACCOUNT_LOCALES } from './account.ts'
import { listOf } from './lists.ts'
import { multiLine, oneOf, singleLine } from './text.ts'

/** The languages of messages. */
export const MESSAGE_LANGUAGES = ACCOUNT_LOCALES

/** A language of messages. */
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number]

/** Who gets a message: the booker, a provider, or the guest of a stay. */
export type MessageRecipient = 'booker' | 'provider' | 'guest'

/** The messages to bookers. */
const BOOKER_MESSAGES = [
  'email_confirmation',
  'request_received',
  'confirmed',
  'rescheduled',
  'reassigned',
  'relocated',
  'link_ready',
  'clocks_changed',
  'cancelled',
  'request_expired',
  'reminder',
  'thank_you',
  'no_show',
  'waitlist_email_confirmation',
  'waitlist_joined',
  'waitlist_offered',
  'waitlist_lapsed',
  'waitlist_ended',
] as const

/** The messages to providers. */
const PROVIDER_MESSAGES = [
  'provider_approval_needed',
  'provider_new_booking',
  'provider_rescheduled',
  'provider_team_changed',
  'provider_withdrawn',
  'provider_relocated',
  'provider_link_ready',
  'provider_clocks_changed',
  'provider_time_conflict',
  'provider_cancelled',
  'provider_request_expired',
] as const

/** The messages to guests about stays. */
const GUEST_MESSAGES = ['stay_confirmed', 'stay_rescheduled', 'stay_cancelled'] as const

/** Every kind of message whose text an account can change. */
export const MESSAGE_KINDS = [...BOOKER_MESSAGES, ...PROVIDER_MESSAGES, ...GUEST_MESSAGES] as const

/** A kind of message. */
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** Who gets the messages of a kind. */
export function recipientOfMessage(kind: MessageKind): MessageRecipient {
  if ((GUEST_MESSAGES as readonly string[]).includes(kind)) return 'guest'
  return (PROVIDER_MESSAGES as readonly string[]).includes(kind) ? 'provider' : 'booker'
}

/** A value that a template can show. */
export interface MessageField {
  /** As it is written between `{{` and `}}`. */
  readonly name: string
  readonly description: string
  /** What previews show. */
  readonly example: string
  /** Absent: in the messages to bookers and providers. `all`: also in those to guests. */
  readonly of?: 'guests' | 'all'
}

const PROVEN = 'Empty in emails to an address that is not confirmed.'

/** Every value that templates can show. A value that a booking does not have is empty. */
export const MESSAGE_FIELDS: readonly MessageField[] = [
  {
    name: 'title',
    description: 'The title of the booking or the stay.',
    example: 'First visit with Dr. Ada Weber',
    of: 'all',
  },
  {
    name: 'manage_url',
    description:
      'The page of the booking, the stay or the entry of a wait list. In `email_confirmation`, `waitlist_email_confirmation` and `waitlist_offered`: the link that confirms.',
    example: 'https://example.com/manage/bk_01',
    of: 'all',
  },
  {
    name: 'account.name',
    description: 'The name of your brand, or of the account.',
    example: 'Lakeside Practice',
    of: 'all',
  },
  { name: 'event_type.title', description: 'What is booked.', example: 'First visit' },
  {
    name: 'provider.name',
    description: 'Whom and what the booking takes.',
    example: 'Dr. Ada Weber',
  },
  {
    name: 'booker.name',
    description: `Who booked. ${PROVEN}`,
    example: 'Grace Hopper',
  },
  {
    name: 'booker.email',
    description: 'The email address of the booker.',
    example: 'grace@example.com',
  },
  {
    name: 'when',
    description: 'The date and the time from start to end, with the time zone of the reader.',
    example: 'Monday, 27 April 2026, 11:00–11:30 (Europe/Berlin, GMT+2)',
  },
  {
    name: 'previous_when',
    description: 'The same of the previous time, after a move.',
    example: 'Friday, 24 April 2026, 11:00–11:30 (Europe/Berlin, GMT+2)',
  },
  {
    name: 'start',
    description: 'The date and the time of the start.',
    example: 'Monday, 27 April 2026, 11:00 (Europe/Berlin, GMT+2)',
  },
  {
    name: 'end',
    description: 'The date and the time of the end.',
    example: 'Monday, 27 April 2026, 11:30 (Europe/Berlin, GMT+2)',
  },
  { name: 'start_date', description: 'The date of the start.', example: 'Monday, 27 April 2026' },
  { name: 'start_time', description: 'The time of day of the start.', example: '11:00' },
  { name: 'duration_minutes', description: 'The duration in minutes.', example: '30' },
  {
    name: 'location',
    description: `Where it takes place. ${PROVEN}`,
    example: 'Seestraße 1, 8002 Zürich',
  },
  { name: 'note', description: `The message of the booker. ${PROVEN}`, example: 'See you soon!' },
  {
    name: 'reason',
    description: 'Why the booking was cancelled.',
    example: 'The practice is closed that day.',
  },
  {
    name: 'answers.<id>',
    description: `The answer to a question of the event type, by the id of the question; never one to a private question. ${PROVEN}`,
    example: 'Yes',
  },
  {
    name: 'calendar.name',
    description: 'The name of the calendar of the stay.',
    example: 'Lake House',
    of: 'guests',
  },
  {
    name: 'arrival',
    description: 'The day of arrival.',
    example: 'Monday, 27 April 2026',
    of: 'guests',
  },
  {
    name: 'departure',
    description: 'The day of departure.',
    example: 'Thursday, 30 April 2026',
    of: 'guests',
  },
]

/** The values that templates of a kind can show. */
export function fieldsOfMessage(kind: MessageKind): readonly MessageField[] {
  const isOfGuest = recipientOfMessage(kind) === 'guest'
  return MESSAGE_FIELDS.filter(({ of }) => of === 'all' || (of === 'guests') === isOfGuest)
}

/** The filters that templates can use. */
export const MESSAGE_FILTERS = [
  'default',
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'truncate',
  'replace',
] as const

/** The tags that templates can use. */
export const MESSAGE_TAGS = ['if', 'unless', 'case', 'comment'] as const

const KIND =
  'The kind of message. `provider_…` go to providers, `stay_…` to guests of stays, the others to bookers.'

const kind = () => oneOf(MESSAGE_KINDS).openapi({ description: KIND, example: 'reminder' })
const language = () =>
  oneOf(MESSAGE_LANGUAGES).openapi({ description: 'The language of the message.', example: 'en' })

const TEMPLATE = `A template in Liquid: fields such as \`{{ booker.name }}\`, the tags ${MESSAGE_TAGS.join(', ')}, and the filters ${MESSAGE_FILTERS.join(', ')}. \`fields\` lists the fields.`

const SUBJECT_EXAMPLE = 'Tomorrow: {{ event_type.title }}'
const TEXT_EXAMPLE =
  'Hello {{ booker.name | default: "there" }},\n\nwe look forward to seeing you on {{ start_date }} at {{ start_time }}.'

const subject = () =>
  singleLine(200).openapi({
    description: `The subject. ${TEMPLATE}`,
    example: SUBJECT_EXAMPLE,
  })
const text = () =>
  multiLine(5000).openapi({
    description: `The text above the details and the buttons, which stay. A blank line starts a paragraph. ${TEMPLATE}`,
    example: TEXT_EXAMPLE,
  })

/** The path of a message. */
export const MessagePath = z.strictObject({ kind: kind(), language: language() })

/** `PUT /v1/messages/{kind}/{language}`. */
export const MessageWrite = z
  .strictObject({
    subject: subject(),
    text: text().refine((given) => given.trim() !== '', { error: 'must not be empty' }),
  })
  .openapi('MessageWrite', { description: 'The subject and the text of a message.' })

/** `POST /v1/messages/{kind}/{language}/preview`. */
export const MessagePreviewInput = z
  .strictObject({ subject: subject().optional(), text: text().optional() })
  .openapi('MessagePreviewInput', {
    description: 'What to show. An omitted member is as it is sent now.',
  })

/** A message with sample data. */
export const MessagePreview = z
  .object({
    subject: z.string().openapi({ description: 'The subject.', example: 'Tomorrow: First visit' }),
    text: z.string().openapi({
      description: 'The email as plain text.',
      example: 'Hello Grace Hopper,\n\nwe look forward to seeing you.',
    }),
    html: z.string().openapi({
      description: 'The email as HTML.',
      example: '<!doctype html><html lang="en">…</html>',
    }),
  })
  .openapi('MessagePreview', { description: 'A message with sample data.' })

const customized = () =>
  z.boolean().openapi({
    description: 'Whether the account changed it. Otherwise the built-in text is sent.',
    example: false,
  })

const recipient = () =>
  z
    .enum(['booker', 'provider', 'guest'])
    .openapi({ description: 'Who gets the message.', example: 'booker' })

const time = (description: string) =>
  z
    .string()
    .nullable()
    .openapi({ format: 'date-time', description, example: '2026-04-20T08:00:00Z' })

const summary = {
  kind: z.enum(MESSAGE_KINDS).openapi({ description: KIND, example: 'reminder' }),
  language: z
    .enum(MESSAGE_LANGUAGES)
    .openapi({ description: 'The language of the message.', example: 'en' }),
  recipient: recipient(),
  customized: customized(),
  updatedAt: time('When the account changed it last. Null if it is built in.'),
}

/** A message in the list of all. */
export const MessageSummary = z
  .object(summary)
  .openapi('MessageSummary', { description: 'A message in one language.' })

/** `GET /v1/messages`. */
export const MessageList = listOf(MessageSummary, 'MessageList')

/** A message with its subject and text. */
export const Message = z
  .object({
    ...summary,
    subject: z
      .string()
      .openapi({ description: 'The template of the subject.', example: SUBJECT_EXAMPLE }),
    text: z.string().openapi({ description: 'The template of the text.', example: TEXT_EXAMPLE }),
    builtIn: z
      .object({
        subject: z.string().openapi({
          description: 'The template of the subject.',
          example: 'Reminder: {{ title }}',
        }),
        text: z.string().openapi({
          description: 'The template of the text.',
          example: 'Your booking is coming up.',
        }),
      })
      .openapi('BuiltInMessage', { description: 'The subject and text before any change.' }),
    fields: z
      .array(
        z
          .object({
            name: z.string().openapi({
              description: 'The name, as it is written between `{{` and `}}`.',
              example: 'booker.name',
            }),
            description: z
              .string()
              .openapi({ description: 'What it shows.', example: 'Who booked.' }),
            example: z
              .string()
              .openapi({ description: 'What previews show.', example: 'Grace Hopper' }),
          })
          .openapi('MessageField', { description: 'A value that the templates can show.' }),
      )
      .openapi({ description: 'The values that the templates can show.' }),
    version: z.int().openapi({
      description: 'Increases with every change. 0 if it is built in. Also the ETag.',
      example: 1,
    }),
    createdAt: time('When the account changed it first. Null if it is built in.'),
  })
  .openapi('Message', { description: 'A message in one language, with its subject and text.' })

export type MessageWrite = z.infer<typeof MessageWrite>
export type Message = z.infer<typeof Message>
export type MessageSummary = z.infer<typeof MessageSummary>
