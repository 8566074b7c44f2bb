import type { Booker } from '@holdfast/engine'
import { mailLanguageOf } from '../languages/languages.ts'
import type { MailLanguage, Message, SmsKind } from '../texts.ts'
import { messageFor } from './booking-notices.ts'
import type { MailContext } from './mail-context.ts'

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
  otherService: 'otherService',
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

/** How a booker is told about a booking. */
type Channel =
  | { readonly kind: 'email'; readonly address: string }
  | { readonly kind: 'sms'; readonly number: string }

/** The one channel of a booker: email, or SMS for who has only a phone number. Undefined: nobody can be told. */
function channelOf({ email, phone }: Pick<Booker, 'email' | 'phone'>): Channel | undefined {
  if (email !== undefined) return { kind: 'email', address: email }
  return phone === undefined ? undefined : { kind: 'sms', number: phone }
}
