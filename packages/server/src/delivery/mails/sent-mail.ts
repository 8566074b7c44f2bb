import { z } from 'zod'
import { defineMappedEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { sentMailKey } from '../keys.ts'

/** The mark of an email that was sent, so that a repeated event does not send it again. */
export interface SentMail {
  readonly mailId: string
  /** After this second the store may forget the email. */
  readonly expiresAtEpochSeconds: number
}

/** The item of a sent email. */
export const sentMailEntity = defineMappedEntity<
  SentMail,
  { readonly version: 1; readonly ttl: number }
>({
  name: 'sent email',
  key: ({ mailId }) => sentMailKey(mailId),
  schema: z.object({ version: z.literal(1), ttl: z.int() }),
  toAttributes: ({ expiresAtEpochSeconds }) => ({ version: 1, ttl: expiresAtEpochSeconds }),
  fromAttributes: ({ ttl }, { PK }) => ({ mailId: keyTail(PK), expiresAtEpochSeconds: ttl }),
})
