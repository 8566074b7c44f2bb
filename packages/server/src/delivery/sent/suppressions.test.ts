import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { itemsWith, openPersonLife, type PersonLife } from '../../../tests/support/person-life.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { USUAL_ENGINE } from '../../../tests/support/stores.ts'
import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { runQueue } from '../../kernel/queue/queue.ts'
import { requestErasure } from '../../ops/privacy/request-erasure.ts'
import { updateContact } from '../../people/contacts/save-contact.ts'
import { messagesPartition } from '../keys.ts'
import { mailsConsumer } from '../mails/mails.ts'
import type { Mailer } from '../ports/mailer.ts'
import { listMessages } from './list-messages.ts'
import { liftSuppression, listSuppressions } from './suppress.ts'

let life: PersonLife
let server: SMTPServer
let mailer: Mailer
let eventTypeId: string
/** What the mail server answers to recipients, or to the content for the key `DATA`. */
let answers: Record<string, readonly [code: number, words: string]>
let received: string[]
let people = 0
let email: string

const refusal = (name: string) => {
  const answer = answers[name]
  if (answer === undefined) return null
  return Object.assign(new Error(answer[1]), { responseCode: answer[0] })
}

beforeAll(async () => {
  life = await openPersonLife(USUAL_ENGINE)
  eventTypeId = (await life.eventType({ confirmation: 'instant' })).id
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) => callback(refusal(address)),
    onData(stream, { envelope }, callback) {
      stream.resume().on('end', () => {
        const failed = refusal('DATA')
        if (!failed) received.push(...envelope.rcptTo.map(({ address }) => address))
        callback(failed)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, { fromAddress: 'mail@example.com' })
})
afterAll(async () => {
  await mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
  await life.close()
})
beforeEach(() => {
  answers = {}
  received = []
  people += 1
  email = `ida-${people}@example.com`
  life.moveTo('2026-05-25T08:00:00Z')
})

async function book() {
  const start = `2026-05-${26 + Math.floor(people / 4)}T${9 + 2 * (people % 4)}:00:00Z`
  const { booking } = await life.created(eventTypeId, start.replace('T9', 'T09'), {
    booker: { name: 'Ida', email },
  })
  await work()
  return booking
}
async function work() {
  await life.publish()
  await life.consume('contacts')
  return await runQueue(life.deps, mailsConsumer({ ...life.deps, mailer }), {
    limit: 100,
    concurrency: 1,
  })
}
const contactId = async () => (await life.contactOf(email))?.id ?? ''
const suppressed = async () =>
  unwrap(await listSuppressions(life.deps, life.caller, await contactId())).map(
    ({ channel, reason }) => [channel, reason],
  )
const states = async () =>
  unwrap(await listMessages(life.deps, life.caller, await contactId(), 10)).map(
    ({ state, reason }) => [state, reason],
  )
const toHer = () => received.filter((address) => address === email)

test('an address that its mail server does not know gets no further emails until it is lifted', async () => {
  answers[email] = [550, '5.1.1 no such user']
  const booking = await book()
  expect(await suppressed()).toEqual([['email', 'refused']])
  answers = {}
  unwrap(await cancelBooking(life.deps, life.caller, booking.id, {}))
  expect(await work()).toMatchObject({ done: 1 })
  expect(toHer()).toEqual([])
  expect(await states()).toEqual([
    ['suppressed', 'address'],
    ['failed', expect.stringContaining('5.1.1 no such user')],
  ])
  unwrap(await liftSuppression(life.deps, life.caller, await contactId(), 'email'))
  expect(await suppressed()).toEqual([])
  people += 1
  await book()
  expect(toHer()).toEqual([email])
})

test.each([
  [550, 'mailbox unavailable'],
  [553, '5.1.3 bad address'],
  [550, '5.2.1 mailbox disabled'],
])('%i %s to a recipient says that the address is unknown', async (code, words) => {
  answers[email] = [code, words]
  await book()
  expect(await suppressed()).toEqual([['email', 'refused']])
})

test.each([
  [550, '5.7.1 message looks like spam'],
  [552, '5.2.2 mailbox full'],
  [554, 'relay access denied'],
])('%i %s to a recipient fails that email alone', async (code, words) => {
  answers[email] = [code, words]
  await book()
  expect(await suppressed()).toEqual([])
  expect(await states()).toMatchObject([['failed', expect.stringContaining(words)]])
})

test('what a mail server refuses after the content says nothing of the address', async () => {
  answers.DATA = [550, '5.1.1 content rejected']
  await book()
  expect(await suppressed()).toEqual([])
  expect(await states()).toMatchObject([['failed', expect.anything()]])
})

test('another email address of the person gets emails, and lifting covers earlier addresses', async () => {
  answers[email] = [550, '5.1.1 no such user']
  await book()
  const id = await contactId()
  email = `new-${email}`
  unwrap(await updateContact(life.deps, life.caller, id, { email }))
  people += 1
  await book()
  expect(toHer()).toEqual([email])
  expect(await suppressed()).toEqual([['email', 'refused']])
  unwrap(await liftSuppression(life.deps, life.caller, id, 'email'))
  expect(await suppressed()).toEqual([])
})

test('lifting what is not suppressed writes nothing', async () => {
  await book()
  const store = storeWith(life.deps.store, {
    transact: () => Promise.reject(new Error('something was written')),
  })
  const deps = { ...life.deps, store }
  expect(await liftSuppression(deps, life.caller, await contactId(), 'email')).toEqual({
    ok: true,
    value: undefined,
  })
  expect(await suppressed()).toEqual([])
})

test('an erasure deletes what is recorded of messages and suppressions', async () => {
  answers[email] = [550, '5.1.1 no such user']
  const booking = await book()
  unwrap(await cancelBooking(life.deps, life.caller, booking.id, {}))
  await work()
  const [mark = ''] = life.deps.secrets.personMarks(life.caller.accountId, email)
  expect(await itemsWith(life.store, [messagesPartition(mark)])).toHaveLength(3)
  unwrap(await requestErasure(life.deps, life.caller, email, {}))
  for (const time of ['08:00:00', '08:03:00', '08:06:00']) {
    life.moveTo(`2026-05-25T${time}Z`)
    await life.erase()
  }
  expect(await itemsWith(life.store, [messagesPartition(mark)])).toEqual([])
})
