import { z } from 'zod'
import { defineMappedEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { sentMailKey } from '../keys.ts'

/** The mark of an email that was sent, so that a repeated event does not send it again. */
export interface SentMail {
  readonly mailId: string
  /** The account that sent it. Absent in marks of version 1, which end after 30 days. */
  readonly accountId?: string
  /** After this second the store may forget the email. */
  readonly expiresAtEpochSeconds: number
}

/** The item of a sent email. */
export const sentMailEntity = defineMappedEntity<
  SentMail,
  { readonly version: 1; readonly ttl: number; readonly accountId?: string }
>({
  name: 'sent email',
  key: ({ mailId }) => sentMailKey(mailId),
  schema: z.object({
    version: z.literal(1),
    ttl: z.int(),
    accountId: z.exactOptional(z.string()),
  }),
  toAttributes: ({ expiresAtEpochSeconds, accountId }) => ({
    version: 1,
    ttl: expiresAtEpochSeconds,
    ...(accountId !== undefined && { accountId }),
  }),
  fromAttributes: ({ ttl, accountId }, { PK }) => ({
    mailId: keyTail(PK),
    expiresAtEpochSeconds: ttl,
    ...(accountId !== undefined && { accountId }),
  }),
})
