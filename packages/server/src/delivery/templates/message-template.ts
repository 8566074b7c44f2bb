import type { MessageKind, MessageLanguage } from '@holdfast/contracts'
import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { messageTemplateKey } from '../keys.ts'

/** The subject and the text of a message, as templates in Liquid. */
export interface MessageText {
  readonly subject: string
  readonly text: string
}

/** The template of an account for one kind of message in one language. */
export interface MessageTemplate extends MessageText {
  readonly accountId: string
  readonly kind: MessageKind
  readonly language: MessageLanguage
  readonly version: number
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** The item of a message template. */
export const messageTemplateEntity = defineEntity<MessageTemplate, 'language'>({
  name: 'message template',
  key: ({ accountId, kind, language }) => messageTemplateKey(accountId, kind, language),
  // The server itself writes the key.
  inKey: { language: ({ SK }) => keyTail(SK) as MessageLanguage },
  schema: z.object({
    accountId: z.string(),
    // Any name: the list of kinds would bring the whole contract into the function that sends emails.
    kind: z.custom<MessageKind>((value) => typeof value === 'string'),
    version: z.int(),
    subject: z.string(),
    text: z.string(),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
  }),
})
