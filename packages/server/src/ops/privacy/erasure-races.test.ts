import { afterEach, beforeEach, expect, test } from 'vitest'
import { secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import {
  itemsWith,
  liveThrough,
  OTHER,
  openPersonLife,
  type PersonLife,
  tracesIn,
  ZELDA,
} from '../../../tests/support/person-life.ts'
import { storeInterruptedBefore, storeWith } from '../../../tests/support/store-with.ts'
import { closeBooking, confirmBooking, getBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { updateBooking } from '../../booking/bookings/update-booking.ts'
import { contactsConsumer } from '../../delivery/contacts/contacts.ts'
import { mailsConsumer } from '../../delivery/mails/mails.ts'
import { listDeliveries } from '../../delivery/webhooks/endpoints.ts'
import { type Store, StoreUnavailable, type Write } from '../../kernel/ports/store.ts'
import { type Task, taskEntity } from '../../kernel/queue/task.ts'
import { createCalendar } from '../../stays/calendars/calendars.ts'
import { createCalendarEvent, deleteCalendarEvent } from '../../stays/calendars/events.ts'
import { requestErasure } from './request-erasure.ts'
import { runErasures } from './run-erasures.ts'

let life: PersonLife
beforeEach(async () => {
  life = await openPersonLife('sqlite')
})
afterEach(() => life.close())

const request = (reference: string = ZELDA.email, cancels = false) =>
  requestErasure(life.deps, life.caller, reference, { cancels })

/** Lets enough time pass for all rounds. */
async function eraseFully(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await life.erase()
    life.clock.moveTo(life.clock.nowEpochMilliseconds() + 121_000)
  }
}

const isErasure = (write: Write): boolean => 'item' in write && write.item.PK.endsWith('#ERASURE')

/** A store that fails every third transaction, in turn before and after it was applied. */
function dyingStore(store: Store): Store {
  let count = 0
  return storeWith(store, {
    async transact(writes, token) {
      count += 1
      if (count % 6 === 3) throw new StoreUnavailable('killed before', 'not-applied')
      const outcome = await store.transact(writes, token)
      if (count % 6 === 0) throw new StoreUnavailable('killed after', 'unknown')
      return outcome
    },
  })
}

test('an erasure that dies again and again, before and after its writes, ends complete', async () => {
  await liveThrough(life)
  unwrap(await request())
  const deps = { ...life.deps, store: dyingStore(life.store) }
  let deaths = 0
  for (let run = 0; run < 500 && (await life.contactOf(ZELDA.email)); run += 1) {
    try {
      const { more } = await runErasures(deps, 10)
      if (!more) life.clock.moveTo(life.clock.nowEpochMilliseconds() + 121_000)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      deaths += 1
    }
  }
  expect(deaths).toBeGreaterThan(20)
  expect(await life.traces()).toEqual([])
  expect(tracesIn(await life.mailTexts())).toEqual([])
})

test('two servers that erase the same person at once do no harm', async () => {
  await liveThrough(life)
  unwrap(await request())
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([life.erase(), life.erase()])
    life.clock.moveTo(life.clock.nowEpochMilliseconds() + 121_000)
  }
  expect(await life.traces()).toEqual([])
  expect(await itemsWith(life.store, [OTHER.email])).not.toEqual([])
})

test('work that waited in queues during the erasure does not bring the person back', async () => {
  await liveThrough(life)
  unwrap(await request())
  await eraseFully()
  await life.work()
  life.clock.moveTo(life.clock.nowEpochMilliseconds() + 3_600_000)
  await life.work()
  expect(await life.traces()).toEqual([])
  expect(tracesIn(await life.mailTexts())).toEqual([])
})

/** The tasks of a consumer as a process has them in memory. */
async function tasksOf(consumer: Task['consumer']): Promise<readonly Task[]> {
  const tasks: Task[] = []
  for await (const page of life.store.scan()) {
    for (const item of page) {
      if (item.PK.startsWith(`QUEUE#${consumer}#`)) tasks.push(taskEntity.decode(item))
    }
  }
  return tasks
}

test('a consumer that has read its task before the erasure writes no contact and sends no email after it', async () => {
  const { deps, caller } = life
  const instant = await life.eventType({ confirmation: 'instant' })
  await life.created(instant.id, '2026-04-21T09:00:00Z', { booker: ZELDA })
  const invited = { guests: [{ name: ZELDA.name, email: ZELDA.email }] }
  const others = { booker: OTHER, fields: invited }
  await life.created(instant.id, '2026-04-21T11:00:00Z', others)
  const { booking } = await life.created(instant.id, '2026-04-21T13:00:00Z', others)
  unwrap(await updateBooking(deps, caller, booking.id, { guests: [] }))
  const { name, email } = ZELDA
  const given = await life.created(instant.id, '2026-04-21T10:00:00Z', { booker: { name, email } })
  unwrap(await updateBooking(deps, caller, given.booking.id, { booker: OTHER }))
  const house = { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights' } as const
  const { id: houseId } = unwrap(await createCalendar(deps, caller, house))
  const time = {
    startDay: secondsOf('2026-05-01T00:00:00Z') / 86_400,
    endDay: secondsOf('2026-05-03T00:00:00Z') / 86_400,
  }
  const guest = { name: ZELDA.name, email: ZELDA.email }
  const stay = unwrap(
    await createCalendarEvent(deps, caller, houseId, { title: ZELDA.name, time }, guest),
  )
  unwrap(await deleteCalendarEvent(deps, caller, houseId, stay.id))
  await life.publish()
  const [links, mails] = [await tasksOf('contacts'), await tasksOf('mails')]
  expect([links.length, mails.length]).toEqual([5, 8])
  life.moveTo('2026-04-22T09:00:00Z')
  unwrap(await request())
  await eraseFully()
  for (const task of links) await contactsConsumer(deps).handle(task)
  for (const task of mails) await mailsConsumer(deps).handle(task)
  expect(await life.traces()).toEqual([])
  expect(tracesIn(await life.mailTexts())).toEqual([])
  expect(await life.mailTexts()).toContain(OTHER.email)
})

test('a person who books again after the erasure is a new contact', async () => {
  await liveThrough(life)
  const before = (await life.contactOf(ZELDA.email))?.id
  unwrap(await request())
  await eraseFully()
  const instant = await life.eventType({ confirmation: 'instant' })
  await life.created(instant.id, '2026-06-22T09:00:00Z', { booker: ZELDA })
  await life.work()
  const contact = await life.contactOf(ZELDA.email)
  expect(contact).toMatchObject({ name: ZELDA.name, bookingCount: 1 })
  expect(contact?.id).not.toBe(before)
})

test('what happens to old bookings and stays between the request and the erasure is erased, too', async () => {
  const { bookings, houseId, entered } = await liveThrough(life)
  const { deps, caller } = life
  unwrap(await request())
  life.clock.moveTo(life.clock.nowEpochMilliseconds() + 5_000)
  unwrap(await closeBooking(deps, caller, bookings.open.id, 'complete'))
  unwrap(await deleteCalendarEvent(deps, caller, houseId, entered.id))
  await life.work()
  await eraseFully()
  expect(await life.traces()).toEqual([])
  expect(tracesIn(await life.mailTexts())).toEqual([])
})

/** The dependencies of another server whose clock is behind. */
const behindBy = (seconds: number) => ({
  ...life.deps,
  clock: { nowEpochMilliseconds: () => life.clock.nowEpochMilliseconds() - seconds * 1_000 },
})

test.each([10, 3_600])(
  'a server whose clock is %i seconds behind erases all that existed when it was asked, whatever stamps it has',
  async (seconds) => {
    await liveThrough(life)
    const instant = await life.eventType({ confirmation: 'instant' })
    await life.created(instant.id, '2026-06-22T09:00:00Z', { booker: ZELDA })
    const guests = [{ name: ZELDA.name, email: ZELDA.email }]
    await life.created(instant.id, '2026-06-22T11:00:00Z', { booker: OTHER, fields: { guests } })
    await life.work()
    const behind = behindBy(seconds)
    unwrap(await requestErasure(behind, life.caller, ZELDA.email, { cancels: true }))
    for (let round = 0; round < 5; round += 1) {
      life.clock.moveTo(life.clock.nowEpochMilliseconds() + 121_000)
      while ((await runErasures(behind, 10)).more);
    }
    await life.work()
    expect(await life.contactOf(ZELDA.email)).toBeUndefined()
    expect(await life.traces()).toEqual([])
    expect(tracesIn(await life.mailTexts())).toEqual([])
  },
)

test('a booking that a server whose clock is behind makes after the request stays, and gets its contact', async () => {
  await liveThrough(life)
  const instant = await life.eventType({ confirmation: 'instant' })
  unwrap(await request(ZELDA.email, true))
  await life.erase()
  life.clock.moveTo(life.clock.nowEpochMilliseconds() + 121_000)
  const { booking } = unwrap(
    await createBooking(behindBy(3_600), life.caller, {
      target: { eventTypeId: instant.id },
      startEpochSeconds: secondsOf('2026-06-22T09:00:00Z'),
      booker: ZELDA,
    }),
  )
  await life.work()
  await eraseFully()
  await life.consume('contacts')
  expect(await life.contactOf(ZELDA.email)).toMatchObject({ lastBookingId: booking.id })
  const after = unwrap(await getBooking(life.deps, life.caller, booking.id))
  expect([after.status, after.booker]).toEqual(['confirmed', ZELDA])
})

test('a booking made during the erasure stays, and its contact waits for the end', async () => {
  await liveThrough(life)
  unwrap(await request())
  await life.erase()
  life.clock.moveTo(life.clock.nowEpochMilliseconds() + 10_000)
  const instant = await life.eventType({ confirmation: 'instant' })
  const { booking } = await life.created(instant.id, '2026-06-22T09:00:00Z', { booker: ZELDA })
  await life.work()
  expect(await life.contactOf(ZELDA.email)).toMatchObject({ isErasing: true })
  await eraseFully()
  expect(await life.contactOf(ZELDA.email)).toBeUndefined()
  await life.consume('contacts')
  expect(await life.contactOf(ZELDA.email)).toMatchObject({
    bookingCount: 1,
    lastBookingId: booking.id,
  })
  expect(unwrap(await getBooking(life.deps, life.caller, booking.id)).booker).toEqual(ZELDA)
})

test('a hold that is confirmed while the erasure cancels it ends cancelled and erased', async () => {
  const held = await life.eventType()
  const { booking } = await life.created(held.id, '2026-04-21T09:00:00Z', { booker: ZELDA })
  const store = storeInterruptedBefore(
    life.store,
    (write) => 'item' in write && write.item.PK === `BOOKING#${booking.id}`,
    async () => unwrap(await confirmBooking(life.deps, life.caller, booking.id)),
  )
  unwrap(await requestErasure({ ...life.deps, store }, life.caller, ZELDA.email, { cancels: true }))
  life.clock.moveTo(life.clock.nowEpochMilliseconds() + 31_000)
  await eraseFully()
  const after = unwrap(await getBooking(life.deps, life.caller, booking.id))
  expect([after.status, after.booker?.name]).toEqual(['cancelled', 'Erased'])
  await life.work()
  expect(await life.traces()).toEqual([])
})

test('a booking that the request did not see is cancelled and erased with `cancel`, and kept without', async () => {
  for (const cancels of [true, false]) {
    const instant = await life.eventType({ confirmation: 'instant' })
    const start = cancels ? '2026-04-22T10:00:00Z' : '2026-04-23T10:00:00Z'
    let id = ''
    const store = storeInterruptedBefore(life.store, isErasure, async () => {
      id = (await life.created(instant.id, start, { booker: ZELDA })).booking.id
    })
    unwrap(await requestErasure({ ...life.deps, store }, life.caller, ZELDA.email, { cancels }))
    // The events of the cancellation are later than the request.
    life.clock.moveTo(life.clock.nowEpochMilliseconds() + 5_000)
    await eraseFully()
    expect(cancels ? await life.traces() : []).toEqual([])
    const { status, booker } = unwrap(await getBooking(life.deps, life.caller, id))
    expect([status, booker?.name]).toEqual(
      cancels ? ['cancelled', 'Erased'] : ['confirmed', ZELDA.name],
    )
  }
})

test('an endpoint that was deleted keeps no delivery with the person', async () => {
  const { deleted, endpoint } = await liveThrough(life)
  const isTheirs = (key: string) => key.startsWith(`WEBHOOK#${deleted.id}`)
  expect((await life.traces()).filter(isTheirs)).not.toEqual([])
  unwrap(await request())
  await eraseFully()
  expect((await life.traces()).filter(isTheirs)).toEqual([])
  const deliveries = await listDeliveries(life.deps, life.caller, endpoint.id, { limit: 100 })
  expect(unwrap(deliveries).data.length).toBeGreaterThan(10)
})

test('the calendar of a connected provider gets a task to replace the text of its copy', async () => {
  const { bookings } = await liveThrough(life)
  unwrap(await request())
  await life.erase()
  expect((await tasksOf('mirrors')).map(({ event }) => [event.type, event.resourceId])).toEqual([
    ['booking.erased', bookings.completed.id],
  ])
})

test('a request during the erasure changes nothing and answers the same contact', async () => {
  await liveThrough(life)
  const first = unwrap(await request())
  const items = await life.items('')
  expect(unwrap(await request())).toEqual(first)
  expect(unwrap(await request(first.id))).toEqual(first)
  expect(await life.items('')).toEqual(items)
})

test('a tombstone holds no address and ends after 30 days', async () => {
  await liveThrough(life)
  unwrap(await request())
  await eraseFully()
  const [tombstone, ...others] = await life.items(`ACCOUNT#${life.accountId}#ERASURE`)
  expect(others).toEqual([])
  expect(tombstone).toMatchObject({
    SK: expect.stringMatching(/^[0-9a-f]{64}$/),
    ttl: secondsOf('2026-07-20T08:02:01Z'),
  })
  expect(tombstone?.progress).toBeUndefined()
  expect(await life.items('ERASUREDUE')).toEqual([])
})
