import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSmtpMailer } from '../../src/adapters/mail/smtp-mailer.ts'
import type { Mail } from '../../src/delivery/ports/mailer.ts'

const MAIL: Mail = {
  id: 'evn_1.booker',
  fromName: 'Ada',
  to: { name: 'Grace', address: 'grace@example.com' },
  subject: 'Confirmed',
  text: 'Confirmed',
  html: '<p>Confirmed</p>',
}

let server: SMTPServer
let address: string
let passwords: (string | null | undefined)[]

// A server without STARTTLS, as somebody on the way can make any server look.
beforeEach(async () => {
  passwords = []
  server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ password, username }, _session, callback) {
      passwords.push(password)
      callback(null, { user: username })
    },
    onData(stream, _session, callback) {
      stream.resume().on('end', () => callback())
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  address = `127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterEach(() => new Promise<void>((resolve) => server.close(resolve)))

async function sendBy(smtpUrl: string): Promise<string> {
  const mailer = createSmtpMailer(smtpUrl, { fromAddress: 'mail@example.com' })
  try {
    return (await mailer.send(MAIL, 'acc_1')).kind
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await mailer.close()
  }
}

test('a password is never sent over a connection that is not encrypted', async () => {
  expect(await sendBy(`smtp://user:secret@${address}`)).toContain('STARTTLS')
  expect(passwords).toEqual([])
})

test('without credentials, or if the URL says so, no encryption is required', async () => {
  expect(await sendBy(`smtp://${address}`)).toBe('sent')
  expect(await sendBy(`smtp://user:secret@${address}?requireTLS=false`)).toBe('sent')
  expect(passwords).toEqual(['secret'])
})
