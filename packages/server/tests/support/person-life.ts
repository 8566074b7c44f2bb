import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Booking } from '@holdfast/engine'
import { createMailbox } from '../../src/adapters/mail/mailbox.ts'
import {
  cancelBooking,
  closeBooking,
  confirmBooking,
} from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { expireDue } from '../../src/booking/bookings/expire-due.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { updateBooking } from '../../src/booking/bookings/update-booking.ts'
import { joinWaitlist } from '../../src/booking/waiting/join-waitlist.ts'
import { contactsConsumer } from '../../src/delivery/contacts/contacts.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { deliveriesConsumer, webhooksConsumer } from '../../src/delivery/webhooks/deliver.ts'
import { createEndpoint, deleteEndpoint } from '../../src/delivery/webhooks/endpoints.ts'
import { syncedEventEntity } from '../../src/external-calendars/calendar-sync/synced-event.ts'
import type { Item, Store } from '../../src/kernel/ports/store.ts'
import { type Consumer, enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { runErasures } from '../../src/ops/privacy/run-erasures.ts'
import { listContacts } from '../../src/people/contacts/contacts.ts'
import { updateContact } from '../../src/people/contacts/save-contact.ts'
import { createNote } from '../../src/people/notes/notes.ts'
import { createCalendar } from '../../src/stays/calendars/calendars.ts'
import { createCalendarEvent, deleteCalendarEvent } from '../../src/stays/calendars/events.ts'
import { replaceOccurrence } from '../../src/stays/calendars/occurrences.ts'
import { openBookingWorld, secondsOf, unwrap } from './booking-world.ts'
import { newDataFolder } from './data-folder.ts'
import type { Engine } from './stores.ts'

/** The person whose life it is. Nothing else contains any of these texts. */
export const ZELDA = {
  id: 'customer-zq77',
  name: 'Zelda Quirrelmoon',
  email: 'zelda.q@quirrel.example.com',
  timeZone: 'Pacific/Chatham',
} as const
/** Somebody whom the person invites. */
const FRIEND = { name: 'Quirrelmoon Senior', email: 'senior@quirrel.example.com' } as const
/** A guest who has nothing to do with the person. */
export const THIRD = { email: 'third@bystander.example.com' } as const
/** What the person answers to a private question. */
export const SECRET = 'Sleepwalking-4711'
/** Free texts with which the person can be recognized. */
const PHONE = '+49 151 55501997'

/** Everything that identifies the person, in lower case. */
export const TRACES: readonly string[] = [
  'zelda',
  'quirrel',
  'customer-zq77',
  'pacific/chatham',
  '55501997',
]

/** Somebody else, whose data must stay. */
export const OTHER = { name: 'Otto Bystander', email: 'otto@bystander.example.com' } as const

const JUNE = Date.UTC(2026, 5, 1) / 86_400_000
const inJune = (from: number, to: number) => ({
  startDay: JUNE + from - 1,
  endDay: JUNE + to - 1,
})

/** The traces of the person in a text. */
export const tracesIn = (text: string): readonly string[] =>
  TRACES.filter((trace) => text.toLowerCase().includes(trace))

const textOf = (item: Item): string =>
  JSON.stringify(item, (_, value: unknown) =>
    value instanceof Uint8Array
      ? `${Buffer.from(value).toString('latin1')} ${Buffer.from(value).toString('hex')}`
      : value instanceof Set
        ? [...value]
        : value,
  )

/** The keys of all items of a store that contain one of some texts, in any attribute or key. */
export async function itemsWith(
  store: Store,
  texts: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = []
  for await (const page of store.scan()) {
    for (const item of page) {
      const text = textOf(item).toLowerCase()
      if (texts.some((each) => text.includes(each.toLowerCase())))
        found.push(`${item.PK} ${item.SK}`)
    }
  }
  return found.sort()
}

/** A store with an account in which a person has left traces everywhere, and a folder with the emails. */
export async function openPersonLife(engine: Engine) {
  const world = await openBookingWorld(engine)
  const folder = await newDataFolder('person')
  const mailbox = createMailbox(folder, { fromAddress: 'mail@example.com' })
  const { caller, store } = world
  const answers = { status: 500 }
  const deps = {
    ...world.deps,
    mailer: mailbox,
    keptMails: mailbox,
    publicUrl: 'https://book.example.com',
    random: () => 0,
    webhookSender: {
      ...world.deps.webhookSender,
      // Receivers may repeat what they got.
      send: async ({ body }: { readonly body: string }) => ({
        kind: 'answered' as const,
        status: answers.status,
        excerpt: body,
        durationMilliseconds: 1,
      }),
    },
  }
  const failing: Consumer = {
    name: 'mirrors',
    wants: ({ type }) => type === 'booking.cancelled',
    handle: async ({ event }) => ({
      kind: 'dead',
      error: `failed for ${JSON.stringify(event.data)}`,
    }),
  }
  const consumers = {
    webhooks: webhooksConsumer(deps),
    deliveries: deliveriesConsumer(deps),
    mails: mailsConsumer(deps),
    contacts: contactsConsumer(deps),
    schedule: scheduleConsumer(deps),
    mirrors: failing,
  }
  const publish = () =>
    relayOutbox(deps, { enqueue: enqueueFor(deps, Object.values(consumers)) }, 1_000)
  const consume = async (...names: readonly (keyof typeof consumers)[]) => {
    for (const name of names)
      await runQueue(deps, consumers[name], { limit: 1_000, concurrency: 4 })
  }
  const work = async () => {
    await publish()
    await consume('webhooks', 'deliveries', 'mails', 'contacts', 'schedule', 'mirrors')
  }
  return {
    ...world,
    deps,
    mailbox,
    answers,
    publish,
    consume,
    work,
    /** All texts of the stored emails. */
    async mailTexts() {
      const names = await readdir(folder)
      const texts = names.map(
        async (name) => `${name} ${await readFile(join(folder, name), 'utf8')}`,
      )
      return (await Promise.all(texts)).join('\n')
    },
    contactOf: async (email: string) =>
      (await listContacts(deps, caller, { email }, { limit: 1 })).data[0],
    /** Runs erasures that are due until nothing more is. */
    async erase() {
      while ((await runErasures(deps, 10)).more);
    },
    traces: () => itemsWith(store, TRACES),
    async close() {
      await mailbox.close()
      await rm(folder, { recursive: true })
      await world.close()
    },
  }
}

/** The world of `openPersonLife`. */
export type PersonLife = Awaited<ReturnType<typeof openPersonLife>>

/**
 * Lets the person and somebody else book, stay, move, cancel and be late, from 20 April to 20 June 2026. At the
 * end nothing of the person is live; some events are not published yet, some tasks are not done.
 */
export async function liveThrough(life: PersonLife) {
  const { deps, caller, created, moveTo } = life
  const endpoint = unwrap(
    await createEndpoint(deps, caller, { url: 'https://one.example.com/', events: [] }),
  ).endpoint
  const deleted = unwrap(
    await createEndpoint(deps, caller, { url: 'https://two.example.com/', events: [] }),
  ).endpoint
  moveTo('2026-05-25T08:00:00Z')
  const held = await life.eventType({ title: 'Held' })
  const instant = await life.eventType({
    title: 'Instant',
    confirmation: 'instant',
    locations: [{ kind: 'ask_booker' }],
    questions: [
      { id: 'reason', label: 'Reason', kind: 'text' },
      { id: 'diagnosis', label: 'Diagnosis', kind: 'text', private: true },
    ],
  })
  const asked = await life.eventType({ title: 'Asked', confirmation: 'approval' })
  const note = `Call ${PHONE}`
  const hers = { booker: { ...ZELDA, phone: PHONE }, fields: { note } }
  const fields = {
    note,
    location: { value: `At the house of ${ZELDA.name}` },
    answers: { reason: `Ask for ${ZELDA.name}`, diagnosis: SECRET },
    guests: [FRIEND],
    metadata: { crm: ZELDA.id, private: `Ring ${PHONE}` },
  }
  const tokens: string[] = []
  const take = async (...args: Parameters<typeof created>): Promise<Booking> => {
    const { booking, manageToken } = await created(...args)
    tokens.push(manageToken)
    return booking
  }
  const atHome = { ...hers, fields }
  const completed = await take(instant.id, '2026-05-26T09:00:00Z', atHome)
  const missed = await take(instant.id, '2026-05-26T10:00:00Z', atHome)
  const open = await take(instant.id, '2026-05-26T11:00:00Z', atHome)
  const cancelled = await take(instant.id, '2026-05-27T09:00:00Z', atHome)
  unwrap(await cancelBooking(deps, caller, cancelled.id, { reason: `${ZELDA.name} is ill` }))
  await life.work()
  const known = await life.contactOf(ZELDA.email)
  unwrap(await createNote(deps, caller, known?.id ?? '', `${ZELDA.name} likes mornings`))
  // A hold that gets its booker later, but its note now.
  const { booking: moved, manageToken } = unwrap(
    await createBooking(deps, caller, {
      target: { eventTypeId: held.id },
      startEpochSeconds: secondsOf('2026-05-27T10:00:00Z'),
      fields: { note },
    }),
  )
  tokens.push(manageToken)
  unwrap(await confirmBooking(deps, caller, moved.id, { booker: ZELDA }))
  unwrap(
    await rescheduleBooking(deps, caller, moved.id, {
      startEpochSeconds: secondsOf('2026-05-28T10:00:00Z'),
    }),
  )
  const waited = await life.eventType({ title: 'Waited', waitlist: {}, availabilityRules: [] })
  unwrap(
    await joinWaitlist(deps, caller, waited.id, {
      from: () => secondsOf('2026-06-01T00:00:00Z'),
      to: () => secondsOf('2026-07-20T00:00:00Z'),
      booker: { ...ZELDA, phone: PHONE },
    }),
  )
  const expired = await take(asked.id, '2026-05-28T11:00:00Z', hers)
  const elsewhere = { location: { value: 'At the office' } }
  const givenAway = await take(instant.id, '2026-05-28T12:00:00Z', {
    ...hers,
    fields: { ...elsewhere, note },
  })
  const toOther = { ...OTHER, id: null, timeZone: null, phone: null }
  unwrap(await updateBooking(deps, caller, givenAway.id, { booker: toOther, note: null }))
  const taken = await take(instant.id, '2026-05-28T13:00:00Z', {
    booker: OTHER,
    fields: elsewhere,
  })
  unwrap(await updateBooking(deps, caller, taken.id, { booker: { ...ZELDA }, note }))
  const others = await created(instant.id, '2026-05-28T14:00:00Z', {
    booker: OTHER,
    fields: {
      ...elsewhere,
      note: 'Stays',
      guests: [{ name: ZELDA.name, email: ZELDA.email }, THIRD],
    },
  })
  await transact(deps, {
    mirror: syncedEventEntity.create({
      bookingId: completed.id,
      kind: 'google',
      version: 1,
      connectionId: 'con_1',
      eventId: 'vendor-event',
      shownBookingVersion: completed.version,
    }),
  })
  await life.work()
  life.answers.status = 200
  const stays = await stayInHouse(life)
  await life.work()
  const contact = await life.contactOf(ZELDA.email)
  unwrap(await updateContact(deps, caller, contact?.id ?? '', { phone: PHONE }))
  unwrap(await deleteEndpoint(deps, { ...caller }, deleted.id))
  moveTo('2026-06-20T08:00:00Z')
  await expireDue(deps, 100)
  unwrap(await closeBooking(deps, caller, completed.id, 'complete'))
  unwrap(await closeBooking(deps, caller, missed.id, 'no_show'))
  // Published, but not consumed; and not even published.
  await life.publish()
  unwrap(await updateBooking(deps, caller, open.id, { note: `Ring ${PHONE}` }))
  const bookings = { completed, missed, open, cancelled, moved, expired, givenAway, taken }
  return { ...stays, bookings, others: others.booking, tokens, endpoint, deleted }
}

async function stayInHouse({ deps, caller }: PersonLife) {
  const calendar = async (name: string, exclusive: 'none' | 'nights') =>
    unwrap(await createCalendar(deps, caller, { name, timeZone: 'Europe/Berlin', exclusive })).id
  const houseId = await calendar('House', 'nights')
  const diaryId = await calendar('Diary', 'none')
  const guest = { name: ZELDA.name, email: ZELDA.email }
  const texts = {
    title: ZELDA.name,
    description: `Call ${PHONE}`,
    extendedProps: { guestName: ZELDA.name, guestEmail: ZELDA.email },
  }
  const add = async (...args: Parameters<typeof createCalendarEvent>) =>
    unwrap(await createCalendarEvent(...args))
  const own = await add(deps, caller, houseId, { ...texts, time: inJune(1, 3) }, guest)
  const entered = await add(deps, caller, houseId, {
    title: `${ZELDA.name.toUpperCase()} + 2`,
    description: PHONE,
    time: inJune(5, 7),
  })
  const left = await add(deps, caller, houseId, { ...texts, time: inJune(9, 11) }, guest)
  unwrap(await deleteCalendarEvent(deps, caller, houseId, left.id))
  const others = { title: OTHER.name, time: inJune(13, 15) }
  const kept = await add(deps, caller, houseId, others, { ...OTHER })
  const times = {
    startEpochSeconds: secondsOf('2026-06-01T07:00:00Z'),
    endEpochSeconds: secondsOf('2026-06-01T08:00:00Z'),
  }
  await add(deps, caller, diaryId, { title: `Interview ${ZELDA.email}`, time: times })
  const weekly = await add(deps, caller, diaryId, {
    title: 'Weekly',
    time: times,
    recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO' },
  })
  unwrap(
    await replaceOccurrence(
      deps,
      caller,
      {
        calendarId: diaryId,
        eventId: weekly.id,
        originalStart: { epochSeconds: secondsOf('2026-06-08T07:00:00Z') },
      },
      {
        title: `With ${ZELDA.name}`,
        time: {
          startEpochSeconds: secondsOf('2026-06-08T07:00:00Z'),
          endEpochSeconds: secondsOf('2026-06-08T08:00:00Z'),
        },
      },
    ),
  )
  return { houseId, diaryId, own, entered, left, kept, weekly }
}
