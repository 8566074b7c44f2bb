import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { cancelBooking, confirmBooking } from '../../booking/bookings/change-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { updateBooking } from '../../booking/bookings/update-booking.ts'
import { cancelBookingGroup, confirmBookingGroup } from '../../booking/groups/change-group.ts'
import { createBookingGroup } from '../../booking/groups/create-group.ts'
import type { GroupInput } from '../../booking/groups/group-input.ts'
import { rescheduleBookingGroup } from '../../booking/groups/move-group.ts'
import { enqueueFor, runQueue } from '../../kernel/queue/queue.ts'
import { relayOutbox } from '../events/relay.ts'
import type { Mail, Mailer } from '../ports/mailer.ts'
import { mailsConsumer } from './mails.ts'

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
      fields: {},
      isOverride: false,
      ...more,
    }),
  )
}

test('a confirmed group sends one email to each reader, with one file of all bookings', async () => {
  const { group, bookings, manageToken } = await weekly(3, 'hold', {
    fields: { guests: [{ email: 'guest@example.com' }] },
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
      '-- ',
      'You receive this email because this address was used for a booking with first account.',
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

test('a moved group is one email to each reader, with the time before and after of each booking', async () => {
  const { group, manageToken } = await weekly(2, 'instant', {
    fields: { guests: [{ email: 'guest@example.com' }] },
  })
  await work()
  const to = { shiftMinutes: 1440 + 60 }
  unwrap(await rescheduleBookingGroup(world.deps, world.caller, group.id, { to }))
  expect(await work()).toEqual([
    ['ada@example.com', 'New time: Check-up with Tara (×2)', ['PUBLISH', 2]],
    ['guest@example.com', 'New time: Check-up with Tara (×2)', ['PUBLISH', 2]],
    ['tara@example.com', 'New time: Check-up with Tara (×2)', ['PUBLISH', 2]],
  ])
  expect(textTo('ada@example.com')).toEqual([
    'These bookings were moved.',
    [
      'What: Check-up with Tara',
      'When: Tuesday, 28 April 2026, 10:00–11:00 (UTC, GMT)',
      'Previous time: Monday, 27 April 2026, 09:00–10:00 (UTC, GMT)',
      'When: Tuesday, 5 May 2026, 10:00–11:00 (UTC, GMT)',
      'Previous time: Monday, 4 May 2026, 09:00–10:00 (UTC, GMT)',
      'With: Tara',
    ].join('\n'),
  ])
  const toBooker = sent.find(({ to }) => to.address === 'ada@example.com')
  expect(toBooker?.text).toContain(`http://localhost:3000/manage/${group.id}#${manageToken}`)
  expect(toBooker?.invitation?.content.match(/SEQUENCE:1\r/g)).toHaveLength(2)
})

test('whoever loses bookings to somebody else by the move of a group hears of each of them', async () => {
  const [tara, ulf] = await Promise.all(
    ['Tara', 'Ulf'].map((name) => world.provider({ name, email: `${name}@example.com` })),
  )
  const type = await world.eventType({
    providerId: (await world.provider({ kind: 'team' })).id,
    confirmation: 'instant',
    requirements: [
      {
        name: 'doctor',
        providerIds: [tara?.id ?? '', ulf?.id ?? ''],
        count: 1,
        choice: 'priority',
      },
    ],
  })
  const recurrence = { frequency: 'daily', count: 2 } as const
  const { group } = unwrap(
    await createBookingGroup(world.deps, world.caller, {
      items: [{ eventTypeId: type.id, startEpochSeconds: secondsOf(FIRST), recurrence }],
      onConflict: 'refuse',
      booker: { name: 'Ada', email: 'ada@example.com' },
      fields: {},
      isOverride: false,
    }),
  )
  const own = await world.eventType({ providerId: tara?.id ?? '', confirmation: 'hold' })
  for (const day of ['27', '28']) await world.created(own.id, `2026-04-${day}T11:00:00Z`)
  await work()
  unwrap(
    await rescheduleBookingGroup(world.deps, world.caller, group.id, { to: { shiftMinutes: 120 } }),
  )
  const mails = await work()
  expect(mails.map(([to, subject]) => [to, subject])).toEqual([
    ['Tara@example.com', 'Reassigned: Check-up with Tara'],
    ['Tara@example.com', 'Reassigned: Check-up with Tara'],
    ['Ulf@example.com', 'New booking: Check-up with Ulf (×2)'],
    ['ada@example.com', 'New time: Check-up with Ulf (×2)'],
  ])
})

/** The text of the email to an address, from its first line to its table's last. */
const textTo = (address: string) =>
  sent
    .find(({ to }) => to.address === address)
    ?.text.split('\n\n')
    .slice(0, 2)

/** A check-up on 27 April and a massage on the day after, of one booker. */
async function pair(locale = 'en', confirmation: 'approval' | 'instant' = 'approval') {
  const tara = await world.provider({ name: 'Tara', email: 'tara@example.com' })
  const mia = await world.provider({ name: 'Mia', email: 'mia@example.com' })
  const checkUp = await world.eventType({ providerId: tara.id, confirmation: 'instant' })
  const massage = await world.eventType({
    providerId: mia.id,
    confirmation,
    title: 'Massage',
  })
  const made = unwrap(
    await createBookingGroup(world.deps, world.caller, {
      items: [
        { eventTypeId: checkUp.id, startEpochSeconds: secondsOf(FIRST) },
        { eventTypeId: massage.id, startEpochSeconds: secondsOf('2026-04-28T09:00:00Z') },
      ],
      onConflict: 'refuse',
      booker: { name: 'Ada', email: 'ada@example.com', locale },
      fields: {},
      isOverride: false,
    }),
  )
  const [first, second] = made.bookings.map(({ id }) => id)
  return { ...made, first: first ?? '', second: second ?? '' }
}

test('an email about one booking of a group names the others to its booker, and says that they stay', async () => {
  const { first, second } = await pair()
  await work()
  expect(textTo('ada@example.com')).toEqual([
    'Your booking is confirmed.',
    [
      'What: Check-up with Tara',
      'When: Monday, 27 April 2026, 09:00–10:00 (UTC, GMT)',
      'With: Tara',
      'Also booked: Tuesday, 28 April 2026, 09:00–10:00 (UTC, GMT)',
      '  Massage with Mia',
    ].join('\n'),
  ])
  expect(textTo('tara@example.com')?.join()).not.toContain('Massage')
  unwrap(await confirmBooking(world.deps, world.caller, second))
  await work()
  expect(textTo('ada@example.com')?.[1]).toContain(
    'Also booked: Monday, 27 April 2026, 09:00–10:00 (UTC, GMT)\n  Check-up with Tara',
  )
  const moved = { startEpochSeconds: secondsOf('2026-04-29T09:00:00Z') }
  unwrap(await rescheduleBooking(world.deps, world.caller, second, moved))
  await work()
  expect(textTo('ada@example.com')).toEqual([
    'This booking has a new time. The other bookings that you made at the same time stay as they are.',
    expect.stringContaining('\nAlso booked: Monday, 27 April 2026, 09:00'),
  ])
  expect(textTo('mia@example.com')?.join()).not.toMatch(/other|Also/)
  unwrap(await cancelBooking(world.deps, world.caller, first, {}))
  await work()
  expect(textTo('ada@example.com')).toEqual([
    'This booking was cancelled. The other bookings that you made at the same time stay as they are.',
    expect.stringContaining('\nAlso booked: Wednesday, 29 April 2026, 09:00'),
  ])
  unwrap(await cancelBooking(world.deps, world.caller, second, {}))
  await work()
  expect(textTo('ada@example.com')).toEqual([
    'This booking was cancelled.',
    expect.not.stringContaining('Also booked'),
  ])
})

test('each provider of a group gets an email', async () => {
  await pair('en', 'instant')
  expect(await work()).toEqual([
    ['ada@example.com', 'Confirmed: Check-up with Tara (×2)', ['PUBLISH', 2]],
    ['mia@example.com', 'New booking: Massage with Mia', ['REQUEST', 1]],
    ['tara@example.com', 'New booking: Check-up with Tara', ['REQUEST', 1]],
  ])
})

test('an email about some bookings of a group names the rest', async () => {
  const { group } = await weekly(3, 'instant')
  await work()
  const fromEpochSeconds = secondsOf('2026-05-04T09:00:00Z')
  unwrap(await cancelBookingGroup(world.deps, world.caller, group.id, { fromEpochSeconds }))
  await work()
  expect(textTo('ada@example.com')).toEqual([
    'These bookings were cancelled. The other bookings that you made at the same time stay as they are.',
    expect.stringMatching(
      /\nAlso booked: Monday, 27 April 2026, 09:00[^\n]*\n {2}Check-up with Tara$/,
    ),
  ])
})

test('a booking of a group that was given to another address neither names the others nor is named', async () => {
  const { group, first, second } = await pair()
  await work()
  const given = { booker: { email: 'bob@example.com' } }
  unwrap(await updateBooking(world.deps, world.caller, first, given))
  await work()
  expect(textTo('bob@example.com')?.join()).not.toContain('Massage')
  unwrap(await confirmBooking(world.deps, world.caller, second))
  await work()
  expect(textTo('ada@example.com')?.join()).not.toContain('Check-up')
  const third = await weekly(3, 'instant')
  for (const { id } of third.bookings.slice(1)) {
    unwrap(await updateBooking(world.deps, world.caller, id, given))
  }
  await work()
  unwrap(await cancelBookingGroup(world.deps, world.caller, third.group.id, {}))
  expect((await work()).filter(([to]) => to === 'bob@example.com')).toEqual([
    ['bob@example.com', 'Cancelled: Check-up with Tara', ['CANCEL', 1]],
    ['bob@example.com', 'Cancelled: Check-up with Tara', ['CANCEL', 1]],
  ])
  const toBob = sent.filter(({ to }) => to.address === 'bob@example.com').map(({ text }) => text)
  expect(toBob.join()).not.toMatch(/Also booked|manage\/grp_/)
  expect(group.id).not.toBe(third.group.id)
})

test('the others of a group are named in the language of the booker', async () => {
  const { first } = await pair('de-AT')
  unwrap(await cancelBooking(world.deps, world.caller, first, {}))
  await work()
  const mails = sent.filter(({ to }) => to.address === 'ada@example.com').map(({ text }) => text)
  expect(mails.find((text) => text.includes('unverändert'))).toContain(
    'Die anderen Termine, die Sie gleichzeitig gebucht haben, bleiben unverändert.',
  )
  expect(mails.join()).toContain('Außerdem gebucht: Dienstag, 28. April 2026')
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
