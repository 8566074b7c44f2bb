import { messageOfKind, stayMessageOfKind, waitlistMessageOfKind } from '../mails/message-kinds.ts'
import { STAY_WORDS } from '../mails/stay-words.ts'
import { WAITLIST_WORDS } from '../mails/waitlist-words.ts'
import { type MailLanguage, WORDS } from '../mails/words.ts'
import type { MessageKind } from '../templates/message-kinds.ts'
import type { MessageText } from '../templates/message-template.ts'

const TITLE = '{{ title }}'
const NAMES = '{{ provider.name }}'

/** The built-in subject and text of a message, written as templates. */
export function builtInText(kind: MessageKind, language: MailLanguage): MessageText {
  const about = messageOfKind(kind)
  if (about !== undefined) {
    const words = WORDS[language]
    const { subject, lead } = words.messages[about.message]
    return { subject: subject(TITLE), text: lead ?? words.nowWith(NAMES) }
  }
  const ofEntry = waitlistMessageOfKind(kind)
  if (ofEntry !== undefined) {
    const { subject, lead } = WAITLIST_WORDS[language].messages[ofEntry]
    return { subject: subject(TITLE), text: lead }
  }
  const { subject, lead } = STAY_WORDS[language].messages[stayMessageOfKind(kind)]
  return { subject: `${subject}: ${TITLE}`, text: lead }
}
