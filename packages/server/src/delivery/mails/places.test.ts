import type { Booking } from '@holdfast/engine'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startVendor, type Vendor } from '../../../tests/connections/calendar-sync-support.ts'
import { TEN, teamSetting } from '../../../tests/connections/team-calendar-setting.ts'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createOutboundHttp } from '../../adapters/outbound/outbound-http.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { updateBooking } from '../../booking/bookings/update-booking.ts'
import { calendarSyncConsumer } from '../../external-calendars/calendar-sync/calendar-sync-consumer.ts'
import { enqueueFor, runQueue } from '../../kernel/queue/queue.ts'
import { relayOutbox } from '../events/relay.ts'
import type { Mail, Mailer } from '../ports/mailer.ts'
import { getInvitation } from './booking-context.ts'
import { mailsConsumer } from './mails.ts'

const MEET_1 = 'https://meet.google.com/aaa-bbbb-001'
const GRACE = 'grace@example.org'
const GUEST = { name: 'Max', email: 'max@example.org' }

describe('emails about where a booking takes place', () => {
  const outbound = createOutboundHttp({ allowPrivateNetwork: true })
  const sent: Mail[] = []
  const mailer: Mailer = {
    fromAddress: 'mail@example.com',
    send: async (mail) => {
      sent.push(mail)
      return { kind: 'sent' }
    },
    close: async () => {},
  }
  let opened: TestStore
  let google: Vendor
  let outlook: Vendor
  let on: Awaited<ReturnType<typeof teamSetting>>
  beforeAll(async () => {
    opened = await openTestStore()
  })
  beforeEach(async () => {
    google = await startVendor('google', outbound)
    outlook = await startVendor('outlook', outbound)
    on = await teamSetting(opened, google, outlook)
    sent.length = 0
    return async () => {
      await google.server.close()
      await outlook.server.close()
    }
  })
  afterAll(async () => {
    await outbound.close()
    await opened.close()
  })

  /** Publishes events and runs the consumers named; answers the emails that were sent. */
  const run = async (...names: readonly ('mails' | 'mirrors')[]) => {
    const from = sent.length
    const publicCaps = { mails: 2, movedMails: 5 }
    const deps = { ...on.deps, publicCaps, mailer, publicUrl: 'http://localhost:3000' }
    const consumers = [mailsConsumer(deps), calendarSyncConsumer(deps)]
    await relayOutbox(deps, { enqueue: enqueueFor(deps, consumers) }, 100)
    for (const consumer of consumers.filter(({ name }) => names.some((each) => each === name))) {
      await runQueue(deps, consumer, { limit: 100, concurrency: 1 })
    }
    await relayOutbox(deps, { enqueue: enqueueFor(deps, consumers) }, 100)
    return sent.slice(from)
  }
  const pass = (seconds: number) =>
    on.clock.moveTo(on.clock.nowEpochMilliseconds() + seconds * 1000)
  const summary = (mails: readonly Mail[]) =>
    mails.map(({ to, subject }) => `${to.address}: ${subject}`)
  const to = (mails: readonly Mail[], address: string): Mail => {
    const mail = mails.find((each) => each.to.address === address)
    if (mail === undefined) throw new Error(`no email to ${address}`)
    return mail
  }
  const invited = (mail: Mail) => {
    const calendar = new ICAL.Component(ICAL.parse(mail.invitation?.content ?? ''))
    const event = calendar.getFirstSubcomponent('vevent') as ICAL.Component
    const value = (name: string) => event.getFirstPropertyValue(name)
    const attendees = event
      .getAllProperties('attendee')
      .map((each) => `${each.getFirstValue()} ${each.getFirstParameter('partstat')}`)
    return {
      method: calendar.getFirstPropertyValue('method'),
      status: value('status'),
      sequence: value('sequence'),
      location: value('location'),
      url: value('url'),
      description: value('description'),
      attendees,
    }
  }
  const withMeet = async () => {
    await on.connect(on.ada, google)
    return await on.typeOf(on.ada, {
      confirmation: 'instant',
      locations: [{ kind: 'google_meet' }],
    })
  }
  const book = async (typeId: string, fields: object = {}, more: Partial<Booking> = {}) =>
    unwrap(
      await createBooking(on.deps, on.caller, {
        target: { eventTypeId: typeId },
        startEpochSeconds: TEN,
        booker: { name: 'Grace', email: GRACE },
        fields,
        ...more,
      }),
    ).booking

  test('the confirmation waits for the link of a conference, and carries the latest invitation', async () => {
    const booking = await book((await withMeet()).id)
    expect(await run('mails')).toEqual([])
    await run('mirrors')
    pass(3)
    const mails = await run('mails')
    expect(summary(mails)).toEqual([`${GRACE}: Confirmed: Surgery with Ada`])
    const mail = to(mails, GRACE)
    expect(mail.text).toContain(`Where: Google Meet\n  ${MEET_1}\n`)
    expect(mail.text).toContain(`Join: ${MEET_1}\n`)
    expect(invited(mail)).toMatchObject({
      method: 'REQUEST',
      sequence: 1,
      location: MEET_1,
      url: MEET_1,
      description: `Join: ${MEET_1}`,
    })
    const current = unwrap(await getInvitation(on.deps, on.caller, booking.id, mailer.fromAddress))
    expect(mail.invitation).toEqual(current)
    // The link itself is no news any more.
    pass(3)
    expect(await run('mails', 'mirrors')).toEqual([])
  })

  test('a confirmation without the link says that it follows, and the link is sent when it comes', async () => {
    google.server.conferences = { afterReads: 1 }
    await book((await withMeet()).id)
    await run('mirrors', 'mails')
    pass(61)
    const mails = await run('mails')
    expect(summary(mails)).toEqual([`${GRACE}: Confirmed: Surgery with Ada`])
    const text = 'Google Meet\n  The link to join follows by email.'
    expect(to(mails, GRACE).text).toContain(`Where: ${text}`)
    expect(invited(to(mails, GRACE))).toMatchObject({ sequence: 0, location: 'Google Meet' })
    await run('mirrors')
    const later = await run('mails')
    expect(summary(later)).toEqual([`${GRACE}: Link to join: Surgery with Ada`])
    expect(invited(to(later, GRACE))).toMatchObject({ sequence: 1, url: MEET_1 })
    pass(3)
    expect(await run('mails', 'mirrors')).toEqual([])
  })

  test('without a calendar that creates the link, nobody waits for it', async () => {
    const type = await on.typeOf(on.ada, {
      confirmation: 'instant',
      locations: [{ kind: 'in_person', address: 'Seestraße 1', label: 'Practice' }],
    })
    const booking = await book(type.id)
    expect(to(await run('mails'), GRACE).text).toContain('Where: Practice, Seestraße 1\n')
    pass(60)
    unwrap(await updateBooking(on.deps, on.caller, booking.id, { location: { kind: 'teams' } }))
    const mails = await run('mails')
    expect(summary(mails)).toEqual([`${GRACE}: New place: Surgery with Ada`])
    expect(to(mails, GRACE).text).toContain('The link to join follows by email.')
    expect(invited(to(mails, GRACE))).toMatchObject({ sequence: 1, location: 'Microsoft Teams' })
  })

  test('a change of another detail is no news about the place', async () => {
    const type = await on.typeOf(on.ada, { confirmation: 'instant' })
    const booking = await book(type.id)
    const [mail] = await run('mails')
    expect(mail?.text).not.toContain('Where')
    expect(mail && invited(mail).location).toBeNull()
    unwrap(await updateBooking(on.deps, on.caller, booking.id, { note: 'Later' }))
    expect(await run('mails')).toEqual([])
  })

  test('a booking without a location costs its emails no read more', async () => {
    const keysOf = async (typeId: string, startEpochSeconds: number) => {
      await book(typeId, {}, { startEpochSeconds })
      const { store } = on.deps
      const read: string[] = []
      const counting: typeof store = {
        ...store,
        get: (key, options) => {
          read.push(key.SK)
          return store.get(key, options)
        },
        getMany: (keys, options) => {
          read.push(...keys.map(({ SK }) => SK))
          return store.getMany(keys, options)
        },
        query: (request) => {
          read.push(String(request.from))
          return store.query(request)
        },
        transact: (writes, token) => store.transact(writes, token),
      }
      const deps = { ...on.deps, store: counting, mailer, publicUrl: 'http://localhost:3000' }
      await relayOutbox(on.deps, { enqueue: enqueueFor(on.deps, [mailsConsumer(deps)]) }, 100)
      read.length = 0
      await runQueue(on.deps, mailsConsumer(deps), { limit: 100, concurrency: 1 })
      return read.filter((key) => key.startsWith('CONNECTION') || key.includes('without_link'))
    }
    const plain = await on.typeOf(on.ada, { confirmation: 'instant' })
    expect(await keysOf(plain.id, TEN)).toEqual([])
    const meet = await withMeet()
    expect(await keysOf(meet.id, TEN + 7200)).toEqual(['CONNECTION#'])
  })

  test('each guest gets an email of their own, without a link to manage the booking', async () => {
    const type = await on.typeOf(on.ada, {
      confirmation: 'instant',
      locations: [{ kind: 'link', url: 'https://example.com/room' }],
    })
    const booking = await book(type.id, { guests: [GUEST, { email: 'eve@example.org' }] })
    const first = await run('mails')
    expect(summary(first)).toEqual([
      `${GRACE}: Confirmed: Surgery with Ada`,
      'max@example.org: Invitation: Surgery with Ada',
      'eve@example.org: Invitation: Surgery with Ada',
    ])
    const mail = to(first, GUEST.email)
    expect(mail.to).toEqual({ name: 'Max', address: 'max@example.org' })
    expect(mail.text).toContain('Join: https://example.com/room')
    expect(mail.text).not.toContain('/manage/')
    expect(mail.html).not.toContain('/manage/')
    expect(invited(mail).attendees).toEqual([
      'mailto:grace@example.org ACCEPTED',
      'mailto:max@example.org NEEDS-ACTION',
      'mailto:eve@example.org NEEDS-ACTION',
    ])
    expect(mail.invitation).toEqual(to(first, GRACE).invitation)

    const guests = [GUEST, { email: 'bo@example.org' }]
    unwrap(await updateBooking(on.deps, on.caller, booking.id, { guests }))
    const changed = await run('mails')
    expect(summary(changed)).toEqual([
      'bo@example.org: Invitation: Surgery with Ada',
      'eve@example.org: Cancelled: Surgery with Ada',
    ])
    expect(invited(to(changed, 'eve@example.org'))).toMatchObject({
      method: 'CANCEL',
      status: null,
      sequence: 1,
      attendees: ['mailto:eve@example.org NEEDS-ACTION'],
    })

    unwrap(await cancelBooking(on.deps, on.caller, booking.id, {}))
    const last = await run('mails')
    expect(summary(last)).toEqual([
      `${GRACE}: Cancelled: Surgery with Ada`,
      'max@example.org: Cancelled: Surgery with Ada',
      'bo@example.org: Cancelled: Surgery with Ada',
    ])
    expect(invited(to(last, GUEST.email))).toMatchObject({ method: 'CANCEL', status: 'CANCELLED' })
  })

  test('another address of the booker sends the old one a cancellation, which tells nothing new', async () => {
    const type = await on.typeOf(on.ada, {
      confirmation: 'instant',
      locations: [{ kind: 'ask_booker', label: 'Your place' }],
    })
    const booking = await book(
      type.id,
      { location: { value: 'Oak Street 1' }, guests: [GUEST] },
      { booker: { name: 'Grace', email: GRACE, locale: 'de' } },
    )
    await run('mails')
    const booker = { name: 'Zoë', email: 'zoe@example.org', locale: 'en' }
    const location = { kind: 'ask_booker', address: 'Elm Street 2' } as const
    unwrap(await updateBooking(on.deps, on.caller, booking.id, { booker, location }))
    const changed = await run('mails')
    expect(summary(changed)).toContain('zoe@example.org: Confirmed: Surgery with Ada')
    const old = to(changed, GRACE)
    expect(old.subject).toBe('Abgesagt: Surgery bei Ada')
    expect(old.to).toEqual({ address: GRACE })
    expect(invited(old)).toMatchObject({
      method: 'CANCEL',
      status: null,
      sequence: 1,
      attendees: ['mailto:grace@example.org NEEDS-ACTION'],
    })
    expect(JSON.stringify(old)).not.toMatch(/Elm Street|zoe@|Zoë|manage/)

    unwrap(
      await updateBooking(on.deps, on.caller, booking.id, {
        booker: { ...booker, name: 'Zoë Z.', email: 'ZOE@example.org' },
      }),
    )
    expect(summary(await run('mails')).filter((line) => /Cancelled/.test(line))).toEqual([])
  })

  test('whoever changes between booker and guest gets one email, and no cancellation', async () => {
    const type = await on.typeOf(on.ada, { confirmation: 'instant' })
    const booking = await book(type.id, { guests: [GUEST] })
    await run('mails')
    const change = { booker: { name: 'Max', email: GUEST.email }, guests: [{ email: GRACE }] }
    unwrap(await updateBooking(on.deps, on.caller, booking.id, change))
    expect(summary(await run('mails'))).toEqual([
      'max@example.org: Confirmed: Surgery with Ada',
      `${GRACE}: Invitation: Surgery with Ada`,
    ])
  })

  test('strangers cannot flood a mailbox by naming it as a guest', async () => {
    const type = await on.typeOf(on.ada, { confirmation: 'instant' })
    const stranger = { ...on.caller, role: 'public' } as const
    const mailsToMax: number[] = []
    for (const [index, email] of ['a@example.org', 'b@example.org', 'c@example.org'].entries()) {
      unwrap(
        await createBooking(on.deps, stranger, {
          target: { eventTypeId: type.id },
          startEpochSeconds: TEN + index * 3600,
          booker: { name: 'Eve', email },
          fields: { guests: [{ email: 'ida@example.org' }] },
        }),
      )
      const mails = await run('mails')
      expect(mails.filter(({ to }) => to.address === email)).toHaveLength(1)
      mailsToMax.push(mails.filter(({ to }) => to.address === 'ida@example.org').length)
    }
    expect(mailsToMax).toEqual([1, 1, 0])
  })

  test('what a stranger wrote reaches neither their own mailbox nor those of guests', async () => {
    const type = await on.typeOf(on.ada, {
      confirmation: 'instant',
      locations: [{ kind: 'ask_booker', label: 'Your place' }],
    })
    const stranger = { ...on.caller, role: 'public' } as const
    unwrap(
      await createBooking(on.deps, stranger, {
        target: { eventTypeId: type.id },
        startEpochSeconds: TEN,
        booker: { name: 'Buy pills', email: GRACE },
        fields: {
          location: { value: 'pills.example' },
          guests: [{ name: 'Cheap pills', email: 'max@example.org' }],
        },
      }),
    )
    const mails = await run('mails')
    expect(summary(mails)).toEqual([
      `${GRACE}: Confirmed: Surgery with Ada`,
      'max@example.org: Invitation: Surgery with Ada',
    ])
    for (const mail of mails) {
      expect(mail.text).toContain('Where: Your place\n')
      expect(JSON.stringify(mail)).not.toMatch(/pills/i)
    }
  })
})
