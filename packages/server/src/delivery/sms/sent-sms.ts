import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { sentSmsKey } from '../keys.ts'
import { SMS_KINDS, type SmsKind } from '../texts.ts'

/** `sending`: counted, and not answered yet. `notSent`: `reason` says why. */
export const SMS_STATES = ['sending', 'accepted', 'refused', 'notSent'] as const

/** An SMS about a booking. It has neither the number nor the text: both would be data of a person. */
export interface SentSms {
  readonly bookingId: string
  /** The event that caused it. */
  readonly eventId: string
  readonly version: number
  readonly accountId: string
  readonly kind: SmsKind
  readonly state: (typeof SMS_STATES)[number]
  /** What the account pays for. 0 if it was not sent. */
  readonly segments: number
  /** Why it was refused, in the words of the gateway, or why it was not sent: an `UnsentReason`. */
  readonly reason?: string
  /** When it was counted. */
  readonly createdAtEpochSeconds: number
  /** After this second the store may forget it. */
  readonly expiresAtEpochSeconds: number
}

/** The item of an SMS. */
export const sentSmsEntity = defineEntity<SentSms, 'bookingId' | 'eventId'>({
  name: 'SMS',
  key: ({ bookingId, eventId }) => sentSmsKey(bookingId, eventId),
  inKey: { bookingId: ({ PK }) => keyTail(PK), eventId: ({ SK }) => SK },
  schema: z.object({
    version: z.int(),
    accountId: z.string(),
    kind: z.enum(SMS_KINDS),
    state: z.enum(SMS_STATES),
    segments: z.int(),
    reason: z.exactOptional(z.string()),
    createdAtEpochSeconds: z.int(),
    expiresAtEpochSeconds: z.int(),
  }),
  ttl: ({ expiresAtEpochSeconds }) => expiresAtEpochSeconds,
})
