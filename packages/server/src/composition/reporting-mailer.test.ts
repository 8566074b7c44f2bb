import { expect, test } from 'vitest'
import type { Mail, MailOutcome } from '../delivery/ports/mailer.ts'
import { reportingMailer } from './reporting-mailer.ts'

test('a mail server that takes no emails is reported once with its words, and once when it works again', async () => {
  const said: string[] = []
  const login = Object.assign(new Error('Invalid login: 535 no such user <ada@example.com>'), {
    command: 'AUTH PLAIN',
  })
  const full = Object.assign(new Error('452 mailbox full'), { command: 'RCPT TO' })
  const answers: (Error | MailOutcome)[] = [
    full,
    { kind: 'sent' },
    login,
    login,
    full,
    { kind: 'sent' },
    { kind: 'sent' },
    new Error('connect ECONNREFUSED 127.0.0.1:25'),
  ]
  const mailer = reportingMailer(
    {
      fromAddress: 'a@example.com',
      async send() {
        const next = answers.shift()
        if (next instanceof Error) throw next
        return next ?? { kind: 'sent' }
      },
      close: async () => {},
    },
    { onFailing: (words) => said.push(words), onWorking: () => said.push('works') },
  )
  for (let sent = 0; sent < 8; sent += 1) {
    await mailer.send({} as Mail, 'acc_1').catch(() => undefined)
  }
  expect(said).toEqual([
    'Invalid login: 535 no such user <…>',
    'works',
    'connect ECONNREFUSED 127.0.0.1:25',
  ])
})
