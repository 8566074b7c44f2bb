import { TEXTS } from '../languages/languages.ts'
import { messageOfKind, stayMessageOfKind, waitlistMessageOfKind } from '../mails/message-kinds.ts'
import type { MessageKind } from '../templates/message-kinds.ts'
import type { MessageText } from '../templates/message-template.ts'
import type { MailLanguage } from '../texts.ts'

const TITLE = '{{ title }}'
const NAMES = '{{ provider.name }}'

/** The built-in subject and text of a message, written as templates. */
export function builtInText(kind: MessageKind, language: MailLanguage): MessageText {
  const about = messageOfKind(kind)
  if (about !== undefined) {
    const words = TEXTS[language].bookings
    const { subject, lead } = words.messages[about.message]
    return { subject: subject(TITLE), text: lead ?? words.nowWith(NAMES) }
  }
  const ofEntry = waitlistMessageOfKind(kind)
  if (ofEntry !== undefined) {
    const { subject, lead } = TEXTS[language].waitlist.messages[ofEntry]
    return { subject: subject(TITLE), text: lead }
  }
  const { subject, lead } = TEXTS[language].stays.messages[stayMessageOfKind(kind)]
  return { subject: `${subject}: ${TITLE}`, text: lead }
}
