import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSmtpMailer } from '../../src/adapters/mail/smtp-mailer.ts'
import { cancelBooking, confirmBooking } from '../../src/booking/bookings/change-booking.ts'
import { reassignBooking } from '../../src/booking/bookings/reassign-booking.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { updateEventType } from '../../src/booking/event-types/event-types.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { getInvitation } from '../../src/delivery/mails/booking-context.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import type { Mailer } from '../../src/delivery/ports/mailer.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { type BookingWorld, openBookingWorld, secondsOf, unwrap } from '../support/booking-world.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../support/smtp-receiver.ts'

const MONDAY_10 = '2026-04-27T10:00:00Z'

let world: BookingWorld
let smtp: SmtpReceiver
let mailer: Mailer
let names = 0
/** The emails before the current step. */
let seen = 0

beforeAll(async () => {
  world = await openBookingWorld()
  smtp = await startSmtpReceiver()
  mailer = createSmtpMailer(smtp.url, { fromAddress: 'mail@example.com' })
})
beforeEach(() => {
  names += 1
})
afterAll(async () => {
  await mailer.close()
  await smtp.close()
  await world.close()
})

/** Sends the emails of all events so far. */
async function work() {
  seen = smtp.mails.all.length
  const deps = { ...world.deps, mailer, publicUrl: 'http://localhost:3000', random: () => 0 }
  const consumer = mailsConsumer(deps)
  await relayOutbox(deps, { enqueue: enqueueFor(deps, [consumer]) }, 100)
  await runQueue(deps, consumer, { limit: 100, concurrency: 1 })
}

/** The invitation that an email carries, as far as it differs between recipients. */
function invitationIn(calendars: readonly string[]) {
  const [text] = calendars
  if (text === undefined) return undefined
  const lines = text.replace(/\r?\n /g, '').split(/\r?\n/)
  const value = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.split(':')[1]
  const attendees = lines.flatMap(
    (line) => /^ATTENDEE;CUTYPE=(\w+);.*:mailto:(\w+)/.exec(line)?.slice(1).join(' ') ?? [],
  )
  return [value('METHOD'), `sequence ${value('SEQUENCE')}`, value('DTSTART'), ...attendees]
}

/** The emails of the last step, by recipient: the subject, and what the invitation says. */
const mails = (): Readonly<Record<string, readonly (string | undefined)[]>> =>
  Object.fromEntries(
    smtp.mails.all
      .slice(seen)
      .map(({ to, subject, calendars }) => [
        String(to[0]?.split('@')[0]),
        [subject, ...(invitationIn(calendars) ?? [])],
      ]),
  )

const textTo = (name: string) =>
  smtp.mails.all.findLast(({ to }) => to[0]?.startsWith(`${name}@`))?.text ?? ''

const person = (name: string, more: Parameters<BookingWorld['provider']>[0] = {}) =>
  world.provider({ name, email: `${name.toLowerCase().replace(' ', '')}@example.com`, ...more })

/** A doctor, one of two nurses and a room. The practice owns the event type. */
async function surgery(more: Parameters<BookingWorld['eventType']>[0] = {}) {
  const owner = await world.provider({ name: 'Practice', kind: 'team', email: 'desk@example.com' })
  const ada = await person('Ada', { timeZone: 'Asia/Tokyo' })
  const bob = await person('Bob')
  const cleo = await person('Cleo')
  const room = await person('Room 2', { kind: 'room' })
  const type = await world.eventType({
    providerId: owner.id,
    slug: `surgery-${names}`,
    title: 'Surgery',
    requirements: [
      { name: 'doctor', providerIds: [ada.id], count: 1 },
      { name: 'nurse', providerIds: [bob.id, cleo.id], count: 1, choice: 'priority' },
      { name: 'room', kind: 'room', count: 1 },
    ],
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end: '17:00' }] }],
    ...more,
  })
  const booker = { name: 'Grace', email: 'grace@example.com' }
  const { booking } = await world.created(type.id, MONDAY_10, { booker })
  return { id: booking.id, type, ada, bob, cleo, room }
}

const EVERYBODY = ['INDIVIDUAL grace', 'INDIVIDUAL ada', 'INDIVIDUAL bob', 'ROOM room2']
const WITH_CLEO = ['INDIVIDUAL grace', 'INDIVIDUAL ada', 'INDIVIDUAL cleo', 'ROOM room2']

test('everybody of a booking and the team that offers it get its emails, and one invitation names all', async () => {
  const { id } = await surgery()
  await work()
  expect(mails()).toEqual({})
  unwrap(await confirmBooking(world.deps, world.caller, id))
  await work()
  const title = 'Surgery with Ada and Bob'
  const invitation = ['REQUEST', 'sequence 0', '20260427T100000Z', ...EVERYBODY]
  expect(mails()).toEqual({
    grace: [`Confirmed: ${title}`, ...invitation],
    ada: [`New booking: ${title}`, ...invitation],
    bob: [`New booking: ${title}`, ...invitation],
    room2: [`New booking: ${title}`, ...invitation],
    desk: [`New booking: ${title}`, ...invitation],
  })
  expect(textTo('grace')).toContain('With: Ada, Bob, Room 2\n')
  expect(textTo('ada')).toContain('19:00')
  const [calendar = ''] = smtp.mails.all.at(-1)?.calendars ?? []
  expect(calendar).toContain('ORGANIZER;CN="Practice":mailto:desk@example.com')
  expect(calendar).toContain('LOCATION:Room 2')
  const { content } = unwrap(await getInvitation(world.deps, world.caller, id, mailer.fromAddress))
  expect(content.replaceAll('\r\n', '\n')).toBe(calendar.replaceAll('\r\n', '\n'))
  await work()
  expect(mails()).toEqual({})
  unwrap(await cancelBooking(world.deps, world.caller, id, {}))
  await work()
  const cancellation = ['CANCEL', 'sequence 1', '20260427T100000Z', ...EVERYBODY]
  expect(mails()).toMatchObject({
    grace: [`Cancelled: ${title}`, ...cancellation],
    bob: [`Cancelled: ${title}`, ...cancellation],
  })
  expect(Object.keys(mails()).sort()).toEqual(['ada', 'bob', 'desk', 'grace', 'room2'])
})

test('whoever is needed in spans reads these, and is not invited to the whole time', async () => {
  const owner = await world.provider({ name: 'Salon', kind: 'team', email: 'salon@example.com' })
  const stylist = await person('Dana', { timeZone: 'Europe/Berlin' })
  const chair = await person('Chair', { kind: 'equipment' })
  const spans = [
    { offsetMinutes: 0, durationMinutes: 45, label: 'Color' },
    { offsetMinutes: 80, durationMinutes: 30 },
  ]
  const type = await world.eventType({
    providerId: owner.id,
    title: 'Color',
    durationMinutes: undefined,
    slotStepMinutes: 30,
    requirements: [
      { name: 'stylist', providerIds: [stylist.id], count: 1, spans },
      { name: 'chair', providerIds: [chair.id], count: 1 },
    ],
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end: '17:00' }] }],
  })
  const booker = { name: 'Grace', email: 'grace@example.com' }
  const { booking } = await world.created(type.id, MONDAY_10, { booker })
  unwrap(await confirmBooking(world.deps, world.caller, booking.id))
  await work()
  const title = 'Color with Dana'
  const invitation = ['REQUEST', 'sequence 0', '20260427T100000Z']
  const invited = ['INDIVIDUAL grace', 'RESOURCE chair']
  expect(mails()).toEqual({
    grace: [`Confirmed: ${title}`, ...invitation, ...invited],
    dana: [`New booking: ${title}`],
    chair: [`New booking: ${title}`, ...invitation, ...invited],
    salon: [`New booking: ${title}`, ...invitation, ...invited],
  })
  expect(textTo('grace')).toContain('10:00–11:50')
  const when = textTo('dana').match(/^When: .*$/gm)
  expect(when).toEqual([
    'When: Monday, 27 April 2026, 12:00–12:45 (Europe/Berlin, GMT+2) · Color',
    'When: Monday, 27 April 2026, 13:20–13:50 (Europe/Berlin, GMT+2)',
  ])
  // The email about a state that is over by now says the same: it is made from the event.
  const startEpochSeconds = secondsOf('2026-04-27T12:00:00Z')
  unwrap(await rescheduleBooking(world.deps, world.caller, booking.id, { startEpochSeconds }))
  unwrap(await cancelBooking(world.deps, world.caller, booking.id, {}))
  await work()
  expect(textTo('dana').match(/1[0-9]:[0-9]{2}–1[0-9]:[0-9]{2}/g)).toContain('14:00–14:45')
})

test('a booking of several days brings an invitation to each of them', async () => {
  const teacher = await person('Edda', { timeZone: 'Europe/Berlin' })
  const morning = { offsetMinutes: 0, durationMinutes: 60 }
  const afternoon = { offsetMinutes: 240, durationMinutes: 60, label: 'Practice' }
  const days = [morning, { day: 1, ...morning }, { day: 1, ...afternoon }]
  const type = await world.eventType({
    providerId: teacher.id,
    title: 'Workshop',
    timeZone: 'Europe/Berlin',
    durationMinutes: undefined,
    slotStepMinutes: 60,
    requirements: [{ name: 'teacher', providerIds: [teacher.id], count: 1, spans: days }],
    availabilityRules: [
      { weekday: 'saturday', windows: [{ start: '09:00', end: '17:00' }] },
      { weekday: 'sunday', windows: [{ start: '09:00', end: '17:00' }] },
    ],
  })
  const booker = { name: 'Grace', email: 'grace@example.com' }
  // Clocks go back between the two days.
  const { booking } = await world.created(type.id, '2026-10-24T08:00:00Z', { booker })
  unwrap(await confirmBooking(world.deps, world.caller, booking.id))
  await work()
  const eventsTo = (name: string) => {
    const [mail] = smtp.mails.all.slice(seen).filter(({ to }) => to[0] === `${name}@example.com`)
    return mail?.calendars.map((text) =>
      text.match(/^(METHOD|UID|DTSTART|DTEND|SEQUENCE):.*$/gm)?.map((line) => line.trim()),
    )
  }
  const dayOf = (day: string, start: string, end: string, method = 'REQUEST', sequence = 0) => [
    `METHOD:${method}`,
    `UID:${booking.id}${day}@holdfast`,
    `DTSTART:${start}`,
    `DTEND:${end}`,
    `SEQUENCE:${sequence}`,
  ]
  const first = dayOf('', '20261024T080000Z', '20261024T090000Z')
  const second = dayOf('.d2', '20261025T090000Z', '20261025T140000Z')
  expect(eventsTo('grace')).toEqual([first, second])
  expect(eventsTo('edda')).toEqual([])
  const whenTo = (name: string) => textTo(name).match(/^When: .*$/gm)
  expect(whenTo('grace')).toEqual([
    'When: Saturday, 24 October 2026, 10:00–11:00 (Europe/Berlin, GMT+2)',
    'When: Sunday, 25 October 2026, 10:00–15:00 (Europe/Berlin, GMT+1)',
  ])
  expect(whenTo('edda')).toEqual([
    'When: Saturday, 24 October 2026, 10:00–11:00 (Europe/Berlin, GMT+2)',
    'When: Sunday, 25 October 2026, 10:00–11:00 (Europe/Berlin, GMT+1)',
    'When: Sunday, 25 October 2026, 14:00–15:00 (Europe/Berlin, GMT+1) · Practice',
  ])
  const file = unwrap(await getInvitation(world.deps, world.caller, booking.id, 'a@example.com'))
  expect([file.method, file.content.match(/^UID:.*/gm)?.length]).toEqual(['PUBLISH', 2])
  unwrap(await cancelBooking(world.deps, world.caller, booking.id, {}))
  await work()
  const gone = dayOf('.d2', '20261025T090000Z', '20261025T140000Z', 'CANCEL', 1)
  expect(eventsTo('grace')?.at(-1)).toEqual(gone)
})

test('a reassignment cancels for who leaves, invites who joins, and tells the others', async () => {
  const { id, bob } = await surgery()
  unwrap(await confirmBooking(world.deps, world.caller, id))
  await work()
  unwrap(await reassignBooking(world.deps, world.caller, id, { from: bob.id }))
  await work()
  const update = ['REQUEST', 'sequence 1', '20260427T100000Z', ...WITH_CLEO]
  expect(mails()).toEqual({
    grace: ['Updated: Surgery with Ada and Cleo', ...update],
    ada: ['Updated: Surgery with Ada and Cleo', ...update],
    room2: ['Updated: Surgery with Ada and Cleo', ...update],
    desk: ['Updated: Surgery with Ada and Cleo', ...update],
    cleo: ['New booking: Surgery with Ada and Cleo', ...update],
    bob: [
      'Reassigned: Surgery with Ada and Bob',
      'CANCEL',
      'sequence 1',
      '20260427T100000Z',
      'INDIVIDUAL bob',
    ],
  })
  expect(textTo('grace')).toMatch(/^Your booking is now with Ada, Cleo, Room 2\.\n/)
  expect(textTo('bob')).toMatch(/^This booking was given to someone else\./)
})

test('a move that changes people tells those who leave of the time that they knew', async () => {
  const { id, bob } = await surgery()
  unwrap(await confirmBooking(world.deps, world.caller, id))
  const own = await world.eventType({ providerId: bob.id })
  await world.book(own.id, '2026-04-27T12:00:00Z')
  await work()
  const startEpochSeconds = secondsOf('2026-04-27T12:00:00Z')
  unwrap(await rescheduleBooking(world.deps, world.caller, id, { startEpochSeconds }))
  await work()
  const update = ['REQUEST', 'sequence 1', '20260427T120000Z', ...WITH_CLEO]
  expect(mails()).toEqual({
    grace: ['New time: Surgery with Ada and Cleo', ...update],
    ada: ['New time: Surgery with Ada and Cleo', ...update],
    room2: ['New time: Surgery with Ada and Cleo', ...update],
    desk: ['New time: Surgery with Ada and Cleo', ...update],
    cleo: ['New booking: Surgery with Ada and Cleo', ...update],
    bob: [
      'Reassigned: Surgery with Ada and Bob',
      'CANCEL',
      'sequence 1',
      '20260427T100000Z',
      'INDIVIDUAL bob',
    ],
  })
  expect(textTo('grace')).toContain(
    'This booking has a new time. Your booking is now with Ada, Cleo, Room 2.',
  )
})

test('a booking whose event type gets requirements leaves its former provider when it moves', async () => {
  const former = await person('Former')
  const ada = await person('Ada')
  const type = await world.eventType({ providerId: former.id, title: 'Talk' })
  const booker = { name: 'Grace', email: 'grace@example.com' }
  const { booking } = await world.created(type.id, MONDAY_10, { booker })
  unwrap(await confirmBooking(world.deps, world.caller, booking.id))
  await work()
  const requirements = [{ name: 'speaker', providerIds: [ada.id], count: 1 }]
  unwrap(await updateEventType(world.deps, world.caller, type.id, { requirements }))
  const startEpochSeconds = secondsOf('2026-04-27T12:00:00Z')
  unwrap(await rescheduleBooking(world.deps, world.caller, booking.id, { startEpochSeconds }))
  await work()
  expect(
    Object.fromEntries(Object.entries(mails()).map(([to, [subject]]) => [to, subject])),
  ).toEqual({
    grace: 'New time: Talk with Ada',
    ada: 'New booking: Talk with Ada',
    former: 'Reassigned: Talk with Former',
  })
})

test('a hold that is reassigned tells nobody, and a request tells who answers it now', async () => {
  const held = await surgery()
  unwrap(await reassignBooking(world.deps, world.caller, held.id, { from: held.bob.id }))
  await work()
  expect(mails()).toEqual({})
  const request = await surgery({ confirmation: 'approval', slug: 'request', minNoticeMinutes: 0 })
  await work()
  expect(mails()).toMatchObject({
    grace: ['Request received: Surgery with Ada and Bob'],
    ada: ['Approval needed: Surgery with Ada and Bob'],
    bob: ['Approval needed: Surgery with Ada and Bob'],
  })
  unwrap(await reassignBooking(world.deps, world.caller, request.id, { from: request.bob.id }))
  await work()
  expect(mails()).toMatchObject({
    grace: ['Updated: Surgery with Ada and Cleo'],
    ada: ['Updated: Surgery with Ada and Cleo'],
    cleo: ['Approval needed: Surgery with Ada and Cleo'],
    bob: ['Reassigned: Surgery with Ada and Bob'],
  })
})

test('an email that failed arrives later, unless its reader is back in the booking', async () => {
  const { id, bob, cleo } = await surgery()
  unwrap(await confirmBooking(world.deps, world.caller, id))
  await work()
  smtp.behave(451)
  unwrap(await reassignBooking(world.deps, world.caller, id, { from: bob.id, to: cleo.id }))
  await work()
  smtp.behave(250)
  unwrap(await reassignBooking(world.deps, world.caller, id, { from: cleo.id, to: bob.id }))
  world.moveTo('2026-04-21T08:00:00Z')
  await work()
  // Only the emails of the second reassignment: those of the first are superseded.
  const sent = smtp.mails.all.slice(seen).map(({ to, subject }) => `${to[0]} ${subject}`)
  expect(sent.sort()).toEqual([
    'ada@example.com Updated: Surgery with Ada and Bob',
    'bob@example.com New booking: Surgery with Ada and Bob',
    'cleo@example.com Reassigned: Surgery with Ada and Cleo',
    'desk@example.com Updated: Surgery with Ada and Bob',
    'grace@example.com Updated: Surgery with Ada and Bob',
    'room2@example.com Updated: Surgery with Ada and Bob',
  ])
})

test('a cancellation that failed arrives later, though the booking was moved since', async () => {
  const { id, bob } = await surgery()
  unwrap(await confirmBooking(world.deps, world.caller, id))
  await work()
  smtp.behave(451)
  unwrap(await reassignBooking(world.deps, world.caller, id, { from: bob.id }))
  await work()
  smtp.behave(250)
  const startEpochSeconds = secondsOf('2026-04-27T12:00:00Z')
  unwrap(await rescheduleBooking(world.deps, world.caller, id, { startEpochSeconds }))
  world.clock.moveTo(world.clock.nowEpochMilliseconds() + 86_400_000)
  await work()
  const sent = smtp.mails.all.slice(seen).map(({ to, subject }) => `${to[0]} ${subject}`)
  expect(sent.filter((mail) => mail.startsWith('bob'))).toEqual([
    'bob@example.com Reassigned: Surgery with Ada and Bob',
  ])
  expect(sent).toHaveLength(6)
})
