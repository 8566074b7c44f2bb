import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMailbox } from '../../../src/adapters/mail/mailbox.ts'
import type { KeptMail } from '../../../src/delivery/ports/kept-mails.ts'
import type { Mailer } from '../../../src/delivery/ports/mailer.ts'
import type { TestApp } from './app.ts'
import { mailOnce } from './work.ts'

/** A mailbox in a folder of its own. */
export interface TestMailbox {
  /** Puts emails into the mailbox. */
  readonly mailer: Mailer
  /** Sends the emails of what has happened on a server. */
  send(server: Pick<TestApp, 'deps'>): Promise<void>
  /** The emails to an address, the oldest first. Emails of one moment have no order. */
  to(address: string): Promise<readonly KeptMail[]>
  /** Deletes the folder too. */
  close(): Promise<void>
}

/** Opens an empty mailbox. */
export async function openMailbox(): Promise<TestMailbox> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-mailbox-'))
  const mailbox = createMailbox(folder, { fromAddress: 'mail@example.com' })
  return {
    mailer: mailbox,
    send: ({ deps }) => mailOnce(deps, mailbox),
    to: async (address) =>
      (await mailbox.list(1_000)).filter(({ to }) => to === address).toReversed(),
    close: async () => {
      await mailbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
