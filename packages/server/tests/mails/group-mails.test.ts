import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelBooking } from '../../src/booking/bookings/change-booking.ts'
import { cancelBookingGroup, confirmBookingGroup } from '../../src/booking/groups/change-group.ts'
import { createBookingGroup } from '../../src/booking/groups/create-group.ts'
import type { GroupInput } from '../../src/booking/groups/group-input.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import type { Mail, Mailer } from '../../src/delivery/ports/mailer.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../support/booking-world.ts'

const FIRST = '2026-04-27T09:00:00Z'

let world: BookingWorld
const sent: Mail[] = []
const mailer: Mailer = {
  fromAddress: 'mail@example.com',
  async send(mail) {
    sent.push(mail)
    return { kind: 'sent' }
  },
  close: async () => undefined,
}

beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => {
  world.moveTo(NOW)
  sent.length = 0
})
afterAll(() => world.close())

/** Sends all emails that are due; answers to whom, their subjects, and how many events their files have. */
async function work() {
  sent.length = 0
  const deps = { ...world.deps, mailer, publicUrl: 'http://localhost:3000', random: () => 0 }
  const consumer = mailsConsumer(deps)
  await relayOutbox(deps, { enqueue: enqueueFor(deps, [consumer]) }, 100)
  await runQueue(deps, consumer, { limit: 100, concurrency: 1 })
  return sent
    .map(({ to, subject, invitation }) => [
      to.address,
      subject,
      invitation && [invitation.method, invitation.content.split('BEGIN:VEVENT').length - 1],
    ])
    .sort((a, b) => (String(a) < String(b) ? -1 : 1))
}

async function weekly(
  count: number,
  confirmation: 'hold' | 'instant' | 'approval',
  more: Partial<GroupInput> = {},
) {
  const provider = await world.provider({ name: 'Tara', email: 'tara@example.com' })
  const type = await world.eventType({ providerId: provider.id, confirmation })
  const recurrence = { frequency: 'weekly', count } as const
  return unwrap(
    await createBookingGroup(world.deps, world.caller, {
      items: [{ eventTypeId: type.id, startEpochSeconds: secondsOf(FIRST), recurrence }],
      onConflict: 'refuse',
      booker: { name: 'Ada', email: 'ada@example.com' },
      told: {},
      isOverride: false,
      ...more,
    }),
  )
}

test('a confirmed group sends one email to each reader, with one file of all bookings', async () => {
  const { group, bookings, manageToken } = await weekly(3, 'hold', {
    told: { guests: [{ email: 'guest@example.com' }] },
  })
  expect(await work()).toEqual([])
  unwrap(await confirmBookingGroup(world.deps, world.caller, group.id))
  expect(await work()).toEqual([
    ['ada@example.com', 'Confirmed: Check-up with Tara (×3)', ['PUBLISH', 3]],
    ['guest@example.com', 'Invitation: Check-up with Tara (×3)', ['PUBLISH', 3]],
    ['tara@example.com', 'New booking: Check-up with Tara (×3)', ['PUBLISH', 3]],
  ])
  const toBooker = sent.find(({ to }) => to.address === 'ada@example.com')
  expect(toBooker?.text).toBe(
    [
      'Your bookings are confirmed.',
      '',
      'What: Check-up with Tara',
      'When: Monday, 27 April 2026, 09:00–10:00 (UTC, GMT)',
      'When: Monday, 4 May 2026, 09:00–10:00 (UTC, GMT)',
      'When: Monday, 11 May 2026, 09:00–10:00 (UTC, GMT)',
      'With: Tara',
      '',
      `View, reschedule or cancel: http://localhost:3000/manage/${group.id}#${manageToken}`,
      '',
    ].join('\n'),
  )
  const lines = toBooker?.invitation?.content.split('\r\n') ?? []
  expect(lines.filter((line) => line.startsWith('UID:'))).toEqual(
    bookings.map(({ id }) => `UID:${id}@holdfast`),
  )
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([])
})

test('a cancelled part of a group is one email, and a booking that is cancelled alone another', async () => {
  const { group, bookings } = await weekly(3, 'instant')
  expect((await work()).map(([, subject]) => subject)).toEqual([
    'Confirmed: Check-up with Tara (×3)',
    'New booking: Check-up with Tara (×3)',
  ])
  const fromEpochSeconds = secondsOf('2026-05-04T09:00:00Z')
  unwrap(await cancelBookingGroup(world.deps, world.caller, group.id, { fromEpochSeconds }))
  expect(await work()).toEqual([
    ['ada@example.com', 'Cancelled: Check-up with Tara (×2)', ['PUBLISH', 2]],
    ['tara@example.com', 'Cancelled: Check-up with Tara (×2)', ['PUBLISH', 2]],
  ])
  const content = sent[0]?.invitation?.content ?? ''
  expect(content.match(/STATUS:CANCELLED/g)).toHaveLength(2)
  unwrap(await cancelBooking(world.deps, world.caller, bookings[0]?.id ?? '', {}))
  expect(await work()).toEqual([
    ['ada@example.com', 'Cancelled: Check-up with Tara', ['CANCEL', 1]],
    ['tara@example.com', 'Cancelled: Check-up with Tara', ['CANCEL', 1]],
  ])
})

test('the provider answers each request of a group by a link of its own', async () => {
  const { bookings } = await weekly(2, 'approval')
  expect(await work()).toEqual([
    ['ada@example.com', 'Request received: Check-up with Tara (×2)', undefined],
    ['tara@example.com', 'Approval needed: Check-up with Tara (×2)', undefined],
  ])
  const toProvider = sent.find(({ to }) => to.address === 'tara@example.com')
  const links = toProvider?.text.match(/decide\/bkg_\w+#token=[^&]+&action=\w+/g) ?? []
  expect(links.map((link) => [/bkg_\w+/.exec(link)?.[0], /action=(\w+)/.exec(link)?.[1]])).toEqual(
    bookings.flatMap(({ id }) => [
      [id, 'approve'],
      [id, 'decline'],
    ]),
  )
})

test('a group of one booking sends the emails of that booking', async () => {
  await weekly(1, 'instant')
  expect(await work()).toEqual([
    ['ada@example.com', 'Confirmed: Check-up with Tara', ['REQUEST', 1]],
    ['tara@example.com', 'New booking: Check-up with Tara', ['REQUEST', 1]],
  ])
})

test('each booking of a group asks by an email of its own for a proof of the address', async () => {
  const { bookings } = await weekly(2, 'instant', { requiresEmailProof: true })
  expect(bookings.map(({ emailUnconfirmed }) => emailUnconfirmed)).toEqual([true, true])
  const subject = 'Please confirm: Check-up with Tara'
  expect(await work()).toEqual([
    ['ada@example.com', subject, undefined],
    ['ada@example.com', subject, undefined],
  ])
})
