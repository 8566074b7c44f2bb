import { fieldsOfMessage, recipientOfMessage } from '@holdfast/contracts'
import { timestamps } from '../../kernel/representations.ts'
import { builtInText } from '../messages/built-in.ts'
import type { AccountMessage } from '../messages/messages.ts'

/** The representation of a message in the list of all. */
export const messageSummary = ({ kind, language, template }: AccountMessage) => ({
  kind,
  language,
  recipient: recipientOfMessage(kind),
  customized: template !== undefined,
  updatedAt: template ? timestamps(template).updatedAt : null,
})

/** The representation of a message. */
export function messageRepresentation(message: AccountMessage) {
  const { kind, language, template } = message
  const builtIn = { ...builtInText(kind, language) }
  const { subject, text } = template ?? builtIn
  return {
    ...messageSummary(message),
    subject,
    text,
    builtIn,
    fields: fieldsOfMessage(kind).map(({ name, description, example }) => ({
      name,
      description,
      example,
    })),
    version: template?.version ?? 0,
    createdAt: template ? timestamps(template).createdAt : null,
  }
}
