import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptMail, KeptMails } from '../../delivery/ports/kept-mails.ts'
import type { Mail, Mailer } from '../../delivery/ports/mailer.ts'
import { lazily } from '../../kernel/lazily.ts'
import { ifMissing } from '../files/files.ts'
import { type MailOptions, messageOf } from './message.ts'

/** The local mailbox: a mailer that stores emails instead of sending them. */
export interface Mailbox extends Mailer, KeptMails {}

/** A complete email. */
const FILE = /^(\d{13}-[A-Za-z0-9_.]+)\.json$/
/** An email that is complete or being written. */
const DESCRIPTION = /^(\d{13}-[A-Za-z0-9_.]+)\.json(?:\.part)?$/
/** A file that is still incomplete after this long was left behind by a crash. */
const INCOMPLETE_MILLISECONDS = 60_000

const timeOf = (id: string): number => Number(id.slice(0, id.indexOf('-')))

/** The content of a file. Emails of earlier versions have no `message`, but a second file with the whole email. */
interface StoredMail extends KeptMail {
  /** What the email has beside the members of `KeptMail`. */
  readonly message?: Pick<Mail, 'id' | 'fromName' | 'to' | 'replyTo'> & {
    readonly method?: NonNullable<Mail['invitation']>['method']
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
  },
})

const keptOf = ({ message: _, ...mail }: StoredMail): KeptMail => mail

/** The email that was stored. Undefined if its file does not have all of it. */
function mailOf({ subject, text, html, invitation, message }: StoredMail): Mail | undefined {
  if (message === undefined) return undefined
  const { method, ...rest } = message
  return {
    ...rest,
    subject,
    text,
    html,
    ...(method && invitation !== null && { invitation: { method, content: invitation } }),
  }
}

/**
 * Stores emails in a folder, each in a JSON file, which gets its name when it is complete. An email in RFC 5322 format
 * is written when somebody reads it, which hardly ever happens: it takes longer than all other work on an email. Only
 * this user can read the files, since the link in an email allows cancelling the booking.
 */
export function createMailbox(folder: string, options: MailOptions): Mailbox {
  const transport = lazily(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  })
  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 })
  const writeWhole = async (name: string, content: string) => {
    const file = join(folder, name)
    const write = () => writeFile(`${file}.part`, content, { mode: 0o600 })
    // Nearly always, the folder exists.
    await write().catch(async (error: NodeJS.ErrnoException) => {
      ifMissing(error)
      await makeFolder()
      await write()
    })
    await rename(`${file}.part`, file)
  }
  const ids = async (): Promise<readonly string[]> => {
    await makeFolder()
    return (await readdir(folder)).flatMap((name) => FILE.exec(name)?.[1] ?? [])
  }
  /** Reads an email; undefined if it was deleted meanwhile. */
  const read = async (id: string): Promise<StoredMail | undefined> => {
    const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(ifMissing)
    // Only `send` writes these files.
    return text === undefined ? undefined : (JSON.parse(text) as StoredMail)
  }
  /** Reads the description of an email; undefined if it is gone or not complete. */
  const readDescription = async (name: string): Promise<KeptMail | undefined> => {
    const text = await readFile(join(folder, name), 'utf8').catch(ifMissing)
    try {
      // Only `send` writes these files.
      return text === undefined ? undefined : (JSON.parse(text) as KeptMail)
    } catch {
      return undefined
    }
  }
  /** Reads the second file of an email that an earlier version has stored. */
  const readOlder = (id: string): Promise<Uint8Array | undefined> =>
    readFile(join(folder, `${id}.eml`)).catch(ifMissing)
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
      await writeWhole(`${stored.id}.json`, JSON.stringify(stored))
      return { kind: 'sent' }
    },
    async list(limit, accountId) {
      const found: KeptMail[] = []
      for (const id of [...(await ids())].sort().reverse()) {
        if (found.length === limit) break
        const mail = await read(id)
        if (mail && (accountId === undefined || mail.accountId === accountId)) {
          found.push(keptOf(mail))
        }
      }
      return found
    },
    // Only names from the folder are opened, which prevents path traversal.
    async find(id) {
      const stored = (await ids()).includes(id) ? await read(id) : undefined
      return stored && keptOf(stored)
    },
    async raw(id) {
      // Only names from the folder are opened, which prevents path traversal.
      if (!(await ids()).includes(id)) return undefined
      const stored = await read(id)
      return stored && ((await compose(stored)) ?? (await readOlder(id)))
    },
    async removeWhere(isToRemove) {
      await makeFolder()
      const names = await readdir(folder)
      let removed = 0
      for (const name of names) {
        const [, id] = DESCRIPTION.exec(name) ?? []
        if (id === undefined) continue
        const mail = await readDescription(name)
        const isLeftBehind = mail === undefined && Date.now() - timeOf(id) > INCOMPLETE_MILLISECONDS
        if (!isLeftBehind && !(mail && (await isToRemove(mail)))) continue
        // The description last: as long as it exists, an interrupted removal is repeated.
        for (const file of [`${id}.eml`, `${id}.eml.part`, name]) {
          await rm(join(folder, file), { force: true })
        }
        removed += 1
      }
      return removed
    },
    async clear() {
      // Deletes only complete emails, so that one being written now is not lost.
      for (const id of await ids()) {
        await rm(join(folder, `${id}.eml`), { force: true })
        await rm(join(folder, `${id}.json`), { force: true })
      }
    },
    async close() {
      ;(await transport.opened())?.close()
    },
  }
}
