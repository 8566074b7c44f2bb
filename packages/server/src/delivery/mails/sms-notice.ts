import { messageFor } from './booking-notices.ts'
import { channelOf } from './channel.ts'
import type { MailContext } from './mail-context.ts'
import { type MailLanguage, type Message, mailLanguageOf } from './words.ts'

/** The kinds of SMS, as they are stored and shown. */
export const SMS_KINDS = [
  'requested',
  'confirmed',
  'rescheduled',
  'cancelled',
  'requestExpired',
  'reminder',
] as const

/** A kind of SMS. */
export type SmsKind = (typeof SMS_KINDS)[number]

/** An SMS about a booking that is decided but not written. */
export interface SmsDraft {
  readonly context: MailContext
  readonly kind: SmsKind
  /** The number of the booker, in E.164. */
  readonly to: string
  readonly language: MailLanguage
}

/** The notices that are also SMS. The others are not worth their price. */
export const SMS_OF: { readonly [Name in Message]?: SmsKind } = {
  requested: 'requested',
  confirmed: 'confirmed',
  rescheduled: 'rescheduled',
  clocksChanged: 'rescheduled',
  cancelled: 'cancelled',
  requestExpired: 'requestExpired',
  reminder: 'reminder',
}

/**
 * Decides on the SMS of an event for the booker: the message is that of the email that somebody with an address gets.
 * Undefined if there is none, or if the booker has an address.
 */
export function draftSms(context: MailContext): SmsDraft | undefined {
  const { booker } = context.booking
  const channel = booker && channelOf(booker)
  if (channel?.kind !== 'sms') return undefined
  const message = messageFor(context, 'booker')
  const kind = message && SMS_OF[message]
  if (kind === undefined) return undefined
  return { context, kind, to: channel.number, language: mailLanguageOf(booker?.locale) }
}
