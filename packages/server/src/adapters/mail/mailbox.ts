import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { KeptMail, KeptMails } from '../../delivery/ports/kept-mails.ts'
import type { Mailer } from '../../delivery/ports/mailer.ts'
import { ifMissing } from '../files/files.ts'
import { type MailOptions, messageOf } from './message.ts'

/** The local mailbox: a mailer that stores emails instead of sending them. */
export interface Mailbox extends Mailer, KeptMails {}

const FILE = /^(\d{13}-[A-Za-z0-9_.]+)\.eml$/
/** The description of an email, which is written first. It has another name until it is complete. */
const DESCRIPTION = /^(\d{13}-[A-Za-z0-9_.]+)\.json(?:\.part)?$/
/** A file that is still incomplete after this long was left behind by a crash. */
const INCOMPLETE_MILLISECONDS = 60_000

const timeOf = (id: string): number => Number(id.slice(0, id.indexOf('-')))

/**
 * Stores emails as `.eml` files in a folder, each with a `.json` file for display. A file gets its name
 * when it is complete. Only this user can read the files, since the link in an email allows cancelling
 * the booking.
 */
export function createMailbox(folder: string, options: MailOptions): Mailbox {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const writeWhole = async (name: string, content: string | Uint8Array) => {
    const file = join(folder, name)
    await writeFile(`${file}.part`, content, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }
  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 })
  const ids = async (): Promise<readonly string[]> => {
    await makeFolder()
    return (await readdir(folder)).flatMap((name) => FILE.exec(name)?.[1] ?? [])
  }
  /** Reads an email; undefined if it was deleted meanwhile. */
  const read = async (id: string): Promise<KeptMail | undefined> => {
    const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(ifMissing)
    // Only `send` writes these files.
    return text === undefined ? undefined : (JSON.parse(text) as KeptMail)
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
  return {
    fromAddress: options.fromAddress,
    async send(mail, accountId) {
      await makeFolder()
      const { message } = await transport.sendMail(messageOf(mail, options))
      const keptAt = new Date()
      const id = `${String(keptAt.getTime()).padStart(13, '0')}-${mail.id}`
      const kept: KeptMail = {
        id,
        accountId,
        keptAt: keptAt.toISOString(),
        to: mail.to.address,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        invitation: mail.invitation?.content ?? null,
      }
      await writeWhole(`${id}.json`, JSON.stringify(kept))
      await writeWhole(`${id}.eml`, message as Buffer)
      return { kind: 'sent' }
    },
    async list(limit, accountId) {
      const found: KeptMail[] = []
      for (const id of [...(await ids())].sort().reverse()) {
        if (found.length === limit) break
        const mail = await read(id)
        if (mail && (accountId === undefined || mail.accountId === accountId)) found.push(mail)
      }
      return found
    },
    // Only names from the folder are opened, which prevents path traversal.
    find: async (id) => ((await ids()).includes(id) ? await read(id) : undefined),
    async raw(id) {
      // Only names from the folder are opened, which prevents path traversal.
      return (await ids()).includes(id) ? await readFile(join(folder, `${id}.eml`)) : undefined
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
      transport.close()
    },
  }
}
