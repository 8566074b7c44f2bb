import type { AddressedBooker } from '@holdfast/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBookingWorld, secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { storeInterruptedBefore, storeWith } from '../../../tests/support/store-with.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { closeBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { newTask } from '../../kernel/queue/task.ts'
import { getContact, listContacts } from '../../people/contacts/contacts.ts'
import { mergeContacts, undoMerge } from '../../people/contacts/merge-contacts.ts'
import { contactsConsumer } from './contacts.ts'

let opened: TestStore
let deps: ReturnType<typeof testDependencies>['deps']
beforeAll(async () => {
  opened = await openTestStore()
  deps = testDependencies(opened.store, '2026-04-20T08:00:00Z').deps
})
afterAll(() => opened.close())

const confirmed = (
  bookingId: string,
  booker: { readonly name: string; readonly email: string; readonly id?: string },
  accountId = 'acc_1',
): DomainEvent => ({
  id: `evn_${bookingId}`,
  type: 'booking.confirmed',
  schemaVersion: 1,
  accountId,
  resourceId: bookingId,
  resourceVersion: 2,
  occurredAtEpochMilliseconds: 0,
  data: { booking: { id: bookingId, booker } },
})

const link = (event: DomainEvent) =>
  contactsConsumer(deps).handle(newTask('contacts', event, event.occurredAtEpochMilliseconds))

const contactOf = async (email: string) =>
  (await listContacts(deps, { accountId: 'acc_1' }, { email }, { limit: 10 })).data[0]

test('an event that arrives twice counts its booking once', async () => {
  const event = confirmed('bkg_1', { name: 'Ada', email: 'ada@example.com' })
  expect(await link(event)).toEqual({ kind: 'done' })
  expect(await link(event)).toEqual({ kind: 'done' })
  expect(await contactOf('ada@example.com')).toMatchObject({
    version: 1,
    bookingCount: 1,
    lastBookingId: 'bkg_1',
  })
})

test('a new contact has the phone of a booking by the account, and not one that anybody typed', async () => {
  const world = await openBookingWorld('sqlite')
  const { id } = await world.eventType({ confirmation: 'instant' })
  const consumer = contactsConsumer(world.deps)
  const phoneOf = async (hour: string, email: string, role: 'account' | 'public') => {
    const booker = { name: 'Pia', email, phone: '+41443334455' }
    const { booking } = unwrap(
      await createBooking(
        world.deps,
        { ...world.caller, role },
        {
          target: { eventTypeId: id },
          startEpochSeconds: secondsOf(`2026-04-21T${hour}:00:00Z`),
          booker,
        },
      ),
    )
    await consumer.handle(newTask('contacts', confirmed(booking.id, booker, world.accountId), 0))
    const { data } = await listContacts(world.deps, world.caller, { email }, { limit: 1 })
    return data[0]?.phone
  }
  expect(await phoneOf('09', 'pia@example.com', 'account')).toBe('+41443334455')
  expect(await phoneOf('10', 'pia@typed.example.com', 'public')).toBeUndefined()
  const found = await listContacts(
    world.deps,
    world.caller,
    { phone: '+41443334455' },
    { limit: 9 },
  )
  expect(found.data.map(({ email }) => email)).toEqual(['pia@example.com'])
  await world.close()
})

/** The dependencies of a worker that dies after some writes. */
const dyingAfter = (writes: number): typeof deps => {
  let left = writes
  const { store } = deps
  return {
    ...deps,
    store: storeWith(store, {
      async transact(all, token) {
        if (left === 0) throw new Error('died')
        left -= 1
        return await store.transact(all, token)
      },
    }),
  }
}

test.each([0, 1, 2])(
  'a worker that dies after %i writes loses no booking and counts none twice',
  async (writes) => {
    const email = `dying-${writes}@example.com`
    const booker = { name: 'Joan', email }
    const [first, second, third] = [1, 2, 3].map((n) => confirmed(`bkg_4${writes}${n}`, booker))
    if (!first || !second || !third) throw new Error('three events')
    const dying = (event: DomainEvent) =>
      contactsConsumer(dyingAfter(writes))
        .handle(newTask('contacts', event, 0))
        .catch(() => undefined)
    await dying(first)
    await dying(second)
    await link(third)
    // The queue delivers again what was not acknowledged, in any order.
    for (const event of [second, first, third, first, second]) await link(event)
    const contact = await contactOf(email)
    expect(contact).toMatchObject({ version: 3, bookingCount: 3 })
    expect(await getContact(deps, { accountId: 'acc_1' }, contact?.id ?? '')).toMatchObject({
      ok: true,
    })
  },
)

test('concurrent bookings of one booker share a contact and are all counted', async () => {
  const email = 'grace@example.com'
  const ids = ['bkg_11', 'bkg_12', 'bkg_13', 'bkg_14']
  await Promise.all(ids.map((id) => link(confirmed(id, { name: 'Grace', email }))))
  expect(await contactOf(email)).toMatchObject({ version: 4, bookingCount: 4 })
})

test('a contact has the name and the booker id of its latest booking that the account made, and not of one that anybody typed', async () => {
  const email = 'eve@example.com'
  const world = await openBookingWorld('sqlite')
  const eve = await world.eventType({ confirmation: 'instant' })
  const consumer = contactsConsumer(world.deps)
  const book = async (hour: string, booker: AddressedBooker, role: 'account' | 'public') => {
    const caller = { ...world.caller, role }
    const { booking } = unwrap(
      await createBooking(world.deps, caller, {
        target: { eventTypeId: eve.id },
        startEpochSeconds: secondsOf(`2026-04-21T${hour}:00:00Z`),
        booker,
      }),
    )
    const event = confirmed(booking.id, booker, world.accountId)
    expect(await consumer.handle(newTask('contacts', event, 0))).toEqual({ kind: 'done' })
  }
  await book('09', { name: 'Eve', email, id: 'customer-7' }, 'account')
  await book('10', { name: 'Eve Adams', email }, 'account')
  await book('11', { name: 'Mallory', email, id: 'stolen' }, 'public')
  const [contact] = (await listContacts(world.deps, world.caller, { email }, { limit: 10 })).data
  expect(contact).toMatchObject({ name: 'Eve Adams', bookerId: 'customer-7', bookingCount: 3 })
  expect(await getContact(world.deps, world.caller, contact?.id ?? '')).toEqual({
    ok: true,
    value: contact,
  })
  await world.close()
})

test('a contact of another account is not found, even if both accounts know the address', async () => {
  const mallory = { name: 'Mallory', email: 'mallory@example.com' }
  await link(confirmed('bkg_31', mallory))
  await link(confirmed('bkg_32', mallory, 'acc_2'))
  const id = (await contactOf('mallory@example.com'))?.id ?? ''
  expect(await getContact(deps, { accountId: 'acc_2' }, id)).toMatchObject({
    refusal: { code: 'not_found' },
  })
})

test('only what makes or changes a confirmed booking is linked to a contact', () => {
  const { wants } = contactsConsumer(deps)
  const event = confirmed('bkg_wants', { name: 'Wanda', email: 'wanda@example.com' })
  const withStatus = (type: DomainEvent['type'], status: string): DomainEvent => ({
    ...event,
    type,
    data: {
      booking: { id: 'bkg_wants', status, booker: { name: 'Wanda', email: 'w@example.com' } },
    },
  })
  expect(wants(event)).toBe(true)
  expect(wants(withStatus('booking.created', 'pending'))).toBe(false)
  expect(wants(withStatus('booking.cancelled', 'cancelled'))).toBe(false)
  expect(wants(withStatus('booking.updated', 'pending'))).toBe(false)
})

/** A world in which bookings are missed, and the contacts of their people. */
async function openMissed() {
  const world = await openBookingWorld()
  const { id: eventTypeId } = await world.eventType({ confirmation: 'instant' })
  const consumer = contactsConsumer(world.deps)
  const deliver = async (event: DomainEvent, to = consumer) => {
    expect(to.wants(event)).toBe(true)
    expect(await to.handle(newTask('contacts', event, 0))).toEqual({ kind: 'done' })
  }
  /** A booking to which nobody came; answers the event that says so, which no consumer got yet. */
  const missed = async (hour: string, booker: AddressedBooker, role: 'account' | 'public') => {
    world.moveTo('2026-04-20T08:00:00Z')
    const caller = { ...world.caller, role }
    const { booking } = unwrap(
      await createBooking(world.deps, caller, {
        target: { eventTypeId },
        startEpochSeconds: secondsOf(`2026-04-21T${hour}:00:00Z`),
        booker,
      }),
    )
    const event = confirmed(booking.id, booker, world.accountId)
    await deliver(event)
    world.moveTo('2026-04-22T08:00:00Z')
    unwrap(await closeBooking(world.deps, world.caller, booking.id, 'no_show'))
    return { ...event, type: 'booking.no_show' } as const
  }
  const personWith = async (email: string) => {
    const found = await listContacts(world.deps, world.caller, { email }, { limit: 10 })
    const [contact] = found.data
    if (contact === undefined) throw new Error(`no contact has ${email}`)
    return contact
  }
  return { world, deliver, missed, personWith }
}

test('no-shows are counted once each on the person, also on merged ones, and not for who typed an address', async () => {
  const { world, deliver, missed, personWith } = await openMissed()
  const counted = async (...args: Parameters<typeof missed>) => {
    const noShow = await missed(...args)
    await deliver(noShow)
    await deliver(noShow)
    return noShow.resourceId
  }
  const [ada, bea] = ['ada@example.com', 'bea@example.com']
  const first = await counted('09', { name: 'Ada', email: ada }, 'account')
  await counted('10', { name: 'Anybody', email: ada }, 'public')
  const second = await counted('11', { name: 'Ada', email: ada }, 'account')
  const other = await counted('12', { name: 'Bea', email: bea }, 'account')
  expect((await personWith(ada)).noShowIds).toEqual([first, second])
  const [from, into] = [await personWith(bea), await personWith(ada)]
  const merged = unwrap(await mergeContacts(world.deps, world.caller, from.id, into.id))
  expect(merged.noShowIds).toEqual([first, second, other])
  unwrap(await undoMerge(world.deps, world.caller, from.id))
  expect((await personWith(ada)).noShowIds).toEqual([first, second])
  expect((await personWith(bea)).noShowIds).toEqual([other])
  await world.close()
})

test('a no-show that is corrected counts no more at once, and not again when its event comes late', async () => {
  const { world, deliver, missed, personWith } = await openMissed()
  const ada = { name: 'Ada', email: 'ada@example.com' }
  const kept = await missed('09', ada, 'account')
  const mistaken = await missed('10', ada, 'account')
  const early = await missed('11', ada, 'account')
  await deliver(kept)
  await deliver(mistaken)
  expect((await personWith(ada.email)).noShowIds).toEqual([kept.resourceId, mistaken.resourceId])
  for (const { resourceId } of [mistaken, early]) {
    unwrap(await closeBooking(world.deps, world.caller, resourceId, 'complete'))
  }
  expect((await personWith(ada.email)).noShowIds).toEqual([kept.resourceId])
  await deliver(mistaken)
  await deliver(early)
  expect((await personWith(ada.email)).noShowIds).toEqual([kept.resourceId])
  unwrap(await closeBooking(world.deps, world.caller, kept.resourceId, 'complete'))
  expect(await personWith(ada.email)).not.toHaveProperty('noShowIds')
  await world.close()
})

test('a no-show that is corrected after a merge counts for neither contact once the merge is undone', async () => {
  const { world, deliver, missed, personWith } = await openMissed()
  const [ada, bea] = ['ada@example.com', 'bea@example.com']
  await deliver(await missed('09', { name: 'Ada', email: ada }, 'account'))
  const mistaken = await missed('10', { name: 'Bea', email: bea }, 'account')
  await deliver(mistaken)
  const [from, into] = [await personWith(bea), await personWith(ada)]
  unwrap(await mergeContacts(world.deps, world.caller, from.id, into.id))
  unwrap(await closeBooking(world.deps, world.caller, mistaken.resourceId, 'complete'))
  expect((await personWith(ada)).noShowIds).toHaveLength(1)
  unwrap(await undoMerge(world.deps, world.caller, from.id))
  expect((await personWith(ada)).noShowIds).toHaveLength(1)
  expect(await personWith(bea)).not.toHaveProperty('noShowIds')
  await world.close()
})

test.each(['correction', 'count'] as const)(
  'a no-show that is counted while it is corrected does not count, whichever of both commits first (the %s is slower)',
  async (slower) => {
    const { world, deliver, missed, personWith } = await openMissed()
    const ada = { name: 'Ada', email: 'ada@example.com' }
    const mistaken = await missed('09', ada, 'account')
    const correct = (on: typeof world.deps) =>
      closeBooking(on, world.caller, mistaken.resourceId, 'complete')
    const between = (interrupt: () => Promise<unknown>) => ({
      ...world.deps,
      store: storeInterruptedBefore(world.store, () => true, interrupt),
    })
    if (slower === 'correction') unwrap(await correct(between(() => deliver(mistaken))))
    else await deliver(mistaken, contactsConsumer(between(() => correct(world.deps))))
    expect(await personWith(ada.email)).not.toHaveProperty('noShowIds')
    await world.close()
  },
)
