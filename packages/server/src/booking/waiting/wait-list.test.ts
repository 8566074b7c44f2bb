import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOW, secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { openWaitlistWorld, type WaitlistWorld } from '../../../tests/support/waitlist-world.ts'
import { cancelBooking, confirmBooking, expireBooking } from '../bookings/change-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import { updateEventType } from '../event-types/event-types.ts'
import { confirmWaitlistEmail, waitlistProofToken } from './join-waitlist.ts'
import { getManagedEntry, leaveWaitlist, listWaitlist } from './waitlist-entries.ts'

let world: WaitlistWorld
beforeAll(async () => {
  world = await openWaitlistWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const ELEVEN = '2026-04-27T11:00:00Z'
const OFFER_END = '2026-04-20T08:30:00Z'

/** An event type whose starts on Monday, April 27, are 10:00 and 11:00. */
const waited = (more = {}) =>
  world.eventType({
    confirmation: 'instant',
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '10:00', end: '12:00' }] }],
    waitlist: {},
    ...more,
  })

/** The same with both starts booked. */
async function full() {
  const type = await waited()
  const ten = await world.book(type.id, TEN)
  const eleven = await world.book(type.id, ELEVEN)
  return { type, ten, eleven }
}

const cancel = async (bookingId: string) =>
  unwrap(await cancelBooking(world.deps, world.caller, bookingId, {}))

describe('joining', () => {
  test('puts somebody on the wait list once, with an email', async () => {
    const { type } = await full()
    const { entry, manageToken } = await world.join(type.id, { name: 'Ada' })
    expect(entry).toMatchObject({ status: 'waiting', version: 1, eventTypeId: type.id })
    expect(await world.emailsOf(entry.id)).toEqual(['waitlist.joined'])
    expect(await world.tryJoin(type.id, { name: 'Ada' })).toEqual({
      ok: false,
      refusal: { code: 'already_waiting', eventTypeId: type.id },
    })
    expect(await getManagedEntry(world.deps, entry.id, manageToken)).toEqual(entry)
    expect(await getManagedEntry(world.deps, entry.id, `${manageToken}x`)).toBeUndefined()
  })

  test('is refused without a wait list, and outside the bounds of a range', async () => {
    const plain = await world.eventType()
    expect(await world.tryJoin(plain.id, { name: 'Ada' })).toMatchObject({
      refusal: { code: 'waitlist_closed' },
    })
    const { id } = await waited()
    const refused = async (from: string, to: string) => {
      const joined = await world.tryJoin(id, { name: 'Ada', from, to })
      return joined.ok || joined.refusal.code !== 'validation_failed'
        ? undefined
        : joined.refusal.errors[0]?.message
    }
    expect(await refused('2026-04-01T00:00:00Z', '2026-04-20T08:00:00Z')).toBe(
      '`to` must be in the future.',
    )
    expect(await refused('2026-04-28T00:00:00Z', '2026-04-28T00:00:00Z')).toBe(
      '`to` must be after `from`.',
    )
    expect(await refused('2026-04-28T00:00:00Z', '2026-07-29T00:00:01Z')).toBe(
      '`to` must be at most 92 days after `from`.',
    )
    expect(await refused('2027-04-20T00:00:00Z', '2027-04-21T08:00:01Z')).toBe(
      '`to` must be at most 366 days ahead.',
    )
  })

  test('counts only once the address is proved, if the server asks for that', async () => {
    const { type } = await full()
    const stranger = { ...world.caller, role: 'public', actor: { kind: 'booker' } } as const
    const waits = { name: 'Eve', requiresEmailProof: true }
    const one = unwrap(await world.tryJoin(type.id, waits, stranger)).entry
    const two = unwrap(await world.tryJoin(type.id, waits, stranger)).entry
    expect(await world.emailsOf(one.id)).toEqual(['waitlist.unconfirmed'])
    expect(
      unwrap(await listWaitlist(world.deps, world.caller, type.id, { limit: 10 })).data,
    ).toEqual([])
    const prove = (entry: typeof one, token = waitlistProofToken(world.deps, entry)) =>
      confirmWaitlistEmail(world.deps, stranger, entry.id, token)
    expect(await prove(one, waitlistProofToken(world.deps, two))).toMatchObject({
      refusal: { code: 'not_found' },
    })
    expect(unwrap(await prove(one))).toMatchObject({ status: 'waiting', isUnproven: false })
    expect(unwrap(await prove(one))).toMatchObject({ status: 'waiting', version: 2 })
    expect(await prove(two)).toMatchObject({ refusal: { code: 'already_waiting' } })
  })

  test('gets a start that is free already', async () => {
    const type = await waited()
    const { entry } = await world.join(type.id, { name: 'Ada' })
    await world.look()
    expect(await world.offerOf(entry.id)).toMatchObject({
      status: 'pending',
      startEpochSeconds: secondsOf(TEN),
      waitlistId: entry.id,
      emailUnconfirmed: true,
      holdExpiresAtEpochSeconds: secondsOf(OFFER_END),
    })
  })
})

describe('a cancellation', () => {
  test('holds the time for the first person on the wait list who fits, in its own transaction', async () => {
    const { type, ten } = await full()
    const late = { timeOfDay: { startMinute: 660, endMinute: 720 } }
    const first = await world.join(type.id, { name: 'Ada', ...late })
    const second = await world.join(type.id, { name: 'Bob' })
    const third = await world.join(type.id, { name: 'Cleo' })
    await cancel(ten.id)
    const statuses = [first, second, third].map(
      async ({ entry }) => (await world.entry(entry.id)).status,
    )
    expect(await Promise.all(statuses)).toEqual(['waiting', 'offered', 'waiting'])
    const offered = await world.offerOf(second.entry.id)
    expect(offered).toMatchObject({
      status: 'pending',
      startEpochSeconds: secondsOf(TEN),
      booker: { name: 'Bob', email: 'bob@example.com' },
    })
    expect(await world.eventsOf(second.entry.id)).toEqual(['waitlist.offered'])
    expect(await world.create(type.id, TEN)).toMatchObject({ refusal: { code: 'slot_taken' } })
  })

  test('frees the time plainly if nobody on the wait list wants it', async () => {
    const { type, ten } = await full()
    const { entry } = await world.join(type.id, { name: 'Ada', weekdays: ['tuesday'] })
    await cancel(ten.id)
    await world.look()
    expect((await world.entry(entry.id)).status).toBe('waiting')
    expect(await world.create(type.id, TEN)).toMatchObject({ ok: true })
  })

  test('succeeds without the wait list if somebody else is faster twice, and the task serves the wait list', async () => {
    const { type, ten } = await full()
    const { entry } = await world.join(type.id, { name: 'Ada' })
    await world.look()
    let losses = 0
    const store = storeWith(world.store, {
      async transact(writes, token) {
        const index = writes.findIndex(
          (write) => write.kind === 'put-if-version' && write.item.PK === `WAITLIST#${entry.id}`,
        )
        if (index < 0) return await world.store.transact(writes, token)
        losses += 1
        return { committed: false, failed: [{ index }] }
      },
    })
    unwrap(await cancelBooking({ ...world.deps, store }, world.caller, ten.id, {}))
    expect(losses).toBe(2)
    expect((await world.booking(ten.id)).status).toBe('cancelled')
    expect((await world.entry(entry.id)).status).toBe('waiting')
    // The cancellation has woken the task: its next turn would be a minute later.
    await world.look()
    expect((await world.offerOf(entry.id)).startEpochSeconds).toBe(secondsOf(TEN))
  })

  test('hands over the time that a booking moves away from', async () => {
    const { type, ten, eleven } = await full()
    await cancel(eleven.id)
    const { entry } = await world.join(type.id, { name: 'Ada' })
    const move = { startEpochSeconds: secondsOf(ELEVEN) }
    unwrap(await rescheduleBooking(world.deps, world.caller, ten.id, move))
    expect((await world.offerOf(entry.id)).startEpochSeconds).toBe(secondsOf(TEN))
  })
})

describe('an offer', () => {
  const offeredTo = async (name: string) => {
    const { type, ten } = await full()
    const { entry } = await world.join(type.id, { name })
    const next = await world.join(type.id, { name: `${name}2` })
    await cancel(ten.id)
    return { type, entry, next: next.entry }
  }

  test('is booked by the link in its email', async () => {
    const { type, entry, next } = await offeredTo('Ada')
    expect(unwrap(await world.accept(entry.id))).toMatchObject({ status: 'confirmed' })
    expect((await world.entry(entry.id)).status).toBe('booked')
    expect((await world.entry(next.id)).status).toBe('waiting')
    // Whoever has booked can wait again.
    expect(await world.tryJoin(type.id, { name: 'Ada' })).toMatchObject({ ok: true })
  })

  test('is booked by the account', async () => {
    const { entry } = await offeredTo('Bob')
    const { id } = await world.offerOf(entry.id)
    unwrap(await confirmBooking(world.deps, world.caller, id))
    expect((await world.entry(entry.id)).status).toBe('booked')
  })

  test('that lapses goes to the next on the wait list, and not to the same person again', async () => {
    const { entry, next } = await offeredTo('Cleo')
    const { id } = await world.offerOf(entry.id)
    world.moveTo(OFFER_END)
    unwrap(await expireBooking(world.deps, world.caller, id))
    expect(await world.entry(entry.id)).toMatchObject({ status: 'waiting', lapsedOffers: 1 })
    expect((await world.offerOf(next.id)).startEpochSeconds).toBe(secondsOf(TEN))
    expect(await world.eventsOf(entry.id)).toEqual(['waitlist.offered', 'waitlist.lapsed'])
    const again = await world.offerOf(next.id)
    world.moveTo('2026-04-20T09:00:00Z')
    unwrap(await expireBooking(world.deps, world.caller, again.id))
    await world.look()
    expect((await world.entry(entry.id)).status).toBe('waiting')
    expect((await world.entry(next.id)).status).toBe('waiting')
  })

  test('that is declined goes to the next on the wait list', async () => {
    const { entry, next } = await offeredTo('Dan')
    await cancel((await world.offerOf(entry.id)).id)
    expect((await world.entry(entry.id)).status).toBe('waiting')
    expect((await world.entry(next.id)).status).toBe('offered')
  })

  test('of somebody who leaves goes to the next on the wait list', async () => {
    const { entry, next } = await offeredTo('Emil')
    const { id } = await world.offerOf(entry.id)
    unwrap(await leaveWaitlist(world.deps, world.caller, entry.id))
    expect((await world.entry(entry.id)).status).toBe('left')
    expect((await world.booking(id)).status).toBe('cancelled')
    expect((await world.entry(next.id)).status).toBe('offered')
  })

  test('that was confirmed outlasts a departure from the wait list', async () => {
    const { entry } = await offeredTo('Finn')
    const confirmed = unwrap(await world.accept(entry.id))
    unwrap(await leaveWaitlist(world.deps, world.caller, entry.id))
    expect((await world.entry(entry.id)).status).toBe('booked')
    expect((await world.booking(confirmed.id)).status).toBe('confirmed')
  })

  test('that lapses for the third time ends the entry', async () => {
    const type = await waited({
      availabilityRules: [{ weekday: 'monday', windows: [{ start: '10:00', end: '14:00' }] }],
    })
    const { entry } = await world.join(type.id, { name: 'Gus' })
    for (const at of ['08:30', '09:00', '09:30']) {
      await world.look()
      const { id } = await world.offerOf(entry.id)
      world.moveTo(`2026-04-20T${at}:00Z`)
      unwrap(await expireBooking(world.deps, world.caller, id))
    }
    expect(await world.entry(entry.id)).toMatchObject({ status: 'ended', lapsedOffers: 3 })
    expect(await world.emailsOf(entry.id)).toEqual(['waitlist.joined', 'waitlist.ended'])
    expect(await world.items(`EVENTTYPE#${type.id}#WAITLIST`)).toEqual([])
  })
})

describe('a wait list', () => {
  test('is served in its order, each with the first start that fits', async () => {
    const type = await waited()
    const one = await world.join(type.id, {
      name: 'Ada',
      timeOfDay: { startMinute: 660, endMinute: 720 },
    })
    const two = await world.join(type.id, { name: 'Bob' })
    const three = await world.join(type.id, { name: 'Cleo' })
    await world.look()
    const startOf = async (id: string) => (await world.offerOf(id)).startEpochSeconds
    expect(await startOf(one.entry.id)).toBe(secondsOf(ELEVEN))
    expect(await startOf(two.entry.id)).toBe(secondsOf(TEN))
    expect((await world.entry(three.entry.id)).status).toBe('waiting')
  })

  test('lists who waits and who has an offer, in its order', async () => {
    const type = await waited()
    const names = ['Ada', 'Bob', 'Cleo']
    for (const name of names) await world.join(type.id, { name })
    await world.look()
    const { data } = unwrap(await listWaitlist(world.deps, world.caller, type.id, { limit: 10 }))
    expect(data.map(({ booker, status }) => [booker.name, status])).toEqual([
      ['Ada', 'offered'],
      ['Bob', 'offered'],
      ['Cleo', 'waiting'],
    ])
  })

  test('is looked at once a minute while somebody waits, and never otherwise', async () => {
    const { type } = await full()
    const { entry } = await world.join(type.id, { name: 'Ada' })
    const due = async () =>
      (await world.items('WAITLISTDUE#')).filter((item) => item.eventTypeId === type.id)
    await world.look()
    const [turn, ...others] = await due()
    expect(others).toEqual([])
    expect(turn?.dueEpochMilliseconds).toBeGreaterThan(Date.parse(NOW))
    expect(turn?.dueEpochMilliseconds).toBeLessThanOrEqual(Date.parse(NOW) + 60_000)
    unwrap(await leaveWaitlist(world.deps, world.caller, entry.id))
    world.moveTo('2026-04-20T08:02:00Z')
    await world.look()
    expect(await due()).toEqual([])
  })

  test('ends with the range of its entries', async () => {
    const { type } = await full()
    const { entry } = await world.join(type.id, { name: 'Ada' })
    await world.look()
    world.moveTo('2026-04-28T00:00:00Z')
    await world.look()
    expect((await world.entry(entry.id)).status).toBe('ended')
    expect(await world.emailsOf(entry.id)).toEqual(['waitlist.joined', 'waitlist.ended'])
  })

  test('ends when its event type has no wait list any more', async () => {
    const { type } = await full()
    const { entry } = await world.join(type.id, { name: 'Ada' })
    unwrap(await updateEventType(world.deps, world.caller, type.id, { waitlist: null }))
    await world.look()
    expect((await world.entry(entry.id)).status).toBe('ended')
  })
})
