import { afterAll, beforeAll, expect, test } from 'vitest'
import { secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import { itemsWith, openPersonLife, type PersonLife } from '../../../tests/support/person-life.ts'
import { vouchedBooker } from '../../booking/bookings/book-person.ts'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey } from '../../booking/keys.ts'
import { sentMessageEntity } from '../../delivery/sent/sent-message.ts'
import { getContact } from '../../people/contacts/contacts.ts'
import { createContact, updateContact } from '../../people/contacts/save-contact.ts'
import { exportPerson } from './export-person.ts'
import { requestErasure } from './request-erasure.ts'

let life: PersonLife
beforeAll(async () => {
  life = await openPersonLife('sqlite')
})
afterAll(() => life.close())

/** A person with a booking of an earlier address, in the past. */
async function moved(name: string, start: string) {
  const { deps, caller } = life
  const eventType = await life.eventType({ confirmation: 'instant' })
  const email = `${name.toLowerCase()}@old.example.com`
  const { booking } = await life.created(eventType.id, start, { booker: { name, email } })
  await life.work()
  const id = (await life.contactOf(email))?.id ?? ''
  const change = { email: `${name.toLowerCase()}@new.example.com`, phone: '+41443334499' }
  return { booking, email, contact: unwrap(await updateContact(deps, caller, id, change)) }
}

const bookerOf = async (bookingId: string) =>
  (await bookingEntity.read(life.store, bookingKey(bookingId)))?.booker?.name

async function eraseAll() {
  for (const minutes of [0, 3, 6]) {
    life.clock.moveTo(life.clock.nowEpochMilliseconds() + minutes * 60_000)
    await life.erase()
  }
}

test('an export and an erasure cover the bookings of earlier addresses of a contact', async () => {
  const { deps, caller } = life
  const { booking, contact } = await moved('Nightowl', '2026-04-21T09:00:00Z')
  life.moveTo('2026-04-22T08:00:00Z')
  const pieces = unwrap(await exportPerson(deps, caller, contact.id))
  let text = ''
  for await (const piece of pieces()) text += piece
  expect(JSON.parse(text)).toMatchObject({
    email: 'nightowl@new.example.com',
    contact: { phone: '+41443334499' },
    bookings: [{ id: booking.id }],
  })
  unwrap(await requestErasure(deps, caller, contact.id, {}))
  await eraseAll()
  expect(await bookerOf(booking.id)).toBe('Erased')
  expect(await getContact(deps, caller, contact.id)).toMatchObject({ ok: false })
  expect(await itemsWith(life.store, ['nightowl', '+41443334499'])).toEqual([])
})

test('a person without an address is exported and erased, and leaves nothing behind', async () => {
  const { deps, caller } = life
  const eventType = await life.eventType({ confirmation: 'instant', limits: { perBooker: 2 } })
  const person = { booker: { name: 'Kestrel Phone', phone: '+41443334477' } }
  const vouched = unwrap(await vouchedBooker(deps, caller, person))
  const { booking } = await life.created(eventType.id, '2026-04-22T09:00:00Z', {
    ...vouched,
    fields: { note: 'Kestrel Phone is early' },
  })
  await life.work()
  const id = booking.booker?.contactId ?? ''
  await life.store.transact(
    [
      sentMessageEntity.create({
        mark: deps.secrets.personMarks(caller.accountId, id)[0] ?? '',
        messageId: 'evn_01kqs3v7m8e2f4g6h8j0k2m4n6.sms',
        version: 1,
        accountId: caller.accountId,
        channel: 'sms',
        state: 'failed',
        eventType: 'booking.confirmed',
        resourceId: booking.id,
        reason: 'A landline',
        segments: 0,
        createdAtEpochSeconds: secondsOf('2026-04-22T08:00:00Z'),
        expiresAtEpochSeconds: secondsOf('2026-05-22T10:00:00Z'),
      }),
    ],
    'an-sms',
  )
  const pieces = unwrap(await exportPerson(deps, caller, id))
  let text = ''
  for await (const piece of pieces()) text += piece
  expect(JSON.parse(text)).toMatchObject({
    email: null,
    contact: { name: 'Kestrel Phone', bookingCount: 1 },
    bookings: [{ id: booking.id }],
    messages: [
      {
        channel: 'sms',
        event: 'booking.confirmed',
        resourceId: booking.id,
        subject: null,
        state: 'failed',
        reason: 'A landline',
        segments: 0,
        at: '2026-04-22T08:00:00Z',
      },
    ],
    events: [{ type: 'booking.created' }, { type: 'booking.confirmed' }],
  })
  expect((await requestErasure(deps, caller, id, {})).ok).toBe(false)
  life.moveTo('2026-04-22T12:00:00Z')
  await life.work()
  expect(await itemsWith(life.store, ['kestrel', '+41443334477'])).not.toEqual([])
  unwrap(await requestErasure(deps, caller, id, {}))
  await eraseAll()
  expect(await bookerOf(booking.id)).toBe('Erased')
  expect(await itemsWith(life.store, ['kestrel', '+41443334477', id])).toEqual([])
})

test('an earlier address that another contact has by now is that person, and is not erased', async () => {
  const { deps, caller } = life
  const { booking, email, contact } = await moved('Lapwing', '2026-04-23T09:00:00Z')
  const heir = unwrap(await createContact(deps, caller, { name: 'Heir', email }))
  life.moveTo('2026-04-24T08:00:00Z')
  unwrap(await requestErasure(deps, caller, contact.id, {}))
  await eraseAll()
  expect(await getContact(deps, caller, contact.id)).toMatchObject({ ok: false })
  expect(unwrap(await getContact(deps, caller, heir.id))).toEqual(heir)
  expect(await bookerOf(booking.id)).toBe('Lapwing')
})
