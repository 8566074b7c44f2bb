import { afterEach, beforeEach, expect, test } from 'vitest'
import { secondsOf, unwrap } from '../../../tests/support/booking-world.ts'
import {
  OTHER,
  openPersonLife,
  type PersonLife,
  ZELDA,
} from '../../../tests/support/person-life.ts'
import { USUAL_ENGINE } from '../../../tests/support/stores.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { updateBooking } from '../../booking/bookings/update-booking.ts'
import { joinWaitlist } from '../../booking/waiting/join-waitlist.ts'
import type { KeptMail, KeptMails } from '../../delivery/ports/kept-mails.ts'
import { createEndpoint } from '../../delivery/webhooks/endpoints.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { contactEntity } from '../../people/contacts/contact.ts'
import { createCalendar } from '../../stays/calendars/calendars.ts'
import { createCalendarEvent, deleteCalendarEvent } from '../../stays/calendars/events.ts'
import { requestErasure } from '../privacy/request-erasure.ts'
import { inspect } from './inspect.ts'

let life: PersonLife
let eventTypeId: string
/** The stored emails that the doctor reads: those of the server, and those that a test puts back. */
let kept: Pick<KeptMails, 'each'>
beforeEach(async () => {
  life = await openPersonLife(USUAL_ENGINE)
  kept = life.mailbox
  life.moveTo('2026-05-25T08:00:00Z')
  eventTypeId = (await life.eventType({ confirmation: 'instant' })).id
})
afterEach(() => life.close())

const hers = { booker: { ...ZELDA } }

/** The findings about erased people, as the kinds of the items that name them. */
async function found(): Promise<readonly string[]> {
  const { personMarks } = life.deps.secrets
  const { findings } = await inspect(life.deps, { secrets: { personMarks }, mails: kept })
  return findings
    .filter(({ code }) => code === 'erased_person_left')
    .map(({ keys }) => String(keys[0]?.PK).replace(/_[0-9a-z]{26}/, '_*'))
    .sort()
}

/** Erases the person, who has cancelled her only booking. Answers the items that named her. */
async function eraseAfterBooking() {
  unwrap(
    await createEndpoint(life.deps, life.caller, { url: 'https://one.example.com/', events: [] }),
  )
  const { booking } = await life.created(eventTypeId, '2026-05-26T09:00:00Z', hers)
  unwrap(await cancelBooking(life.deps, life.caller, booking.id, {}))
  await life.work()
  const named: Item[] = []
  for await (const page of life.store.scan()) {
    named.push(...page.filter(({ PK }) => /^(?:BOOKING|WEBHOOK|ACCOUNT#[^#]*#EVENT)/.test(PK)))
  }
  const contact = await life.contactOf(ZELDA.email)
  unwrap(await requestErasure(life.deps, life.caller, ZELDA.email, {}))
  await life.erase()
  life.moveTo('2026-05-25T08:02:01Z')
  await life.erase()
  expect(await life.contactOf(ZELDA.email)).toBeUndefined()
  expect(await found()).toEqual([])
  return { booking, named, contact }
}

/** Puts items back as they were. */
async function restore(items: readonly Item[]): Promise<void> {
  for (const item of items) {
    const { PK, SK } = item
    await life.store.transact([{ kind: 'delete', key: { PK, SK } }], `delete ${PK} ${SK}`)
    await life.store.transact([{ kind: 'put-if-absent', item }], `put ${PK} ${SK}`)
  }
}

test('what is left of an erased person is found: the booking, events and deliveries', async () => {
  const { named } = await eraseAfterBooking()
  await restore(named)
  expect(await found()).toEqual([
    'ACCOUNT#acc_*#EVENT',
    'ACCOUNT#acc_*#EVENT',
    'ACCOUNT#acc_*#EVENT',
    'BOOKING#bkg_*',
    'WEBHOOK#whk_*',
    'WEBHOOK#whk_*',
    'WEBHOOK#whk_*',
  ])
})

test('the record of a message to an erased person is found, and one of a later message is not', async () => {
  const messages = async () => {
    const all: Item[] = []
    for await (const page of life.store.scan()) {
      all.push(...page.filter(({ PK, subject }) => PK.startsWith('MESSAGE#') && subject))
    }
    return all
  }
  await life.created(eventTypeId, '2026-05-26T10:00:00Z', { booker: { ...OTHER } })
  await life.work()
  const others = await messages()
  await eraseAfterBooking()
  expect(await messages()).toEqual(others)
  const [other] = others
  const marks = life.deps.secrets.personMarks(life.caller.accountId, ZELDA.email)
  const sentAt = (time: string, SK: string) =>
    ({ ...other, PK: `MESSAGE#${marks[0]}`, SK, createdAtEpochSeconds: secondsOf(time) }) as Item
  await restore([sentAt('2026-05-25T08:01:00Z', 'SENT#later')])
  expect(await found()).toEqual([])
  await restore([sentAt('2026-05-25T06:30:00Z', 'SENT#earlier')])
  expect(await found()).toEqual([`MESSAGE#${marks[0]}`])
})

test('a contact that is in erasure after the end of the erasure is found', async () => {
  const { contact } = await eraseAfterBooking()
  expect(contact?.email).toBe(ZELDA.email)
  if (contact) await restore([contactEntity.encode({ ...contact, isErasing: true })])
  expect(await found()).toEqual(['ACCOUNT#acc_*#CONTACT'])
})

test('who books again after the erasure is not, however long the events wait', async () => {
  await eraseAfterBooking()
  await life.created(eventTypeId, '2026-05-27T09:00:00Z', hers)
  expect(await found()).toEqual([])
  await life.publish()
  expect(await found()).toEqual([])
  await life.work()
  expect(await life.contactOf(ZELDA.email)).toMatchObject({ bookingCount: 1 })
  expect(await found()).toEqual([])
})

test('who takes over an older booking after the erasure is not, whatever clock stamps it', async () => {
  const { booking: older } = await life.created(eventTypeId, '2026-05-27T09:00:00Z', {
    booker: { ...OTHER },
  })
  await eraseAfterBooking()
  life.moveTo('2026-05-25T07:00:00Z')
  const booker = { ...ZELDA, phone: null }
  unwrap(await updateBooking(life.deps, life.caller, older.id, { booker }))
  expect(await found()).toEqual([])
  await life.work()
  expect(await found()).toEqual([])
})

test('a booking of which nothing is known since the erasure is not', async () => {
  const { named } = await eraseAfterBooking()
  await restore(named.filter(({ PK }) => PK.startsWith('BOOKING#')))
  expect(await found()).toEqual(['BOOKING#bkg_*'])
  const log: Item[] = []
  for await (const page of life.store.scan()) {
    log.push(...page.filter(({ PK }) => PK.endsWith('#EVENT')))
  }
  await life.created(eventTypeId, '2026-05-28T09:00:00Z', { booker: { ...OTHER } })
  await life.created(eventTypeId, '2026-05-29T09:00:00Z', { booker: { ...OTHER } })
  await life.publish()
  for await (const page of life.store.scan()) {
    const next = page.filter(({ PK }) => PK.endsWith('#EVENT'))
    const first = next.filter(({ SK }) => !log.some((item) => item.SK === SK)).sort(bySort)[0]
    for (const { PK, SK } of [...log, ...(first ? [first] : [])]) {
      await life.store.transact([{ kind: 'delete', key: { PK, SK } }], `forget ${SK}`)
    }
  }
  expect(await found()).toEqual([])
})

const bySort = (one: Item, other: Item): number => (one.SK < other.SK ? -1 : 1)

/** A stay of two nights of the person, in June. */
async function takeStay(calendarId: string, day: number) {
  const JUNE = Date.UTC(2026, 5, 1) / 86_400_000
  return unwrap(
    await createCalendarEvent(life.deps, life.caller, calendarId, {
      title: ZELDA.name,
      time: { startDay: JUNE + day, endDay: JUNE + day + 2 },
      extendedProps: { guestName: ZELDA.name, guestEmail: ZELDA.email },
    }),
  )
}

const waitFor = (eventType: string) =>
  joinWaitlist(life.deps, life.caller, eventType, {
    from: () => secondsOf('2026-06-01T00:00:00Z'),
    to: () => secondsOf('2026-07-20T00:00:00Z'),
    booker: { ...ZELDA },
  })

/** Erases the person, with stays, an entry of a wait list and emails. Answers what named her. */
async function eraseAfterStays() {
  const { deps, caller } = life
  const house = unwrap(
    await createCalendar(deps, caller, {
      name: 'House',
      timeZone: 'Europe/Berlin',
      exclusive: 'nights',
    }),
  )
  const diary = unwrap(
    await createCalendar(deps, caller, {
      name: 'Diary',
      timeZone: 'Europe/Berlin',
      exclusive: 'none',
    }),
  )
  const waited = await life.eventType({ waitlist: {}, availabilityRules: [] })
  await takeStay(house.id, 0)
  const gone = await takeStay(house.id, 5)
  unwrap(await deleteCalendarEvent(deps, caller, house.id, gone.id))
  unwrap(
    await createCalendarEvent(deps, caller, diary.id, {
      title: 'Call back',
      description: `Write to ${ZELDA.email.toUpperCase()}.`,
      time: { startDay: 20_620, endDay: 20_621 },
    }),
  )
  unwrap(await waitFor(waited.id))
  await life.created(eventTypeId, '2026-05-26T09:00:00Z', hers)
  await life.work()
  const named: Item[] = []
  for await (const page of life.store.scan()) {
    named.push(...page.filter(({ PK }) => /^(?:CALENDAR|CALENDAREVENT|WAITLIST)#/.test(String(PK))))
  }
  const mails: KeptMail[] = []
  for await (const mail of life.mailbox.each()) mails.push(mail)
  // The first stay is over, so that the erasure does not cancel it.
  life.moveTo('2026-06-05T08:00:00Z')
  unwrap(await requestErasure(deps, caller, ZELDA.email, {}))
  for (const time of ['08:00:31Z', '08:03:00Z', '08:06:00Z', '08:09:00Z']) {
    life.moveTo(`2026-06-05T${time}`)
    await life.work()
    await life.erase()
  }
  expect(await life.contactOf(ZELDA.email)).toBeUndefined()
  expect(await found()).toEqual([])
  return { house, waited, named, mails }
}

test('stays, calendar events that name the person and entries of wait lists that are left are found', async () => {
  const { named } = await eraseAfterStays()
  await restore(named)
  expect(await found()).toEqual([
    'CALENDAR#cal_*',
    'CALENDAREVENT#cev_*',
    'CALENDAREVENT#cev_*',
    'WAITLIST#wtl_*',
  ])
})

test('stored emails that are left are found, and those after the erasure are not', async () => {
  const { house, waited, mails } = await eraseAfterStays()
  const theirs = mails.filter(({ to }) => to === ZELDA.email)
  // About an event of the log, and about the entry of a wait list, which the log does not know.
  expect(theirs.length).toBeGreaterThan(1)
  const own = life.mailbox
  kept = {
    async *each() {
      yield* own.each()
      yield* theirs
    },
  }
  expect((await found()).length).toBe(theirs.length)
  kept = own
  await takeStay(house.id, 9)
  unwrap(await waitFor(waited.id))
  await life.created(eventTypeId, '2026-06-10T09:00:00Z', hers)
  await life.publish()
  expect(await found()).toEqual([])
  await life.work()
  const since: KeptMail[] = []
  for await (const mail of own.each()) if (mail.to === ZELDA.email) since.push(mail)
  expect(since.length).toBeGreaterThan(0)
  expect(await found()).toEqual([])
})
