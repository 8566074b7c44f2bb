import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { OTHER_ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { cancelBooking, confirmBooking, getBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { createEventType } from '../../booking/event-types/event-types.ts'
import { createProvider } from '../../booking/provider-changes/save-provider.ts'
import { firstAccount, getAccount, updateAccount } from '../../identity/accounts/accounts.ts'
import { type Consumer, enqueueFor, runQueue } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { getContact, listContacts } from '../../people/contacts/contacts.ts'
import { contactsConsumer } from '../contacts/contacts.ts'
import { runSchedule } from '../schedule/run-schedule.ts'
import { scheduleConsumer } from '../schedule/schedule.ts'
import { listEvents } from './event-log.ts'
import { relayOutbox } from './relay.ts'

// A Monday, 08:00 UTC. Slots are open around the clock on every day used here.
const NOW = '2026-04-20T08:00:00Z'
const seconds = (instant: string) => Date.parse(instant) / 1000

/** An account with an event type of an hour, and consumers that the test runs. */
async function createFixture(opened: TestStore) {
  const { deps: plain, clock } = testDependencies(opened.store, NOW)
  const deps = { ...plain, random: () => 0.5 }
  const accountId = await firstAccount(deps)
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  const provider = await createProvider(deps, caller, { name: 'Room', timeZone: 'UTC' })
  if (!provider.ok) throw new Error('no provider')
  const eventType = await createEventType(deps, caller, {
    providerId: provider.value.id,
    slug: 'hour',
    title: 'An hour',
    durationMinutes: 60,
    availabilityRules: (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map(
      (weekday) => ({ weekday, windows: [{ start: '00:00', end: '24:00' }] }),
    ),
  })
  if (!eventType.ok) throw new Error('no event type')
  const mails: Task[] = []
  const consumers: readonly Consumer[] = [
    contactsConsumer(deps),
    scheduleConsumer(deps),
    {
      name: 'mails',
      wants: () => false,
      handle: async (task) => {
        mails.push(task)
        return { kind: 'done' }
      },
    },
  ]
  const work = async () => {
    await relayOutbox(deps, { enqueue: enqueueFor(deps, consumers) }, 100)
    for (const consumer of consumers) await runQueue(deps, consumer, { limit: 100, concurrency: 4 })
  }
  const book = async (start: string, email: string): Promise<Booking> => {
    const made = await createBooking(deps, caller, {
      target: { eventTypeId: eventType.value.id },
      startEpochSeconds: seconds(start),
      booker: { name: 'Ada', email, id: 'u1' },
    })
    if (!made.ok) throw new Error(made.refusal.code)
    const confirmed = await confirmBooking(deps, caller, made.value.booking.id)
    if (!confirmed.ok) throw new Error(confirmed.refusal.code)
    return confirmed.value
  }
  const statusOf = async (id: string) => {
    const found = await getBooking(deps, caller, id)
    return found.ok && found.value.status
  }
  return { deps, clock, caller, accountId, mails, work, book, statusOf, consumers }
}

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let opened: TestStore
  let on: Awaited<ReturnType<typeof createFixture>>
  beforeAll(async () => {
    opened = await openTestStore(engine)
    on = await createFixture(opened)
  })
  afterAll(() => opened.close())

  test('each confirmed booking is linked once to the contact of its booker, from its event alone', async () => {
    const { deps, caller } = on
    const email = 'linked@example.com'
    await on.book('2026-04-21T09:00:00Z', email)
    await on.book('2026-04-21T11:00:00Z', email)
    const events = await listEvents(deps, caller, { afterPosition: 0, limit: 100 })
    expect(events.data).toEqual([])
    await on.work()
    const { data } = await listContacts(deps, caller, { email: 'Linked@Example.com' }, { limit: 5 })
    expect(data).toMatchObject([{ email, name: 'Ada', bookerId: 'u1', bookingCount: 2 }])
    // The same events again, as after a crash before the acknowledgement.
    const log = await listEvents(deps, caller, { afterPosition: 0, limit: 100 })
    const contacts = contactsConsumer(deps)
    for (const { event } of log.data.filter((logged) => contacts.wants(logged.event))) {
      await contacts.handle({
        consumer: 'contacts',
        id: event.id,
        version: 1,
        event,
        failedAttempts: 0,
        dueEpochMilliseconds: 0,
      })
    }
    const again = await getContact(deps, caller, data[0]?.id as string)
    expect(again).toMatchObject({ ok: true, value: { bookingCount: 2, version: 2 } })
    expect(await getContact(deps, { accountId: 'acc_other' }, data[0]?.id as string)).toMatchObject(
      {
        ok: false,
        refusal: { code: 'not_found' },
      },
    )
  })

  test('the booker is reminded once, a day before the current start', async () => {
    const { deps, clock, caller } = on
    const booking = await on.book('2026-04-23T09:00:00Z', 'remind@example.com')
    await on.work()
    await rescheduleBooking(deps, caller, booking.id, {
      startEpochSeconds: seconds('2026-04-23T14:00:00Z'),
    })
    await on.work()
    clock.moveTo(Date.parse('2026-04-22T09:00:00Z'))
    expect(await runSchedule(deps, 100)).toMatchObject({ reminded: 0 })
    clock.moveTo(Date.parse('2026-04-22T13:59:59Z'))
    expect(await runSchedule(deps, 100)).toMatchObject({ reminded: 0 })
    clock.moveTo(Date.parse('2026-04-22T14:00:00Z'))
    expect(await runSchedule(deps, 100)).toMatchObject({ reminded: 1 })
    expect(await runSchedule(deps, 100)).toMatchObject({ reminded: 0 })
    await on.work()
    const reminders = on.mails.filter((task) => task.event.type === 'booking.reminder')
    expect(reminders.map((task) => task.event.resourceId)).toEqual([booking.id])
  })

  test('a changed reminder time applies to existing bookings', async () => {
    const { deps, clock, caller } = on
    clock.moveTo(Date.parse('2026-04-22T15:00:00Z'))
    const reminded = async () => {
      const before = on.mails.length
      await runSchedule(deps, 100)
      await on.work()
      return on.mails.slice(before).map((task) => task.event.resourceId)
    }
    const booking = await on.book('2026-04-24T15:00:00Z', 'sooner@example.com')
    await on.work()
    await updateAccount(deps, caller, { reminderMinutes: 120 })
    clock.moveTo(Date.parse('2026-04-23T15:00:00Z'))
    expect(await reminded()).toEqual([])
    const late = await on.book('2026-04-24T16:00:00Z', 'later@example.com')
    await on.work()
    clock.moveTo(Date.parse('2026-04-24T12:59:59Z'))
    expect(await reminded()).toEqual([])
    clock.moveTo(Date.parse('2026-04-24T13:00:00Z'))
    expect(await reminded()).toEqual([booking.id])
    await updateAccount(deps, caller, { reminderMinutes: 1440 })
    // The new time of the reminder has already passed, so it is sent now.
    clock.moveTo(Date.parse('2026-04-24T14:00:00Z'))
    expect(await reminded()).toEqual([late.id])
    expect(await reminded()).toEqual([])
  })

  test('a confirmed booking is completed automatically after its end', async () => {
    const { deps, clock, caller } = on
    const confirmed = await on.book('2026-04-28T09:00:00Z', 'confirmed@example.com')
    const cancelled = await on.book('2026-04-28T11:00:00Z', 'cancelled@example.com')
    await cancelBooking(deps, caller, cancelled.id, {})
    await on.work()
    clock.moveTo(Date.parse('2026-04-28T09:59:59Z'))
    await runSchedule(deps, 100)
    expect(await on.statusOf(confirmed.id)).toBe('confirmed')
    clock.moveTo(Date.parse('2026-04-28T12:00:00Z'))
    await runSchedule(deps, 100)
    expect(await on.statusOf(confirmed.id)).toBe('completed')
    expect(await on.statusOf(cancelled.id)).toBe('cancelled')
  })

  test('an account can disable automatic completion', async () => {
    const { deps, clock, caller } = on
    clock.moveTo(Date.parse('2026-04-29T08:00:00Z'))
    const changed = await updateAccount(deps, caller, { completesBookings: false })
    expect(changed.ok).toBe(true)
    const booking = await on.book('2026-04-29T09:00:00Z', 'open@example.com')
    await on.work()
    clock.moveTo(Date.parse('2026-04-29T10:00:00Z'))
    await runSchedule(deps, 100)
    expect(await on.statusOf(booking.id)).toBe('confirmed')
    expect(await getAccount(deps, caller.accountId)).toMatchObject({
      completesBookings: false,
      reminderMinutes: 1440,
    })
  })
})
