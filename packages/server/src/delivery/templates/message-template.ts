import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { messageTemplateKey } from '../keys.ts'
import { MESSAGE_KINDS } from './message-kinds.ts'

/** The subject and the text of a message, as templates in Liquid. */
export interface MessageText {
  readonly subject: string
  readonly text: string
}

const messageTemplateAttributes = z.object({
  accountId: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  version: z.int(),
  subject: z.string(),
  text: z.string(),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/** The template of an account for one kind of message in one language. */
export interface MessageTemplate
  extends MessageText,
    AttributesOf<typeof messageTemplateAttributes> {
  readonly language: string
}

/** The item of a message template. */
export const messageTemplateEntity = defineEntity<MessageTemplate, 'language'>({
  name: 'message template',
  key: ({ accountId, kind, language }) => messageTemplateKey(accountId, kind, language),
  inKey: { language: ({ SK }) => keyTail(SK) },
  schema: messageTemplateAttributes,
})
