import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSmtpMailer } from '../../src/adapters/mail/smtp-mailer.ts'
import { cancelBooking } from '../../src/booking/bookings/change-booking.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { issueProviderFeed } from '../../src/booking/providers/feed-token.ts'
import { cancelSession } from '../../src/booking/sessions/cancel-session.ts'
import { reassignSession } from '../../src/booking/sessions/reassign-session.ts'
import { rescheduleSession } from '../../src/booking/sessions/reschedule-session.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import type { Mailer } from '../../src/delivery/ports/mailer.ts'
import { readProviderFeed } from '../../src/external-calendars/provider-feed/read-feed.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { type BookingWorld, openBookingWorld, secondsOf, unwrap } from '../support/booking-world.ts'
import { classParties } from '../support/class-parties.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../support/smtp-receiver.ts'

const BEGIN = Date.parse('2026-04-20T08:00:00Z')
const NINE = '2026-04-27T09:00:00Z'
const ELEVEN = '2026-04-27T11:00:00Z'

let world: BookingWorld
let classes: ReturnType<typeof classParties>
let smtp: SmtpReceiver
let mailer: Mailer
/** The emails before the current step. */
let seen = 0
/** How many seconds have passed. */
let passed = 0

beforeAll(async () => {
  world = await openBookingWorld()
  classes = classParties(world)
  smtp = await startSmtpReceiver()
  mailer = createSmtpMailer(smtp.url, { fromAddress: 'mail@example.com' })
})
beforeEach(() => {
  passed = 0
  world.clock.moveTo(BEGIN)
})
afterAll(async () => {
  await mailer.close()
  await smtp.close()
  await world.close()
})

/** Sends the emails of all events so far, some seconds later. */
async function work() {
  passed += 5
  world.clock.moveTo(BEGIN + passed * 1000)
  seen = smtp.mails.all.length
  const deps = { ...world.deps, mailer, publicUrl: 'http://localhost:3000', random: () => 0 }
  const consumer = mailsConsumer(deps)
  await classes.follow()
  await relayOutbox(deps, { enqueue: enqueueFor(deps, [consumer]) }, 100)
  await runQueue(deps, consumer, { limit: 100, concurrency: 1 })
}

/** What an invitation says: its method, UID and start, and who is invited. */
function invitationIn(calendars: readonly string[]) {
  const [text] = calendars
  if (text === undefined) return []
  const lines = text.replace(/\r?\n /g, '').split(/\r?\n/)
  const value = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.split(':')[1]
  const attendees = lines.flatMap((line) => /^ATTENDEE;.*:mailto:(.+)/.exec(line)?.[1] ?? [])
  return [value('METHOD'), value('UID'), value('DTSTART'), ...attendees]
}

/** The emails of the last step: to whom, the subject, and what the invitation says. */
const mails = () =>
  smtp.mails.all
    .slice(seen)
    .map(({ to, subject, calendars }) => [to[0], subject, ...invitationIn(calendars)])
    .sort((a, b) => (String(a) < String(b) ? -1 : 1))

const ada = { name: 'Ada', email: 'ada@example.com' }
const bob = { name: 'Bob', email: 'bob@example.com' }

/** A class of a teacher with an address of their own. */
async function yoga(name: string) {
  const teacher = await world.provider({ name, email: `${name.toLowerCase()}@example.com` })
  const type = await classes.type({ providerId: teacher.id })
  const at = (start: string) => ({ eventTypeId: type.id, startEpochSeconds: secondsOf(start) })
  return { type, at, uid: `${type.id}@${secondsOf(NINE)}@holdfast` }
}

test('the teacher gets one invitation of a class, and each party its own that names nobody else', async () => {
  const { type, uid } = await yoga('Tara')
  const first = await classes.party(type, NINE, { booker: ada, seats: 2 })
  await work()
  const title = 'Yoga with Tara'
  expect(mails()).toEqual([
    [
      'ada@example.com',
      `Confirmed: ${title}`,
      'REQUEST',
      `${first.id}@holdfast`,
      '20260427T090000Z',
      'ada@example.com',
    ],
    [
      'tara@example.com',
      `New booking: ${title}`,
      'REQUEST',
      uid,
      '20260427T090000Z',
      'tara@example.com',
    ],
  ])
  const second = await classes.party(type, NINE, { booker: bob })
  await work()
  expect(mails()).toEqual([
    [
      'bob@example.com',
      `Confirmed: ${title}`,
      'REQUEST',
      `${second.id}@holdfast`,
      '20260427T090000Z',
      'bob@example.com',
    ],
    ['tara@example.com', `New booking: ${title}`],
  ])
  const toBob = smtp.mails.all.filter(({ to }) => to[0] === 'bob@example.com')
  expect(toBob.map((mail) => /ada@|Ada/.test(JSON.stringify(mail)))).toEqual([false])
  unwrap(await cancelBooking(world.deps, world.caller, first.id, {}))
  await work()
  expect(mails().at(-1)).toEqual(['tara@example.com', `Cancelled: ${title}`])
  unwrap(await cancelBooking(world.deps, world.caller, second.id, {}))
  await work()
  expect(mails().at(-1)).toEqual([
    ...['tara@example.com', `Cancelled: ${title}`],
    ...['CANCEL', uid, '20260427T090000Z', 'tara@example.com'],
  ])
  await classes.party(type, NINE, { booker: ada })
  await work()
  expect(mails().at(-1)?.slice(2, 4)).toEqual(['REQUEST', uid])
})

test('a class that is moved and then cancelled is one email each for the teacher, about one calendar entry', async () => {
  const { type, at, uid } = await yoga('Uma')
  await classes.party(type, NINE, { booker: ada })
  await classes.party(type, NINE, { booker: bob })
  await work()
  unwrap(await rescheduleSession(world.deps, world.caller, at(NINE), secondsOf(ELEVEN)))
  await work()
  const toUma = () => mails().filter(([to]) => to === 'uma@example.com')
  expect(mails().map(([to]) => to)).toEqual([
    'ada@example.com',
    'bob@example.com',
    'uma@example.com',
  ])
  expect(toUma()).toEqual([
    [
      'uma@example.com',
      'Class moved: Yoga with Uma',
      'REQUEST',
      uid,
      '20260427T110000Z',
      'uma@example.com',
    ],
  ])
  unwrap(await cancelSession(world.deps, world.caller, at(ELEVEN), 'The room is closed.'))
  await work()
  expect(mails().map(([to]) => to)).toEqual([
    'ada@example.com',
    'bob@example.com',
    'uma@example.com',
  ])
  expect(toUma()).toEqual([
    [
      'uma@example.com',
      'Class cancelled: Yoga with Uma',
      'CANCEL',
      uid,
      '20260427T110000Z',
      'uma@example.com',
    ],
  ])
  const texts = smtp.mails.all.slice(seen).map(({ text }) => text.includes('The room is closed.'))
  expect(texts).toEqual([true, true, true])
})

/** UID, SEQUENCE and start of each event in a calendar. */
const entriesIn = (text: string) =>
  text
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) =>
      ['UID', 'SEQUENCE', 'DTSTART'].map(
        (name) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(event)?.[1],
      ),
    )

test('the feed of a teacher has the UID and SEQUENCE of the last invitation of a class', async () => {
  const { type, at, uid } = await yoga('Wim')
  const { deps, caller } = world
  const { token } = unwrap(await issueProviderFeed(deps, caller, type.providerId))
  const feed = async () => entriesIn(unwrap(await readProviderFeed(deps, type.providerId, token)))
  const toWim = () =>
    entriesIn(
      smtp.mails.all.findLast(({ to, calendars }) => to[0] === 'wim@example.com' && calendars[0])
        ?.calendars[0] ?? '',
    )
  const first = await classes.party(type, NINE, { booker: ada })
  await work()
  const invited = toWim()
  // The seconds from 1 January 2026 to 20 April, 8:00.
  expect(invited).toEqual([[uid, '9446400', '20260427T090000Z']])
  expect(await feed()).toEqual(invited)
  const second = await classes.party(type, NINE, { booker: bob })
  await work()
  expect([toWim(), await feed()]).toEqual([invited, invited])
  unwrap(await rescheduleSession(deps, caller, at(NINE), secondsOf(ELEVEN)))
  // Nothing has followed the class yet.
  const moved = [[uid, '9446410', '20260427T110000Z']]
  expect(await feed()).toEqual(moved)
  await work()
  expect([toWim(), await feed()]).toEqual([moved, moved])
  unwrap(await rescheduleSession(deps, caller, at(ELEVEN), secondsOf(NINE)))
  await work()
  const back = [[uid, '9446415', '20260427T090000Z']]
  expect([toWim(), await feed()]).toEqual([back, back])
  for (const { id } of [first, second]) unwrap(await cancelBooking(deps, caller, id, {}))
  await work()
  expect([toWim(), await feed()]).toEqual([[[uid, '9446420', '20260427T090000Z']], []])
})

test('a class that is given to somebody else leaves one calendar and enters another', async () => {
  const [zoe, yan] = [
    await world.provider({ name: 'Zoe', email: 'zoe@example.com' }),
    await world.provider({ name: 'Yan', email: 'yan@example.com' }),
  ]
  const team = await world.provider({ name: 'Studio', kind: 'team' })
  const requirements = [
    { name: 'teacher', providerIds: [zoe.id, yan.id], count: 1, choice: 'priority' as const },
  ]
  const type = await classes.type({ providerId: team.id, requirements })
  await classes.party(type, NINE, { booker: ada })
  await classes.party(type, NINE, { booker: bob })
  await work()
  const toZoe = mails().filter(([to]) => to === 'zoe@example.com')
  expect(toZoe.map((mail) => mail[2]).sort()).toEqual(['REQUEST', undefined])
  // Only its own party: a provider would get an entry for each party.
  expect(mails()[0]?.slice(5)).toEqual(['ada@example.com'])
  const at = { eventTypeId: type.id, startEpochSeconds: secondsOf(NINE) }
  unwrap(await reassignSession(world.deps, world.caller, at, {}))
  await work()
  const uid = `${type.id}@${secondsOf(NINE)}@holdfast`
  expect(mails().slice(2)).toEqual([
    [
      'yan@example.com',
      'Class assigned: Yoga with Yan',
      'REQUEST',
      uid,
      '20260427T090000Z',
      'yan@example.com',
    ],
    [
      'zoe@example.com',
      'Class reassigned: Yoga with Yan',
      'CANCEL',
      uid,
      '20260427T090000Z',
      'zoe@example.com',
    ],
  ])
  const calendarTo = (name: string) =>
    smtp.mails.all.findLast(({ to }) => to[0] === `${name}@example.com`)?.calendars[0]
  expect(calendarTo('yan')).toContain('STATUS:CONFIRMED')
  expect(calendarTo('zoe')).not.toContain('STATUS')
  expect(
    mails()
      .slice(0, 2)
      .map(([to]) => to),
  ).toEqual(['ada@example.com', 'bob@example.com'])
})

test('a party that moves by itself ends the class that it leaves empty', async () => {
  const { type, uid } = await yoga('Vera')
  const party = await classes.party(type, NINE, { booker: ada })
  await work()
  const input = { startEpochSeconds: secondsOf(ELEVEN) }
  unwrap(await rescheduleBooking(world.deps, world.caller, party.id, input))
  await work()
  expect(
    mails()
      .slice(1)
      .map((mail) => mail.slice(0, 4)),
  ).toEqual([
    ['vera@example.com', 'Class empty: Yoga with Vera', 'CANCEL', uid],
    [
      'vera@example.com',
      'New time: Yoga with Vera',
      'REQUEST',
      `${type.id}@${secondsOf(ELEVEN)}@holdfast`,
    ],
  ])
})
