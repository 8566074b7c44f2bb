/** An SMS that is ready to be sent. */
export interface Sms {
  /** The number of the receiver, in E.164. */
  readonly to: string
  readonly text: string
}

/** Whether an SMS was accepted. `refused` is permanent: a retry would fail as well. Neither names the number. */
export type SmsOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Sends SMS. Rejects if the gateway is unreachable or asks to retry later. */
export interface SmsSender {
  send(sms: Sms): Promise<SmsOutcome>
}
