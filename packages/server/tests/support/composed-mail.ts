import type { Attending } from '../../src/delivery/mails/attending.ts'
import {
  draftMail,
  type MailContext,
  type Recipient,
  writeMail,
} from '../../src/delivery/mails/compose.ts'
import { layOut } from '../../src/delivery/mails/mail-layout.ts'
import type { Mail } from '../../src/delivery/ports/mailer.ts'

/** An account without a name, whose emails do not say why they are received. */
export const NO_BRAND = { name: '' }

/** The email of an event for one recipient in the built-in words. Undefined if they get none. */
export function composeMail(
  context: MailContext,
  recipient: Recipient,
  attending?: Attending,
): Mail | undefined {
  const draft = draftMail(context, recipient, attending)
  return draft && layOut(writeMail(draft), NO_BRAND)
}
