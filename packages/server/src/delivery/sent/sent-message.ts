import { z } from 'zod'
import type { Account } from '../../identity/accounts/account.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { sentMessageKey } from '../keys.ts'

/** How a message reaches a person. */
export const MESSAGE_CHANNELS = ['email', 'sms'] as const

/** How a message reaches a person. */
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

/**
 * `queued`: counted, and not answered yet. `sent`: taken by the mail server or gateway. `delivered`, `bounced`, `complained`: as they
 * reported later. `suppressed`: kept from being sent; `reason` says by what.
 */
export const MESSAGE_STATES = [
  'queued',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'suppressed',
] as const

/** The state of a message. */
export type MessageState = (typeof MESSAGE_STATES)[number]

const sentMessageAttributes = z.object({
  version: z.int(),
  /** Empty for a link with which a member signs in. */
  accountId: z.string(),
  channel: z.enum(MESSAGE_CHANNELS),
  state: z.enum(MESSAGE_STATES),
  /** The event that it reports. */
  eventType: z.string(),
  /** The booking, stay, entry or session that it is about. */
  resourceId: z.string(),
  subject: z.exactOptional(z.string()),
  /** Why it failed, in the words of the mail server or gateway, or why it was suppressed: an `UnsentReason`. */
  reason: z.exactOptional(z.string()),
  /** What the account pays for an SMS. 0 if it was not sent. */
  segments: z.exactOptional(z.int()),
  /** The id of an SMS at the gateway. */
  vendorId: z.exactOptional(z.string()),
  /** The mark of the number of an SMS. */
  numberMark: z.exactOptional(z.string()),
  /** When it was sent; of an SMS, when it was counted. */
  createdAtEpochSeconds: z.int(),
  /** After this second the store may forget it. */
  expiresAtEpochSeconds: z.int(),
})

/**
 * An email or SMS to a person. It marks what was sent, so that an event that arrives twice sends it once. It has neither
 * address nor text; the subject is that of an email to a booker.
 */
export interface SentMessage extends AttributesOf<typeof sentMessageAttributes> {
  /** The mark of the person in the account; see `Secrets.personMarks`. */
  readonly mark: string
  readonly messageId: string
}

/** What became of a message. */
export type MessageOutcome = Pick<SentMessage, 'state' | 'reason' | 'segments'>

/** The item of a message. */
export const sentMessageEntity = defineEntity<SentMessage, 'mark' | 'messageId'>({
  name: 'message',
  key: ({ mark, messageId }) => sentMessageKey(mark, messageId),
  inKey: {
    mark: ({ PK }) => keyTail(PK),
    messageId: ({ SK }) => SK.slice(SK.indexOf('#') + 1),
  },
  schema: sentMessageAttributes,
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds,
})

const DAY_SECONDS = 24 * 60 * 60
/** For how many days messages to bookers and guests are listed, unless the account keeps people for fewer. */
const LISTED_DAYS = 180
/** For how many days messages to others are remembered, so that none is sent twice. */
const MARKED_DAYS = 30

/** When a message of an account is forgotten that is sent now. */
export function messageEnd(
  account: Pick<Account, 'retentionDays'> | undefined,
  nowEpochSeconds: number,
  isToStaff = false,
): number {
  const days = isToStaff ? MARKED_DAYS : LISTED_DAYS
  return nowEpochSeconds + Math.min(days, account?.retentionDays ?? days) * DAY_SECONDS
}

/** Why a message is not sent. */
export type UnsentReason =
  /** The number cannot receive SMS. */
  | 'number'
  /** A stranger typed a number of another country. */
  | 'country'
  | 'numberLimit'
  | 'accountLimit'
  /** Too many emails to an address that nobody has proved to own. */
  | 'unproven'
  /** A later change has a message of its own. */
  | 'superseded'
  /** Earlier messages to the person came back; see `Suppression`. */
  | 'address'
