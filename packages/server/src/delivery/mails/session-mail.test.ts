import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { classParties } from '../../../tests/support/class-parties.ts'
import { cancelSession } from '../../booking/sessions/cancel-session.ts'
import { rescheduleSession } from '../../booking/sessions/reschedule-session.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { eventFromOutbox, isFence } from '../../kernel/events/outbox.ts'
import { newTask, taskFromItem } from '../../kernel/queue/task.ts'
import type { Mail, MailOutcome } from '../ports/mailer.ts'
import { mailsConsumer } from './mails.ts'

const NINE = '2026-04-27T09:00:00Z'
const ELEVEN = '2026-04-27T11:00:00Z'

let world: BookingWorld
let sent: Mail[]
beforeEach(async () => {
  world = await openBookingWorld()
  sent = []
})
afterEach(() => world.close())

const mailer = (outcome: MailOutcome) => ({
  fromAddress: 'mail@example.com',
  async send(mail: Mail) {
    sent.push(mail)
    return outcome
  },
  close: async () => {},
})
const DELIVERED: MailOutcome = { kind: 'sent' }

/** Handles an event as the queue does; answers how the attempt ended. */
async function handle(event: DomainEvent, outcome = DELIVERED) {
  const deps = { ...world.deps, mailer: mailer(outcome), publicUrl: 'https://book.example.com' }
  const consumer = mailsConsumer(deps)
  expect(consumer.wants(event)).toBe(true)
  return (await consumer.handle(newTask('mails', event, 0))).kind
}

async function lastEvent(type: string): Promise<DomainEvent> {
  const outbox = (await world.items('OUTBOX#')).filter((item) => !isFence(item))
  // A change of a whole session goes straight to the queue of emails.
  const queued = (await world.items('QUEUE#mails#')).map((item) => taskFromItem(item).event)
  const found = [...outbox.map(eventFromOutbox), ...queued].filter((event) => event.type === type)
  const last = found.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1)
  if (last === undefined) throw new Error(`no ${type}`)
  return last
}

async function yoga() {
  const teacher = await world.provider({ name: 'Tara', email: 'tara@example.com' })
  const classes = classParties(world)
  const type = await classes.type({ providerId: teacher.id })
  await classes.party(type, NINE)
  return { type, at: { eventTypeId: type.id, startEpochSeconds: secondsOf(NINE) } }
}

test('the teacher of a class that moves gets one email with both times', async () => {
  const { at } = await yoga()
  unwrap(await rescheduleSession(world.deps, world.caller, at, secondsOf(ELEVEN)))
  expect(await handle(await lastEvent('session.changed'))).toBe('done')
  expect(sent.map(({ to }) => to.address)).toEqual(['tara@example.com'])
  expect(sent[0]?.text).toContain('When: Monday, 27 April 2026, 11:00–12:00')
  expect(sent[0]?.text).toContain('Previous time: Monday, 27 April 2026, 09:00–10:00')
  expect(sent[0]?.invitation?.method).toBe('REQUEST')
  expect(await handle(await lastEvent('session.changed'))).toBe('done')
  expect(sent).toHaveLength(1)
})

test('the teacher of a cancelled class gets the reason, and the entry leaves the calendar', async () => {
  const { at } = await yoga()
  unwrap(await cancelSession(world.deps, world.caller, at, 'The room is wet.'))
  expect(await handle(await lastEvent('session.cancelled'))).toBe('done')
  expect(sent[0]?.text).toContain('Reason: The room is wet.')
  expect(sent[0]?.text).not.toContain('Previous time')
  expect(sent[0]?.invitation?.method).toBe('CANCEL')
})

test('a class that nobody had booked is cancelled without an email', async () => {
  const { type } = await yoga()
  const at = { eventTypeId: type.id, startEpochSeconds: secondsOf(ELEVEN) }
  unwrap(await cancelSession(world.deps, world.caller, at, undefined))
  expect(await handle(await lastEvent('session.cancelled'))).toBe('done')
  expect(sent).toEqual([])
})
