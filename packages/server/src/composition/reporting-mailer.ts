import type { Mailer } from '../delivery/ports/mailer.ts'

/** What a mailer reports: that the mail server takes no emails, with its words, and that it takes them again. */
export interface MailerReports {
  readonly onFailing: (words: string) => void
  readonly onWorking: () => void
}

/** The answers to these commands may be about one email, such as a recipient whose mailbox is full. */
const ABOUT_ONE_MAIL: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA'])

const ADDRESS = /[^\s<>"']+@[^\s<>"']+/g

/** The words of an error without addresses of people, which are in no log. */
const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(ADDRESS, '…')

/**
 * Wraps a mailer to report, once per change, that its server is unreachable, rejects the login or cannot encrypt, and that it
 * works again. Emails wait meanwhile.
 */
export function reportingMailer(mailer: Mailer, { onFailing, onWorking }: MailerReports): Mailer {
  let isFailing = false
  return {
    ...mailer,
    async send(mail, accountId) {
      try {
        const outcome = await mailer.send(mail, accountId)
        if (isFailing) onWorking()
        isFailing = false
        return outcome
      } catch (error) {
        const { command } = error as { readonly command?: unknown }
        if (!isFailing && !ABOUT_ONE_MAIL.has(command)) {
          isFailing = true
          onFailing(wordsOf(error))
        }
        throw error
      }
    },
  }
}
