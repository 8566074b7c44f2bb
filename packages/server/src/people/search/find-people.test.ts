import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { vouchedBooker } from '../../booking/bookings/book-person.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { contactsConsumer } from '../../delivery/contacts/contacts.ts'
import { bookingOf, type DomainEvent } from '../../kernel/events/event.ts'
import type { Item, Store } from '../../kernel/ports/store.ts'
import { newTask } from '../../kernel/queue/task.ts'
import { transact } from '../../kernel/transaction.ts'
import { kindOfKey } from '../../ops/doctor/item-kind.ts'
import { rebuildSearch } from '../../ops/search/rebuild-search.ts'
import { search } from '../../ops/search/search.ts'
import { contactEntity, removalOf } from '../contacts/contact.ts'
import { getContact, listContacts } from '../contacts/contacts.ts'
import { createContact, updateContact } from '../contacts/save-contact.ts'
import { searchTokenEntity, searchTokenOf } from '../contacts/search-token.ts'
import { findPeople } from './find-people.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld('sqlite')
})
afterAll(() => world.close())

const add = async (input: Parameters<typeof createContact>[2]) =>
  unwrap(await createContact(world.deps, world.caller, input))
const found = async (text: string, limit = 10) => {
  const { contacts } = await findPeople(world.deps, world.accountId, text, limit)
  return contacts.map(({ name }) => name)
}

/** The words that are stored of a contact. */
async function wordsOfContact(contactId: string, store: Store = world.store) {
  const items: Item[] = []
  for await (const page of store.scan()) items.push(...page)
  return items
    .filter((item) => kindOfKey(item).kind === 'search_token' && item.contactId === contactId)
    .map((item) => searchTokenEntity.decode(item).token)
    .toSorted()
}

test('a person is found by words in any order, and in no other account', async () => {
  await add({ name: 'Zoë Quinn', email: 'z.quinn@example.com', phone: '+41443334455' })
  expect(await found('quin zoe')).toEqual(['Zoë Quinn'])
  expect(await found('044 333 44 55')).toEqual(['Zoë Quinn'])
  expect(await found('zoe 4455')).toEqual(['Zoë Quinn'])
  expect(await found('quinn adam')).toEqual([])
  expect(await found('z')).toEqual([])
  expect(await findPeople(world.deps, 'acc_other', 'quinn', 10)).toEqual({
    contacts: [],
    more: false,
  })
})

test('a renamed person loses the words of the earlier name, phone and address', async () => {
  const { id } = await add({ name: 'Ida Klein', email: 'ida@example.com', phone: '+41440001122' })
  unwrap(
    await updateContact(world.deps, world.caller, id, {
      name: 'Ida Gross',
      email: 'gross@example.com',
      phone: null,
    }),
  )
  expect(await wordsOfContact(id)).toEqual(['gross', 'gross@example.com', 'ida'])
  expect(await found('klein')).toEqual([])
  expect(await found('ida gross')).toEqual(['Ida Gross'])
  unwrap(await updateContact(world.deps, world.caller, id, { name: 'Ida Klein' }))
  expect(await found('ida klein')).toEqual(['Ida Klein'])
})

test('the removal of a contact deletes all its words, also one that a slow process wrote late', async () => {
  const contact = await add({ name: 'Olga Anders', email: 'olga@example.com' })
  const renamed = unwrap(
    await updateContact(world.deps, world.caller, contact.id, { name: 'Olga Neu' }),
  )
  const late = searchTokenOf(contact, 'anders')
  await transact(world.deps, { word: late && searchTokenEntity.create(late) })
  // A word that is left over finds nobody.
  expect(await found('anders')).toEqual([])
  await transact(world.deps, removalOf(renamed))
  expect(await wordsOfContact(contact.id)).toEqual([])
})

const confirmed = (booking: DomainEvent['data']['booking'] & object): DomainEvent => ({
  id: `evn_${JSON.stringify(booking).length}`,
  type: 'booking.confirmed',
  schemaVersion: 1,
  accountId: world.accountId,
  resourceId: 'bkg',
  resourceVersion: 2,
  occurredAtEpochMilliseconds: 0,
  data: { booking },
})

/** Books by the account, and gives the event to the consumer. Resolves with the event. */
async function book(hour: string, booker: { name: string; email?: string; phone?: string }) {
  const { id } = await world.eventType({ confirmation: 'instant' })
  const { booking } = unwrap(
    await createBooking(world.deps, world.caller, {
      target: { eventTypeId: id },
      startEpochSeconds: secondsOf(`2026-04-21T${hour}:00:00Z`),
      ...unwrap(await vouchedBooker(world.deps, world.caller, { booker })),
    }),
  )
  const { email = null, contactId = null } = booking.booker ?? {}
  const told = { ...booking.booker, email, contactId }
  return { booking, event: confirmed({ id: booking.id, booker: told }) }
}

const consume = (event: DomainEvent, deps = world.deps) =>
  contactsConsumer(deps).handle(newTask('contacts', event, 0))

test('the consumer stores the words of a new person, and again after a crash, and changes them with the name', async () => {
  const first = await book('09', { name: 'Uma Thorn', email: 'uma@example.com' })
  let left = 3
  const dying = storeWith(world.store, {
    async transact(all, token) {
      if (left === 0) throw new Error('died')
      left -= 1
      return await world.store.transact(all, token)
    },
  })
  await expect(consume(first.event, { ...world.deps, store: dying })).rejects.toThrow('died')
  await consume(first.event)
  const [uma] = (
    await listContacts(world.deps, world.caller, { email: 'uma@example.com' }, { limit: 1 })
  ).data
  expect(await wordsOfContact(uma?.id ?? '')).toEqual(['thorn', 'uma', 'uma@example.com'])
  const second = await book('10', { name: 'Uma Rose', email: 'uma@example.com' })
  expect(bookingOf(second.event).booker.name).toBe('Uma Rose')
  await consume(second.event)
  expect(await wordsOfContact(uma?.id ?? '')).toEqual(['rose', 'uma', 'uma@example.com'])
})

test('a person without an address who is booked at the desk is found', async () => {
  const { event } = await book('11', { name: 'Walk Inn', phone: '+41449998877' })
  await consume(event)
  expect(await found('inn 8877')).toEqual(['Walk Inn'])
})

test('a rebuild writes the words of contacts of earlier versions, and deletes what is left over', async () => {
  const contact = await add({ name: 'Pat Old', email: 'pat@example.com' })
  const { searchTokens: _, ...old } = contact
  await transact(world.deps, removalOf(contact))
  await transact(world.deps, { contact: contactEntity.create(old) })
  const late = searchTokenOf({ ...contact, name: 'Pat Older' }, 'older')
  await transact(world.deps, { word: late && searchTokenEntity.create(late) })
  expect(await found('pat')).toEqual([])
  await rebuildSearch(world.deps)
  expect(await found('pat old')).toEqual(['Pat Old'])
  expect(await wordsOfContact(contact.id)).toEqual(['old', 'pat', 'pat@example.com'])
  const again = await rebuildSearch(world.deps)
  expect(again.removed).toBe(0)
})

test('a caller who is restricted to providers finds its bookings with people, and no contacts', async () => {
  const { booking, event } = await book('12', { name: 'Vic Own', email: 'vic@example.com' })
  await consume(event)
  const asked = (providerIds: readonly string[]) =>
    search(world.deps, { accountId: world.accountId, providerIds }, 'vic', {
      limit: 10,
      withBookings: false,
    })
  expect((await asked([booking.providerId])).data).toMatchObject([
    { kind: 'booking', booking: { id: booking.id } },
  ])
  expect(await asked(['prv_other'])).toEqual({ data: [], more: false })
  const byId = (caller: { accountId: string; providerIds?: readonly string[] }) =>
    search(world.deps, caller, ` ${booking.id.toUpperCase()}`.replace('BKG', 'bkg'), {
      limit: 10,
      withBookings: false,
    })
  expect((await byId({ accountId: world.accountId })).data).toHaveLength(1)
  expect((await byId({ accountId: 'acc_other' })).data).toEqual([])
  expect((await byId({ accountId: world.accountId, providerIds: ['prv_other'] })).data).toEqual([])
})

test('of 10,000 people, a search reads at most 500 words and the contacts that it answers', async () => {
  const count = 10_000
  const contacts = Array.from({ length: count }, (_, at) => {
    const id = `cnt_${String(at).padStart(26, '0')}`
    const name = at === 7_777 ? 'Anna Rarename' : `Anna Muster${at}`
    return contactEntity.decode(
      contactEntity.encode({
        id,
        accountId: 'acc_big',
        version: 1,
        name,
        bookingCount: 0,
        createdAtEpochSeconds: 0,
        updatedAtEpochSeconds: 0,
      }),
    )
  })
  for (let at = 0; at < count; at += 25) {
    const writes = contacts.slice(at, at + 25).flatMap((contact) => [
      contactEntity.create(contact),
      ...contact.name
        .toLowerCase()
        .split(' ')
        .flatMap((token) => searchTokenOf(contact, token) ?? [])
        .map(searchTokenEntity.create),
    ])
    await world.store.transact(writes, `big-${at}`)
  }
  let read = 0
  const store = storeWith(world.store, {
    async query(request) {
      const answer = await world.store.query(request)
      read += answer.items.length
      return answer
    },
    async getMany(keys, options) {
      const items = await world.store.getMany(keys, options)
      read += items.length
      return items
    },
  })
  const ask = async (text: string) => {
    read = 0
    const { contacts: people, more } = await findPeople({ store }, 'acc_big', text, 10)
    return { names: people.map(({ name }) => name), more, read }
  }
  expect(await ask('rarename anna')).toEqual({ names: ['Anna Rarename'], more: false, read: 2 })
  expect(await ask('anna muster1234')).toEqual({ names: ['Anna Muster1234'], more: false, read: 2 })
  expect(await ask('anna')).toMatchObject({ more: true, read: 510 })
  expect(await ask('nobody')).toEqual({ names: [], more: false, read: 0 })
})

test('a contact that was erased between the reads is left out', async () => {
  const contact = await add({ name: 'Gone Soon', email: 'gone@example.com' })
  await transact(world.deps, { contact: contactEntity.remove(contact) })
  expect(await found('gone soon')).toEqual([])
  expect(await getContact(world.deps, world.caller, contact.id)).toMatchObject({ ok: false })
})
