import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { openPersonLife, type PersonLife } from '../../../tests/support/person-life.ts'
import { SOME_ENGINES } from '../../../tests/support/stores.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { updateAccount } from '../../identity/accounts/accounts.ts'
import {
  deadLetterId,
  listDeadLetters,
  redriveDeadLetter,
} from '../../kernel/queue/dead-letters.ts'
import { runQueue } from '../../kernel/queue/queue.ts'
import { mergeContacts } from '../../people/contacts/merge-contacts.ts'
import { createContact } from '../../people/contacts/save-contact.ts'
import { sentMailKey } from '../keys.ts'
import { mailsConsumer } from '../mails/mails.ts'
import { sentMailEntity } from '../mails/sent-mail.ts'
import type { MailOutcome } from '../ports/mailer.ts'
import { listMessages, messageRepresentation } from './list-messages.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe.each(SOME_ENGINES)('what is recorded of emails on %s', (engine) => {
  let life: PersonLife
  let eventTypeId: string
  let outcomes: Record<string, MailOutcome | Error>
  let mails: string[]
  let guests = 0
  let taken = 0
  let email: string
  beforeAll(async () => {
    life = await openPersonLife(engine)
    eventTypeId = (await life.eventType({ confirmation: 'instant' })).id
  })
  afterAll(() => life.close())
  beforeEach(() => {
    outcomes = {}
    mails = []
    guests += 1
    email = `guest-${guests}@example.com`
    life.moveTo('2026-05-25T08:00:00Z')
  })

  const consumer = () =>
    mailsConsumer({
      ...life.deps,
      mailer: {
        fromAddress: 'mail@example.com',
        async send({ to: { address } }) {
          const outcome = outcomes[address] ?? { kind: 'sent' }
          if (outcome instanceof Error) throw outcome
          mails.push(address)
          return outcome
        },
        close: async () => {},
      },
    })
  const attempt = () => runQueue(life.deps, consumer(), { limit: 100, concurrency: 1 })
  async function book() {
    const start = `2026-05-26T${9 + taken}:00:00Z`.replace('T9', 'T09')
    taken += 1
    const { booking } = await life.created(eventTypeId, start, { booker: { name: 'Ida', email } })
    return booking
  }
  async function work() {
    await life.publish()
    await life.consume('contacts')
    return await attempt()
  }
  async function shown(of = email) {
    const contact = await life.contactOf(of)
    const listed = await listMessages(life.deps, life.caller, contact?.id ?? '', 100)
    return unwrap(listed).map(messageRepresentation)
  }

  test('an email is listed with its subject, booking and time, the newest first', async () => {
    const booking = await book()
    await work()
    life.moveTo('2026-05-25T09:00:00Z')
    unwrap(await cancelBooking(life.deps, life.caller, booking.id, {}))
    await work()
    const common = { channel: 'email', state: 'sent', reason: null, segments: null }
    expect(await shown()).toEqual([
      {
        ...common,
        event: 'booking.cancelled',
        resourceId: booking.id,
        subject: expect.stringMatching(/^Cancelled: /),
        at: '2026-05-25T09:00:00Z',
      },
      {
        ...common,
        event: 'booking.confirmed',
        resourceId: booking.id,
        subject: expect.stringMatching(/^Confirmed: /),
        at: '2026-05-25T08:00:00Z',
      },
    ])
    const stranger = { accountId: 'acc_stranger' }
    const contact = await life.contactOf(email)
    expect(await listMessages(life.deps, stranger, contact?.id ?? '', 100)).toMatchObject({
      refusal: { code: 'not_found' },
    })
  })

  test('an email that was refused is listed as failed, and sent when its task is attempted again', async () => {
    outcomes[email] = { kind: 'refused', reason: 'no such mailbox' }
    await book()
    expect(await work()).toMatchObject({ dead: 1 })
    expect(await shown()).toMatchObject([{ state: 'failed', reason: 'no such mailbox' }])
    outcomes = {}
    mails = []
    await redeliverAll()
    expect(await attempt()).toMatchObject({ done: 1 })
    expect(mails).toEqual([email])
    expect(await shown()).toMatchObject([{ state: 'sent', reason: null }])
  })

  async function redeliverAll() {
    const filter = { consumer: 'mails' } as const
    const { data } = await listDeadLetters(life.deps, life.caller, filter, { limit: 100 })
    for (const { task } of data) {
      unwrap(await redriveDeadLetter(life.deps, life.caller, deadLetterId(task)))
    }
  }

  test('an email that an earlier version marked as sent is not sent again by a retry', async () => {
    outcomes[email] = new Error('down')
    await book()
    expect(await work()).toMatchObject({ retried: 1 })
    const [task] = await tasks()
    const mailId = `${task}.booker`
    await life.store.transact(
      [sentMailEntity.create({ mailId, expiresAtEpochSeconds: 2_000_000_000 })],
      `old mark ${mailId}`,
    )
    expect(await life.store.get(sentMailKey(mailId), { consistent: true })).toBeDefined()
    outcomes = {}
    life.clock.moveTo(life.clock.nowEpochMilliseconds() + DAY_MS)
    expect(await attempt()).toMatchObject({ done: 1 })
    expect(mails.filter((address) => address === email)).toEqual([])
  })

  /** The ids of the events of all queued tasks. */
  async function tasks() {
    const ids: string[] = []
    for await (const page of life.store.scan()) {
      for (const { PK, SK } of page) {
        if (PK.startsWith('QUEUE#mails')) ids.push(/evn_[0-9a-z]{26}/.exec(SK)?.[0] ?? '')
      }
    }
    return ids
  }

  test('the messages to a merged contact are those of the contact that stands for it', async () => {
    await book()
    await work()
    const other = { name: 'Ida Work', email: `work-${email}` }
    const kept = unwrap(await createContact(life.deps, life.caller, other))
    const merged = await life.contactOf(email)
    unwrap(await mergeContacts(life.deps, life.caller, merged?.id ?? '', kept.id))
    expect(await shown(other.email)).toMatchObject([{ event: 'booking.confirmed' }])
  })

  test('a record ends after 180 days, or after the days for which the account keeps people', async () => {
    const ends = async () => {
      const found: (number | undefined)[] = []
      const [mark] = life.deps.secrets.personMarks(life.caller.accountId, email)
      for await (const page of life.store.scan()) {
        for (const item of page) if (item.PK === `MESSAGE#${mark}`) found.push(Number(item.ttl))
      }
      const now = life.clock.nowEpochMilliseconds() / 1000
      return found.map((end) => ((end ?? 0) - now) / 86_400)
    }
    await book()
    await work()
    expect(await ends()).toEqual([180])
    unwrap(await updateAccount(life.deps, life.caller, { retentionDays: 7 }))
    email = `short-${email}`
    await book()
    await work()
    expect(await ends()).toEqual([7])
    unwrap(await updateAccount(life.deps, life.caller, { retentionDays: null }))
  })
})
