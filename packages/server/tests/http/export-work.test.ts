import { ContactExport } from '@holdfast/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingEntity } from '../../src/booking/bookings/booking-item.ts'
import { loggedEventEntity } from '../../src/delivery/events/event-log.ts'
import { deliveryEntity } from '../../src/delivery/webhooks/delivery.ts'
import type { Item, Store } from '../../src/kernel/ports/store.ts'
import { calendarEventByTimeEntity } from '../../src/stays/calendars/calendar-event.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeEventType, NEXT_START, START } from './support/fixtures.ts'
import { deliverOnce } from './support/work.ts'

const VERA = { name: 'Vera Uniqueson', email: 'vera@uniqueson.example.com' }
const OTHER = { name: 'Someone Else', email: 'other@example.com' }

/** The items that were read, by the kind of their partition. */
const read = new Map<string, number>()

function counted(items: readonly (Item | undefined)[]): void {
  for (const item of items) {
    const kind = item?.PK.replaceAll(/[a-z]{3}_[0-9a-z]{26}|\d+/g, '*') ?? 'none'
    read.set(kind, (read.get(kind) ?? 0) + 1)
  }
}

const counting = (store: Store): Partial<Store> => ({
  async get(...given) {
    const item = await store.get(...given)
    counted([item])
    return item
  },
  async getMany(...given) {
    const items = await store.getMany(...given)
    counted(items)
    return items
  },
  async query(...given) {
    const page = await store.query(...given)
    counted(page.items)
    return page
  },
})

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ between: counting })
  for (const path of ['a', 'b']) {
    const url = `https://hooks.invalid/${path}`
    await server.call('POST', '/v1/webhook-endpoints', { body: { url } })
  }
  const eventType = await makeEventType(server.call)
  for (const [start, booker] of [
    [START, VERA],
    [NEXT_START, OTHER],
  ] as const) {
    await server.call('POST', '/v1/bookings', {
      body: { eventTypeId: eventType.id, start, booker },
    })
  }
  const body = { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights', publicStays: true }
  const house = (await server.call('POST', '/v1/calendars', { body })).body.id
  for (const [day, guest] of [
    [10, VERA],
    [20, OTHER],
  ] as const) {
    const dates = { arrival: `2026-06-${day}`, departure: `2026-06-${day + 1}` }
    await server.call('POST', `/v1/stays/${house}`, { key: null, body: { ...dates, guest } })
  }
  // The attempts fail, since nobody is there. The deliveries are stored all the same.
  for (let round = 0; round < 2; round += 1) await deliverOnce(server.deps)
})
afterAll(() => server.close())

/** Puts copies of the other person's booking, its event and its deliveries, and of their stay, into the store. */
async function addOthers(from: number, to: number): Promise<void> {
  const all = await server.contents()
  const decoded = <Value>(
    part: string,
    entity: { decode: (item: Item) => Value },
    isTheirs: (value: Value) => boolean,
  ): readonly Value[] =>
    all
      .filter(({ PK, SK }) => `${PK} ${SK}`.includes(part))
      .map(entity.decode)
      .filter(isTheirs)
  const [booking] = decoded(
    'BOOKING#bkg_',
    bookingEntity,
    ({ booker }) => booker?.name === OTHER.name,
  )
  const [stay] = decoded(
    ' EVENT#',
    calendarEventByTimeEntity,
    ({ guest }) => guest?.name === OTHER.name,
  )
  const isTheirs = (value: unknown) => JSON.stringify(value).includes(OTHER.email)
  const [logged] = decoded('#EVENT 0', loggedEventEntity, isTheirs)
  if (!booking || !logged || !stay) throw new Error('nothing to copy')
  const deliveries = decoded(
    'DELIVERY#',
    deliveryEntity,
    ({ event }) => event.id === logged.event.id,
  )
  expect(deliveries).toHaveLength(2)
  for (let number = from; number < to; number += 1) {
    const tail = String(number).padStart(4, '0')
    const event = { ...logged.event, id: `${logged.event.id.slice(0, -4)}${tail}` }
    const items = [
      bookingEntity.encode({ ...booking, id: `${booking.id.slice(0, -4)}${tail}` }),
      loggedEventEntity.encode({ position: 1_000 + number, event }),
      calendarEventByTimeEntity.encode({ ...stay, id: `${stay.id.slice(0, -4)}${tail}` }),
      ...deliveries.map((delivery) => deliveryEntity.encode({ ...delivery, event })),
    ]
    await server.store.transact(
      items.map((item) => ({ kind: 'put-if-absent', item })),
      `others-${number}`,
    )
  }
}

async function exported() {
  // A key is read again five seconds after its last use, which a slow machine can exceed here.
  await server.call('GET', '/v1/account')
  read.clear()
  const { status, body } = await server.call('POST', `/v1/contacts/${VERA.email}/export`)
  expect(status).toBe(200)
  const { bookings, stays, events, deliveries, truncated } = ContactExport.parse(body)
  return {
    lengths: [bookings, stays, events, deliveries, truncated].map(({ length }) => length),
    reads: Object.fromEntries(read),
  }
}

test('an export reads no more of a large account, but for the bookings whose guests it looks for, the event log and the calendars', async () => {
  await addOthers(0, 50)
  const few = await exported()
  await addOthers(50, 500)
  const many = await exported()
  expect([few.lengths, many.lengths]).toEqual([
    [1, 1, 2, 4, 0],
    [1, 1, 2, 4, 0],
  ])
  expect(few.reads['WEBHOOK#*']).toBe(4)
  const { 'ACCOUNT#*#EVENT': log = 0, 'BOOKING#*': bookings = 0, ...others } = few.reads
  const { 'CALENDAR#*': calendars = 0, ...rest } = others
  // 450 more of each, read once.
  expect(many.reads).toEqual({
    ...rest,
    'ACCOUNT#*#EVENT': log + 450,
    'BOOKING#*': bookings + 450,
    'CALENDAR#*': calendars + 450,
  })
})

test('an event that names the person only in its text is exported, though a later stay tells the name', async () => {
  const nora = { name: 'Nora Latecome', email: 'nora@latecome.example.com' }
  const make = async (body: object) =>
    (await server.call('POST', '/v1/calendars', { body })).body.id
  const diary = await make({ name: 'Diary', timeZone: 'Europe/Berlin' })
  const exclusive = { exclusive: 'nights', publicStays: true }
  const cabin = await make({ name: 'Cabin', timeZone: 'Europe/Berlin', ...exclusive })
  const lunch = { start: '2026-06-01T10:00:00Z', end: '2026-06-01T11:00:00Z' }
  for (const title of [`Lunch with ${nora.name}`, `Lunch with ${OTHER.name}`]) {
    await server.call('POST', `/v1/calendars/${diary}/events`, { body: { ...lunch, title } })
  }
  const dates = { arrival: '2026-06-10', departure: '2026-06-11' }
  await server.call('POST', `/v1/stays/${cabin}`, { key: null, body: { ...dates, guest: nora } })
  const { body } = await server.call('POST', `/v1/contacts/${nora.email}/export`)
  const { stays } = ContactExport.parse(body)
  expect(stays.map(({ title }) => title).sort()).toEqual([`Lunch with ${nora.name}`, nora.name])
})
