import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeInvitation } from '@holdfast/engine'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMailbox, type Mailbox } from '../../src/adapters/mail/mailbox.ts'
import { createSmtpMailer } from '../../src/adapters/mail/smtp-mailer.ts'
import type { KeptMail } from '../../src/delivery/ports/kept-mails.ts'
import type { Mail, Mailer } from '../../src/delivery/ports/mailer.ts'

const ACCOUNT = 'acc_01k5'

const invitation = writeInvitation({
  method: 'REQUEST',
  uid: 'bkg_1@holdfast',
  sequence: 1,
  stampEpochSeconds: 1_776_672_000,
  startEpochSeconds: 1_777_280_400,
  endEpochSeconds: 1_777_282_200,
  status: 'CONFIRMED',
  summary: `予約, "quoted"; 🎉 ${'long '.repeat(40)}`,
  organizer: { name: 'Dr. Ada', email: 'ada@example.com' },
  attendee: { name: 'Grace', email: 'grace@example.com' },
})

const mail: Mail = {
  id: 'evn_01k5.booker',
  fromName: 'Dr. Ada Müller',
  to: { name: 'Grace', address: 'grace@example.com' },
  replyTo: { name: 'Dr. Ada', address: 'ada@example.com' },
  subject: 'Confirmed: Prüfung\r\nBcc: everyone@example.com',
  text: 'Your booking is confirmed.\n\nWhen: Monday\n',
  html: '<p>Your booking is confirmed.</p>',
  invitation: { method: 'REQUEST', content: invitation },
}

/** Parses a message and checks everything that email clients use. */
async function expectComplete(raw: Uint8Array) {
  const parsed = await PostalMime.parse(raw)
  expect(parsed.messageId).toBe('<evn_01k5.booker@example.com>')
  expect(parsed.from).toMatchObject({ name: 'Dr. Ada Müller', address: 'mail@example.com' })
  expect(parsed.to).toMatchObject([{ name: 'Grace', address: 'grace@example.com' }])
  expect(parsed.replyTo).toMatchObject([{ address: 'ada@example.com' }])
  expect(parsed.subject).toBe('Confirmed: Prüfung Bcc: everyone@example.com')
  expect(parsed.bcc ?? []).toEqual([])
  expect(parsed.text).toContain('When: Monday')
  expect(parsed.html).toContain('<p>Your booking is confirmed.</p>')
  const types = new TextDecoder()
    .decode(raw)
    .match(/^Content-Type: text\/calendar[^\r]*(\r\n [^\r]*)*/gm)
  expect(types?.[0]?.replaceAll(/\s+/g, ' ')).toMatch(/method=REQUEST/)
  const calendars = parsed.attachments.filter(({ mimeType }) =>
    ['text/calendar', 'application/ics'].includes(mimeType),
  )
  expect(calendars.map(({ mimeType }) => mimeType).sort()).toEqual([
    'application/ics',
    'text/calendar',
  ])
  // The parser normalizes line ends, so the attached bytes are checked separately.
  for (const { content } of calendars) {
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
    expect(text.replaceAll('\n', '\r\n').replaceAll('\r\r\n', '\r\n')).toBe(invitation)
  }
  const attached = /filename=invite\.ics\r\n.*base64\r\n\r\n([A-Za-z0-9+/=\r\n]+?)\r\n--/s.exec(
    new TextDecoder().decode(raw),
  )
  expect(Buffer.from(attached?.[1] ?? '', 'base64').toString('utf8')).toBe(invitation)
}

describe('over SMTP', () => {
  const received: { raw: Buffer; to: string[] }[] = []
  let answerWith: { code: number; message: string } | undefined
  let refusalOf: { at: 'connection' | 'sender' | 'recipient'; code: number } | undefined
  let server: SMTPServer
  let mailer: Mailer
  beforeEach(async () => {
    received.length = 0
    answerWith = undefined
    refusalOf = undefined
    const refusing =
      (at: NonNullable<typeof refusalOf>['at']) =>
      (_what: unknown, ...rest: readonly unknown[]) => {
        const callback = rest.at(-1) as (error?: Error | null) => void
        if (refusalOf?.at !== at) callback()
        else callback(Object.assign(new Error('as told'), { responseCode: refusalOf.code }))
      }
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onConnect: refusing('connection'),
      onMailFrom: refusing('sender'),
      onRcptTo: refusing('recipient'),
      onData(stream, session, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (answerWith) {
            callback(
              Object.assign(new Error(answerWith.message), { responseCode: answerWith.code }),
            )
            return
          }
          received.push({
            raw: Buffer.concat(chunks),
            to: session.envelope.rcptTo.map(({ address }) => address),
          })
          callback()
        })
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const { port } = server.server.address() as AddressInfo
    mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, { fromAddress: 'mail@example.com' })
  })
  afterEach(async () => {
    await mailer.close()
    await new Promise<void>((resolve) => server.close(resolve))
  })

  test('an email arrives complete, with the same bytes of its invitation inline and attached', async () => {
    expect(await mailer.send(mail, ACCOUNT)).toEqual({ kind: 'sent' })
    expect(received.map(({ to }) => to)).toEqual([['grace@example.com']])
    await expectComplete(received[0]?.raw as Buffer)
  })

  test('a permanent error (5xx) is a refusal, a temporary one (4xx) a failure to retry', async () => {
    answerWith = { code: 550, message: 'no such mailbox' }
    expect(await mailer.send(mail, ACCOUNT)).toMatchObject({ kind: 'refused' })
    answerWith = { code: 451, message: 'come back later' }
    await expect(mailer.send(mail, ACCOUNT)).rejects.toThrow('come back later')
  })

  test.each([
    ['connection', 554],
    ['sender', 550],
    ['sender', 530],
    ['recipient', 530],
  ] as const)(
    'a refusal of the %s with %i is a failure to retry, because it concerns the installation',
    async (at, code) => {
      refusalOf = { at, code }
      await expect(mailer.send(mail, ACCOUNT)).rejects.toThrow(String(code))
      refusalOf = undefined
      expect(await mailer.send(mail, ACCOUNT)).toEqual({ kind: 'sent' })
    },
  )

  test('a recipient who is refused permanently is a refusal', async () => {
    refusalOf = { at: 'recipient', code: 550 }
    expect(await mailer.send(mail, ACCOUNT)).toMatchObject({ kind: 'refused' })
  })

  test('an unreachable server is a failure to retry', async () => {
    const unreachable = createSmtpMailer('smtp://127.0.0.1:1', { fromAddress: 'mail@example.com' })
    await expect(unreachable.send(mail, ACCOUNT)).rejects.toThrow('ECONNREFUSED')
    await unreachable.close()
  })
})

describe('without SMTP', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-mailbox-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('selected emails are removed whole, and those that a crash left incomplete', async () => {
    const mails = join(folder, 'mails')
    const mailbox = createMailbox(mails, { fromAddress: 'mail@example.com' })
    await mailbox.send(mail, ACCOUNT)
    await mailbox.send(
      { ...mail, id: 'evn_other.booker', to: { address: 'bob@example.com' } },
      ACCOUNT,
    )
    await writeFile(join(mails, '1000000000000-evn_cut.booker.json.part'), '{"to":"grace@exa')
    await writeFile(join(mails, '1000000000000-evn_cut.booker.eml.part'), 'To: grace')
    const young = `${Date.now()}-evn_young.booker.json.part`
    await writeFile(join(mails, young), '{"to":"gr')
    expect(await mailbox.removeWhere(({ to }) => to === 'grace@example.com')).toBe(2)
    const left = await readdir(mails)
    expect(left.filter((name) => !name.endsWith('.mails'))).toEqual([young])
    expect((await mailbox.list(10)).map(({ to }) => to)).toEqual(['bob@example.com'])
    await mailbox.close()
  })

  const openMailbox = () => createMailbox(folder, { fromAddress: 'mail@example.com' })
  const to = (name: string, more: Partial<Mail> = {}): Mail => ({
    ...mail,
    id: `evn_${name}.booker`,
    to: { address: `${name}@example.com` },
    ...more,
  })
  const contents = async () => {
    const names = (await readdir(folder)).sort()
    return await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  }

  const eachOf = async (mailbox: Mailbox) => {
    const mails: KeptMail[] = []
    for await (const kept of mailbox.each()) mails.push(kept)
    return mails
  }

  test('emails that are stored at once share a file, and are listed the newest first', async () => {
    const mailbox = openMailbox()
    const names = Array.from({ length: 40 }, (_, number) => `grace${10 + number}`)
    await Promise.all(names.map((name) => mailbox.send(to(name), ACCOUNT)))
    expect(await contents()).toHaveLength(1)
    // A server that was started again has a file of its own.
    await openMailbox().send(to('later'), 'acc_other')
    expect(await contents()).toHaveLength(2)
    const listed = await mailbox.list(100)
    expect(listed.map((each) => each.to).sort()).toEqual(
      [...names, 'later'].map((name) => `${name}@example.com`),
    )
    expect(listed.map(({ id }) => id)).toEqual(
      listed
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
    expect(await eachOf(mailbox)).toHaveLength(41)
    expect((await mailbox.list(1, 'acc_other')).map((each) => each.to)).toEqual([
      'later@example.com',
    ])
  })

  test('a removed email is gone from the disk, and its neighbors stay, also those stored meanwhile', async () => {
    const mailbox = openMailbox()
    for (const name of ['ada', 'grace', 'bob']) await mailbox.send(to(name), ACCOUNT)
    const [removed] = await Promise.all([
      openMailbox().removeWhere((each) => each.to === 'grace@example.com'),
      ...['carl', 'dora'].map((name) => mailbox.send(to(name), ACCOUNT)),
    ])
    await mailbox.send(to('emil'), ACCOUNT)
    expect(removed).toBe(1)
    expect((await contents()).join('')).not.toContain('grace@example.com","subject')
    expect((await contents()).join('')).not.toContain('evn_grace')
    const left = (await mailbox.list(10)).map((each) => each.to).sort()
    expect(left).toEqual(
      ['ada', 'bob', 'carl', 'dora', 'emil'].map((name) => `${name}@example.com`),
    )
    expect(await mailbox.removeWhere(() => false)).toBe(0)
  })

  test('what a crash cut off is not shown, and removed once no server can be writing it', async () => {
    const mailbox = openMailbox()
    await mailbox.send(to('ada'), ACCOUNT)
    const [line = ''] = await contents()
    const fileOf = (epochMilliseconds: number) =>
      join(folder, `${String(epochMilliseconds).padStart(13, '0')}-${randomUUID()}.mails`)
    const cut = line.slice(0, 100)
    // An email whose removal was interrupted, one that is cut off, and one that may still be growing.
    await writeFile(fileOf(1_000), `${line}  ${line.slice(2)}${cut}`)
    await writeFile(fileOf(Date.now()), cut)
    expect(await mailbox.list(10)).toHaveLength(2)
    expect(await mailbox.removeWhere(() => false)).toBe(2)
    const sizes = (await contents()).map((text) => text.trim().length)
    expect(sizes.sort((a, b) => a - b)).toEqual([100, line.length - 1, line.length - 1])
    expect(await mailbox.removeWhere(() => true)).toBe(2)
    // The file of 1970 is deleted, the others are young.
    expect((await contents()).map((text) => text.trim().length).sort((a, b) => a - b)).toEqual([
      0, 100,
    ])
  })

  test('the mailbox stores an email as it would have been sent', async () => {
    const mailbox = createMailbox(join(folder, 'mails'), { fromAddress: 'mail@example.com' })
    await mailbox.send(mail, ACCOUNT)
    const [stored] = await mailbox.list(10)
    expect(stored).toMatchObject({
      to: 'grace@example.com',
      text: 'Your booking is confirmed.\n\nWhen: Monday\n',
      invitation,
    })
    await expectComplete((await mailbox.raw(stored?.id as string)) as Uint8Array)
    expect(await mailbox.raw('../../etc/passwd')).toBeUndefined()
    await mailbox.clear()
    expect(await mailbox.list(10)).toEqual([])
    expect(await readdir(folder)).toEqual(['mails'])
  })

  test('only the server’s user can read a stored email, because its link can cancel a booking', async () => {
    const mails = join(folder, 'mails')
    const mailbox = createMailbox(mails, { fromAddress: 'mail@example.com' })
    await mailbox.send(mail, ACCOUNT)
    const files = (await readdir(mails)).map((name) => join(mails, name))
    expect(files).toHaveLength(1)
    const modes = await Promise.all([mails, ...files].map(async (path) => (await stat(path)).mode))
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600])
  })

  test('an email that an earlier version stored in two files is read from both, and removed whole', async () => {
    const mailbox = createMailbox(folder, { fromAddress: 'mail@example.com' })
    const id = '1000000000000-evn_older.booker'
    const older = { id, to: 'grace@example.com', subject: 'Older', invitation: null }
    await writeFile(join(folder, `${id}.json`), JSON.stringify(older))
    await writeFile(join(folder, `${id}.eml`), 'Subject: Older\r\n\r\n')
    expect(await mailbox.list(10)).toEqual([older])
    expect(await eachOf(mailbox)).toEqual([older])
    expect(Buffer.from((await mailbox.raw(id)) ?? []).toString()).toBe('Subject: Older\r\n\r\n')
    expect(await mailbox.removeWhere(() => true)).toBe(1)
    expect(await readdir(folder)).toEqual([])
  })
})
