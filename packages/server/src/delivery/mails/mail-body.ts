import type { Mail } from '../ports/mailer.ts'
import type { MailLanguage, Receiver } from '../texts.ts'

/** The table of an email: labels and values. */
export type Rows = readonly (readonly [string, string])[]

/** A link of an email. The first one is shown as the main one. */
export interface MailLink {
  readonly url: string
  readonly label: string
}

/** Links of less importance, in one line after what they do. */
export interface LinkList {
  readonly label: string
  readonly links: readonly MailLink[]
}

/** What an email says, before it gets a layout. */
export interface MailBody {
  /** Paragraphs, which blank lines separate. */
  readonly lead: string
  readonly rows: Rows
  readonly links: readonly MailLink[]
  /** In the HTML only. */
  readonly moreLinks?: LinkList
  readonly language: MailLanguage
  /** Who reads it, which decides on the reason of receipt that it names. */
  readonly receiver: Receiver
}

/** An email that is written, but has no layout yet: everything but its text and HTML. */
export interface WrittenMail extends Omit<Mail, 'text' | 'html'> {
  readonly body: MailBody
}
