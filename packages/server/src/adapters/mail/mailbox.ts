import type { KeptMail, KeptMails } from '../../delivery/ports/kept-mails.ts'
import type { Mail, Mailer } from '../../delivery/ports/mailer.ts'
import { lazily } from '../../kernel/lazily.ts'
import { openMailSegments } from './mail-segments.ts'
import { type MailOptions, messageOf } from './message.ts'
import { openSingleMails } from './single-mails.ts'

/** The local mailbox: a mailer that stores emails instead of sending them. */
export interface Mailbox extends Mailer, KeptMails {}

const ID = /^\d{13}-[A-Za-z0-9_.]+$/

const timeOf = (id: string): number => Number(id.slice(0, id.indexOf('-')))

/** An email as it is stored. Those of the earliest versions have no `message`, but a second file with the whole email. */
interface StoredMail extends KeptMail {
  /** What the email has beside the members of `KeptMail`. */
  readonly message?: Pick<Mail, 'id' | 'fromName' | 'to' | 'replyTo'> & {
    readonly method?: NonNullable<Mail['invitation']>['method']
    readonly further?: readonly string[]
  }
}

const storedMail = (mail: Mail, accountId: string, keptAt: Date): StoredMail => ({
  id: `${String(keptAt.getTime()).padStart(13, '0')}-${mail.id}`,
  accountId,
  keptAt: keptAt.toISOString(),
  to: mail.to.address,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  invitation: mail.invitation?.content ?? null,
  message: {
    id: mail.id,
    fromName: mail.fromName,
    to: mail.to,
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    ...(mail.invitation && { method: mail.invitation.method }),
    ...(mail.invitation?.further && { further: mail.invitation.further }),
  },
})

const keptOf = ({ message: _, ...mail }: StoredMail): KeptMail => mail

/** The email that was stored. Undefined if its file does not have all of it. */
function mailOf({ subject, text, html, invitation, message }: StoredMail): Mail | undefined {
  if (message === undefined) return undefined
  const { method, further, ...rest } = message
  return {
    ...rest,
    subject,
    text,
    html,
    ...(method &&
      invitation !== null && {
        invitation: { method, content: invitation, ...(further && { further }) },
      }),
  }
}

/** The email in a text. Undefined if it was damaged, as by a power failure while it was removed. */
function parsed(text: string): StoredMail | undefined {
  try {
    // Only `send`, of this version or an earlier one, writes these texts.
    return JSON.parse(text) as StoredMail
  } catch {
    return undefined
  }
}

/**
 * Stores emails in files of a folder, as a line of JSON each. An email in RFC 5322 format is written when somebody reads
 * it, which hardly ever happens: it takes longer than all other work on an email. Only this user can read the files, since
 * the link in an email allows cancelling the booking.
 */
export function createMailbox(folder: string, options: MailOptions): Mailbox {
  const segments = openMailSegments(folder)
  const singles = openSingleMails(folder)
  const transport = lazily(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  })
  const read = async (id: string): Promise<StoredMail | undefined> => {
    if (!ID.test(id)) return undefined
    const begin = `{"id":"${id}",`
    for (const segment of await segments.list()) {
      if (segment.fromEpochMilliseconds > timeOf(id)) continue
      if ((await segment.untilEpochMilliseconds()) < timeOf(id)) continue
      const line = (await segment.read()).find((text) => text.startsWith(begin))
      if (line !== undefined) return parsed(line)
    }
    return parsed((await singles.read(id)) ?? '')
  }
  /** All parts of the mailbox with the time of their last email, the latest first. */
  const parts = async (): Promise<readonly Part[]> => {
    const ofSegments = (await segments.list()).map(async (segment) => ({
      untilEpochMilliseconds: await segment.untilEpochMilliseconds(),
      read: () => segment.read(),
    }))
    const ofSingles = (await singles.ids()).map((id) => ({
      untilEpochMilliseconds: timeOf(id),
      read: async () => [(await singles.read(id)) ?? ''],
    }))
    return [...(await Promise.all(ofSegments)), ...ofSingles].sort(
      (a, b) => b.untilEpochMilliseconds - a.untilEpochMilliseconds,
    )
  }
  /** Writes an email as it would have been sent when it was stored. */
  const compose = async (stored: StoredMail): Promise<Uint8Array | undefined> => {
    const mail = mailOf(stored)
    if (mail === undefined) return undefined
    const date = new Date(stored.keptAt)
    const { message } = await (await transport.open()).sendMail({
      ...messageOf(mail, options),
      date,
    })
    // With `buffer`, the transport answers the whole message.
    return message as Buffer
  }
  return {
    fromAddress: options.fromAddress,
    async send(mail, accountId) {
      const stored = storedMail(mail, accountId, new Date())
      const text = JSON.stringify(stored)
      await segments.append({ epochMilliseconds: timeOf(stored.id), text })
      return { kind: 'sent' }
    },
    async list(limit, accountId) {
      let found: StoredMail[] = []
      for (const part of await parts()) {
        const oldest = found.length < limit ? undefined : found.at(-1)
        if (oldest && timeOf(oldest.id) > part.untilEpochMilliseconds) break
        const mails = (await part.read()).flatMap((text) => parsed(text) ?? [])
        const own = mails.filter((mail) => accountId === undefined || mail.accountId === accountId)
        found = [...found, ...own].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
      }
      return found.map(keptOf)
    },
    async *each() {
      for (const part of await parts()) {
        for (const text of await part.read()) {
          const mail = parsed(text)
          if (mail !== undefined) yield keptOf(mail)
        }
      }
    },
    async find(id) {
      const stored = await read(id)
      return stored && keptOf(stored)
    },
    async raw(id) {
      const stored = await read(id)
      return stored && ((await compose(stored)) ?? (await singles.raw(id)))
    },
    async removeWhere(isToRemove) {
      const isGone = (text: string) => {
        const mail = parsed(text)
        return mail === undefined || isToRemove(mail)
      }
      return (await segments.removeWhere(isGone)) + (await singles.removeWhere(isGone))
    },
    async clear() {
      await segments.clear()
      await singles.removeWhere(() => true)
    },
    async close() {
      ;(await transport.opened())?.close()
    },
  }
}

/** A file of the mailbox. */
interface Part {
  /** No email in it is later. */
  readonly untilEpochMilliseconds: number
  /** The JSON texts of its emails. */
  read(): Promise<readonly string[]>
}
