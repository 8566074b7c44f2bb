import type { Booker } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeInterruptedBefore } from '../../../tests/support/store-with.ts'
import { SOME_ENGINES } from '../../../tests/support/stores.ts'
import { mergeContacts, undoMerge } from '../../people/contacts/merge-contacts.ts'
import { createContact } from '../../people/contacts/save-contact.ts'
import { cancelBooking, confirmBooking } from '../bookings/change-booking.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { updateBooking } from '../bookings/update-booking.ts'
import { createBookingGroup } from '../groups/create-group.ts'

const at = (hour: number) => `2026-04-27T${String(hour).padStart(2, '0')}:00:00Z`
const refused = (count: number) => ({
  ok: false,
  refusal: { code: 'limit_reached', limit: 'perBooker', count },
})

describe.each(SOME_ENGINES)('the limit per booker of a person on %s', (engine) => {
  let world: BookingWorld
  beforeAll(async () => {
    world = await openBookingWorld(engine)
  })
  beforeEach(() => world.moveTo(NOW))
  afterAll(() => world.close())

  const limited = (perBooker: number) => world.eventType({ limits: { perBooker } })
  const book = (eventTypeId: string, hour: number, booker: Booker, deps = world.deps) =>
    createBooking(deps, world.caller, {
      target: { eventTypeId },
      startEpochSeconds: secondsOf(at(hour)),
      booker,
    })
  /** The same by somebody without a key, who types who they are. */
  const type = (eventTypeId: string, hour: number, booker: Booker) =>
    createBooking(
      world.deps,
      { ...world.caller, role: 'public', actor: { kind: 'booker' } },
      { target: { eventTypeId }, startEpochSeconds: secondsOf(at(hour)), booker },
    )
  let people = 0
  const contact = async (more: { readonly email?: string; readonly phone?: string } = {}) => {
    people += 1
    const name = `Person ${people}`
    const { id, email, phone } = unwrap(
      await createContact(world.deps, world.caller, { name, ...more }),
    )
    const who = email === undefined ? { contactId: id } : { email }
    return { id, booker: { name, ...who, ...(phone !== undefined && { phone }) } }
  }
  const twice = async () => ({
    desk: await contact(),
    mail: await contact({ email: `twice-${people}@example.com` }),
  })
  const merge = (from: { readonly id: string }, into: { readonly id: string }) =>
    mergeContacts(world.deps, world.caller, from.id, into.id)

  test('counts what both halves of a merged person booked, and an undo takes them apart again', async () => {
    const { id } = await limited(2)
    const { desk, mail } = await twice()
    unwrap(await book(id, 9, desk.booker))
    const mailed = unwrap(await book(id, 10, mail.booker))
    unwrap(await merge(desk, mail))
    expect(await book(id, 11, mail.booker)).toEqual(refused(2))
    expect(await book(id, 11, desk.booker)).toEqual(refused(2))
    unwrap(await undoMerge(world.deps, world.caller, desk.id))
    unwrap(await book(id, 11, mail.booker))
    expect(await book(id, 12, mail.booker)).toEqual(refused(2))
    unwrap(await book(id, 12, desk.booker))
    expect(await book(id, 13, desk.booker)).toEqual(refused(2))
    unwrap(await cancelBooking(world.deps, world.caller, mailed.booking.id, {}))
    unwrap(await book(id, 13, mail.booker))
  })

  test('has room for a merged person once a booking of either half is cancelled', async () => {
    const { id } = await limited(1)
    const { desk, mail } = await twice()
    const { booking } = unwrap(await book(id, 9, desk.booker))
    unwrap(await merge(desk, mail))
    expect(await book(id, 10, mail.booker)).toEqual(refused(1))
    unwrap(await cancelBooking(world.deps, world.caller, booking.id, {}))
    unwrap(await book(id, 10, mail.booker))
    expect(await book(id, 11, desk.booker)).toEqual(refused(1))
  })

  test('counts each booking of a group of a merged person', async () => {
    const { id } = await limited(2)
    const { desk, mail } = await twice()
    unwrap(await book(id, 9, desk.booker))
    unwrap(await merge(desk, mail))
    const group = await createBookingGroup(world.deps, world.caller, {
      items: [10, 11].map((hour) => ({ eventTypeId: id, startEpochSeconds: secondsOf(at(hour)) })),
      onConflict: 'skip',
      booker: mail.booker,
      fields: {},
      isOverride: false,
    })
    const { bookings, skipped } = unwrap(group)
    expect([bookings.length, skipped.map(({ refusal }) => refusal)]).toEqual([
      1,
      [refused(2).refusal],
    ])
  })

  test('does not count a booking twice that gets another address of its person', async () => {
    const { id } = await limited(1)
    const { desk, mail } = await twice()
    const { booking } = unwrap(await book(id, 9, { name: 'Old', email: 'old@example.com' }))
    const old = await contact({ email: 'old@example.com' })
    unwrap(await merge(old, mail))
    unwrap(await merge(desk, mail))
    const change = { booker: { email: mail.booker.email } }
    unwrap(await updateBooking(world.deps, world.caller, booking.id, change))
    expect(await book(id, 10, desk.booker)).toEqual(refused(1))
  })

  test('leaves room for one of simultaneous bookings with the addresses of a merged person', async () => {
    const { id } = await limited(1)
    const { desk, mail } = await twice()
    unwrap(await merge(desk, mail))
    const answers = await Promise.all(
      [9, 10, 11, 12, 13, 14].map((hour) => book(id, hour, hour % 2 ? desk.booker : mail.booker)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 5 }, () => refused(1)))
  })

  test('counts a booking that was decided before a merge and is committed after it', async () => {
    const { id } = await limited(2)
    const { desk, mail } = await twice()
    unwrap(await book(id, 9, mail.booker))
    const store = storeInterruptedBefore(
      world.store,
      (write) => write.kind === 'put-if-absent' && write.item.PK.startsWith('BOOKING#'),
      async () => {
        unwrap(await merge(desk, mail))
        unwrap(await book(id, 10, mail.booker))
      },
    )
    expect(await book(id, 11, desk.booker, { ...world.deps, store })).toEqual(refused(2))
  })

  test('counts a booking with the other address that was committed meanwhile', async () => {
    const { id } = await limited(1)
    const { desk, mail } = await twice()
    unwrap(await merge(desk, mail))
    const store = storeInterruptedBefore(
      world.store,
      (write) => write.kind === 'put-if-absent' && write.item.PK.startsWith('BOOKING#'),
      async () => unwrap(await book(id, 9, mail.booker)),
    )
    expect(await book(id, 10, desk.booker, { ...world.deps, store })).toEqual(refused(1))
  })

  test('is of each of two people with one phone, whom the account names', async () => {
    const { id } = await limited(1)
    const phone = '+41443334455'
    const [one, other] = [await contact({ phone }), await contact({ phone })]
    unwrap(await book(id, 9, one.booker))
    unwrap(await book(id, 10, other.booker))
    expect(await book(id, 11, one.booker)).toEqual(refused(1))
    unwrap(await type(id, 11, { name: 'Third', phone, contactId: 'cnt_third' }))
  })

  test('is one for all names that are typed with a phone number, and counts for the contact as well', async () => {
    const { id } = await limited(1)
    const phone = '+41443334466'
    const { booker, id: contactId } = await contact({ phone })
    unwrap(await type(id, 9, booker))
    expect(await type(id, 10, { name: 'Other', phone, contactId: 'cnt_other' })).toEqual(refused(1))
    expect(await book(id, 10, booker)).toEqual(refused(1))
    expect(booker).toMatchObject({ contactId, phone })
  })

  test('says nothing of a merge to a stranger who types an address', async () => {
    const { id } = await limited(1)
    const { desk, mail } = await twice()
    unwrap(await book(id, 9, desk.booker))
    unwrap(await merge(desk, mail))
    unwrap(await type(id, 10, mail.booker))
    expect(await book(id, 11, mail.booker)).toEqual(refused(1))
  })

  test('counts what both halves of a merged person ever booked', async () => {
    const { id } = await world.eventType({ limits: { perBookerEver: 1 } })
    const { desk, mail } = await twice()
    const { booking } = unwrap(await book(id, 9, desk.booker))
    unwrap(await confirmBooking(world.deps, world.caller, booking.id))
    world.moveTo('2026-04-28T08:00:00Z')
    unwrap(await merge(desk, mail))
    const startEpochSeconds = secondsOf('2026-05-04T10:00:00Z')
    const again = { target: { eventTypeId: id }, startEpochSeconds, booker: mail.booker }
    expect(await createBooking(world.deps, world.caller, again)).toEqual({
      ok: false,
      refusal: { code: 'booker_not_allowed', limit: 'perBookerEver', count: 1 },
    })
  })
})
