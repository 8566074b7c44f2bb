import { afterEach, beforeEach, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import {
  itemsWith,
  liveThrough,
  OTHER,
  openPersonLife,
  type PersonLife,
  tracesIn,
  ZELDA,
} from '../../../tests/support/person-life.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import { createProperty } from '../../booking/properties/properties.ts'
import { updateAccount } from '../../identity/accounts/accounts.ts'
import { getContact } from '../../people/contacts/contacts.ts'
import { mergeContacts } from '../../people/contacts/merge-contacts.ts'
import { createContact } from '../../people/contacts/save-contact.ts'
import { getCalendarEvent } from '../../stays/calendars/events.ts'
import { runRetention } from './retention.ts'

let life: PersonLife
beforeEach(async () => {
  life = await openPersonLife('sqlite')
})
afterEach(() => life.close())

const retain = (retentionDays: number | null) =>
  updateAccount(life.deps, { ...life.caller }, { retentionDays }).then(unwrap)

/** Runs the retention until nothing is due; answers how many runs that took. */
async function runAll(): Promise<number> {
  let runs = 1
  while ((await runRetention(life.deps, 10)).more) runs += 1
  return runs
}

test('people whose bookings and stays are older than the retention are in no lasting item', async () => {
  await liveThrough(life)
  await life.work()
  await retain(90)
  await runAll()
  expect((await life.traces()).length).toBeGreaterThan(20)
  // The last stay of the person ended on 20 June. Events, deliveries and ended wait-list entries end by themselves.
  life.moveTo('2026-10-01T08:00:00Z')
  await runAll()
  const left = (await life.traces()).filter(
    (key) =>
      !/^(?:ACCOUNT#\S+#EVENT |WAITLIST#|WEBHOOK#|CALENDAR#\S+ EVENT(?:SERIES)?#|CALENDAREVENT#)/.test(
        key,
      ),
  )
  expect(left).toEqual([])
  expect(tracesIn(await life.mailTexts())).toEqual([])
  expect(await life.contactOf(ZELDA.email)).toBeUndefined()
})

test('stays lose their guest and their texts, and other calendar events keep theirs', async () => {
  const { houseId, diaryId, own, entered, kept, weekly } = await liveThrough(life)
  await retain(30)
  life.moveTo('2026-08-01T08:00:00Z')
  await runAll()
  for (const { id } of [own, entered, kept]) {
    const { event } = unwrap(await getCalendarEvent(life.deps, life.caller, houseId, id))
    expect([event.title, event.guest, event.description]).toEqual(['Erased', undefined, undefined])
  }
  const { event } = unwrap(await getCalendarEvent(life.deps, life.caller, diaryId, weekly.id))
  expect(event.title).toBe('Weekly')
})

test('a contact with a booking since then stays, with that booking', async () => {
  await retain(30)
  const instant = await life.eventType({ confirmation: 'instant' })
  const past = await life.created(instant.id, '2026-04-21T09:00:00Z', { booker: OTHER })
  await life.work()
  life.moveTo('2026-06-09T08:00:00Z')
  const recent = await life.created(instant.id, '2026-06-10T09:00:00Z', { booker: OTHER })
  life.moveTo('2026-06-30T08:00:00Z')
  await runAll()
  const nameOf = async (id: string) =>
    unwrap(await getBooking(life.deps, life.caller, id)).booker?.name
  expect(await nameOf(past.booking.id)).toBe('Erased')
  expect(await nameOf(recent.booking.id)).toBe(OTHER.name)
  expect(await life.contactOf(OTHER.email)).toMatchObject({ bookingCount: 1 })
})

test('a contact that was merged stays as long as the one that it was merged into', async () => {
  const deps = { ...life.deps, phoneNumbers: { toE164: async (text: string) => text } }
  const add = async (email: string) =>
    unwrap(await createContact(deps, life.caller, { name: 'Otto', email }))
  const from = await add('otto@work.example.com')
  const into = await add(OTHER.email)
  unwrap(await mergeContacts(life.deps, life.caller, from.id, into.id))
  await retain(30)
  const instant = await life.eventType({ confirmation: 'instant' })
  await life.created(instant.id, '2026-06-10T09:00:00Z', { booker: OTHER })
  await life.work()
  const isKept = async () => (await getContact(life.deps, life.caller, from.id)).ok
  life.moveTo('2026-06-30T08:00:00Z')
  await runAll()
  expect(await isKept()).toBe(true)
  life.moveTo('2026-08-30T08:00:00Z')
  await runAll()
  expect(await isKept()).toBe(false)
})

test('a guest who stays for longer than the retention keeps their data until then, and is erased after it', async () => {
  await retain(1)
  const { id: propertyId } = unwrap(
    await createProperty(life.deps, life.caller, { name: 'House', timeZone: 'UTC' }),
  )
  const unit = await life.provider({ kind: 'unit', propertyId })
  const type = await life.eventType({
    providerId: unit.id,
    grain: 'nights',
    confirmation: 'instant',
    durationMinutes: undefined,
    availabilityRules: undefined,
  })
  const dayOf = (date: string) => Date.parse(date) / 86_400_000
  const stay = { arrivalDay: dayOf('2026-05-10'), departureDay: dayOf('2026-05-20') }
  const { booking } = await life.created(type.id, '2026-05-10T00:00:00Z', { stay, booker: OTHER })
  await life.work()
  const nameOf = async () =>
    unwrap(await getBooking(life.deps, life.caller, booking.id)).booker?.name
  for (const day of [15, 16, 18, 20]) {
    life.moveTo(`2026-05-${day}T08:00:00Z`)
    await runAll()
    expect(await nameOf()).toBe(OTHER.name)
    expect(await life.contactOf(OTHER.email)).toMatchObject({ bookingCount: 1 })
  }
  life.moveTo('2026-05-23T08:00:00Z')
  await runAll()
  expect(await nameOf()).toBe('Erased')
  expect(await life.contactOf(OTHER.email)).toBeUndefined()
})

test('an account without the setting costs one query of an index, which is empty', async () => {
  await liveThrough(life)
  const asked: unknown[] = []
  const count =
    <Args extends unknown[], Answer>(method: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      asked.push(args[0])
      return method(...args)
    }
  const { store } = life
  const counted = storeWith(store, {
    get: count((...args) => store.get(...args)),
    getMany: count((...args) => store.getMany(...args)),
    query: count((...args) => store.query(...args)),
    transact: count((...args) => store.transact(...args)),
  })
  await runRetention({ ...life.deps, store: counted }, 10)
  expect(asked).toMatchObject([{ index: 'GSI2', partition: 'RETENTION' }])
  await retain(30)
  await runAll()
  await retain(null)
  expect((await life.items('ACCOUNT#')).filter((item) => item.GSI2PK === 'RETENTION')).toEqual([])
})

test('a pass runs once a day, in bounded parts, and continues where it stopped', async () => {
  const instant = await life.eventType({ confirmation: 'instant', durationMinutes: 5 })
  const bookings: string[] = []
  for (let place = 0; place < 60; place += 1) {
    const start = new Date(Date.parse('2026-04-21T09:00:00Z') + place * 300_000)
    const { booking } = await life.created(instant.id, start.toISOString(), { booker: ZELDA })
    bookings.push(booking.id)
  }
  await retain(30)
  life.moveTo('2026-06-30T08:00:00Z')
  // Each part reads 25 bookings; a process that dies after one leaves the rest to the next.
  let writes = 0
  const dying = storeWith(life.store, {
    async transact(listed, token) {
      writes += 1
      if (writes > 30) throw new Error('killed')
      return await life.store.transact(listed, token)
    },
  })
  await expect(runRetention({ ...life.deps, store: dying }, 10)).rejects.toThrow('killed')
  const namesOf = async () =>
    await Promise.all(
      bookings.map(async (id) => unwrap(await getBooking(life.deps, life.caller, id)).booker?.name),
    )
  const halfway = (await namesOf()).filter((name) => name === 'Erased').length
  expect(halfway).toBeGreaterThan(20)
  expect(halfway).toBeLessThan(60)
  await runAll()
  expect(new Set(await namesOf())).toEqual(new Set(['Erased']))
  const versions = await life.items(`ACCOUNT#${life.accountId}`)
  await runAll()
  expect(await life.items(`ACCOUNT#${life.accountId}`)).toEqual(versions)
  expect(await itemsWith(life.store, ['"RETENTION"'])).toHaveLength(2)
})
