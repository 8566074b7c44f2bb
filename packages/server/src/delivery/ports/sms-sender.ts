/** An SMS that is ready to be sent. */
export interface Sms {
  /** The number of the receiver, in E.164. */
  readonly to: string
  readonly text: string
  /** Where the gateway reports what becomes of it. Absent: nowhere. */
  readonly reportTo?: string
}

/**
 * Whether an SMS was accepted, with its id at the gateway. `refused` is permanent: a retry would fail as well. `suppresses`: so would any other
 * SMS to this number. Neither names the number.
 */
export type SmsOutcome =
  | { readonly kind: 'accepted'; readonly vendorId?: string }
  | {
      readonly kind: 'refused'
      readonly reason: string
      readonly suppresses?: SmsSuppression
    }

/** Why no SMS reaches a number. */
export type SmsSuppression = 'unreachable' | 'optedOut'

/** Sends SMS. Rejects if the gateway is unreachable or asks to retry later. */
export interface SmsSender {
  send(sms: Sms): Promise<SmsOutcome>
}
