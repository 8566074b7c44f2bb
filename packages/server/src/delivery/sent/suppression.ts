import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { suppressionKey } from '../keys.ts'
import { SUPPRESSION_REASONS } from '../ports/message-reports.ts'
import { MESSAGE_CHANNELS, type MessageChannel } from './sent-message.ts'

const suppressionAttributes = z.object({
  version: z.int(),
  accountId: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  /** The mark of the number that it is about, since a person may change it. */
  numberMark: z.exactOptional(z.string()),
  sinceEpochSeconds: z.int(),
})

/** That a person gets no further messages by a channel, until somebody lifts it or a year has passed. */
export interface Suppression extends AttributesOf<typeof suppressionAttributes> {
  /** The mark of the person in the account; see `Secrets.personMarks`. */
  readonly mark: string
  readonly channel: MessageChannel
}

/** After this long an address is tried again. */
const SUPPRESSED_SECONDS = 365 * 24 * 60 * 60

/** The item of a suppression. */
export const suppressionEntity = defineEntity<Suppression, 'mark' | 'channel'>({
  name: 'suppression',
  key: ({ mark, channel }) => suppressionKey(mark, channel),
  inKey: {
    mark: ({ PK }) => keyTail(PK),
    channel: ({ SK }) => MESSAGE_CHANNELS.find((each) => each === keyTail(SK)) ?? 'email',
  },
  schema: suppressionAttributes,
  ttl: ({ sinceEpochSeconds }) => sinceEpochSeconds + SUPPRESSED_SECONDS,
})
