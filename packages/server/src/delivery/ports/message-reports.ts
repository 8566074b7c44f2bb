import type { Dependencies } from '../../kernel/dependencies.ts'
import type { MessageState } from '../sent/sent-message.ts'
import type { SuppressionReason } from '../sent/suppression.ts'

/** What a mail service or gateway says about a message after it took it. */
export interface MessageReport {
  /** The mark of the receiver in the account. */
  readonly mark: string
  readonly messageId: string
  /** The id of the message at the gateway, if it says one. */
  readonly vendorId?: string
  readonly state: Extract<MessageState, 'delivered' | 'bounced' | 'complained' | 'failed'>
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
