import type { Dependencies } from '../../kernel/dependencies.ts'

/** What a mail service or gateway can say about a message after it took it. */
export const REPORTED_STATES = ['delivered', 'bounced', 'complained', 'failed'] as const

/**
 * Why a person gets no further messages by a channel. `refused`: the mail server of the address does not know it. `bounced`: an email
 * came back for good. `complained`: they marked an email as spam. `unreachable`: the gateway cannot send to the number.
 * `optedOut`: they answered an SMS with STOP.
 */
export const SUPPRESSION_REASONS = [
  'refused',
  'bounced',
  'complained',
  'unreachable',
  'optedOut',
] as const

/** Why a person gets no further messages by a channel. */
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** The header of an email that names its receiver, without an address, to who reports about it; see `Mail.mark`. */
export const MARK_HEADER = 'X-Holdfast-Mark'

/** What a mail service or gateway says about a message after it took it. */
export interface MessageReport {
  /** The mark of the receiver in the account. */
  readonly mark: string
  readonly messageId: string
  /** The id of the message at the gateway, if it says one. */
  readonly vendorId?: string
  readonly state: (typeof REPORTED_STATES)[number]
  /** In the words of the service, without addresses. */
  readonly reason?: string
  /** Set if no further message is to be sent to the person by this channel. */
  readonly suppresses?: SuppressionReason
}

/**
 * Reads what a mail service posts. Undefined: its signature or its origin is wrong. Without reports: it is about no message of this
 * server, or about nothing that is recorded.
 */
export interface MailReportReader {
  read(body: Uint8Array): Promise<readonly MessageReport[] | undefined>
}

/** A report of an SMS gateway as it came in. */
export interface ReceivedSmsReport {
  /** Of the address to which it was posted. */
  readonly mark: string
  readonly messageId: string
  readonly body: Uint8Array
  /** The header with the signature. */
  readonly signature: string
}

/** Reads what an SMS gateway posts. Undefined: its signature is wrong. */
export interface SmsReportReader {
  read(received: ReceivedSmsReport): readonly MessageReport[] | undefined
}

/** The dependencies of receiving reports. Without a reader, none is taken. */
export interface ReportDependencies extends Dependencies {
  readonly mailReports?: MailReportReader | undefined
  readonly smsReports?: SmsReportReader | undefined
}
