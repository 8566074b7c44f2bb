import { isDeepStrictEqual } from 'node:util'
import type { Booking } from '@holdfast/contracts'
import { Webhook } from 'standardwebhooks'
import type { ScheduledAction } from '../../../src/delivery/schedule/scheduled-action.ts'
import type { ReceivedMail } from '../../support/smtp-receiver.ts'
import type { ReceivedMessage } from '../../support/webhook-receiver.ts'
import { type Acknowledgement, type Endpoint, REMINDER_MINUTES } from './crash-run.ts'

/** An event of the log, as `GET /v1/events` returns it. */
export interface LoggedEvent {
  readonly position: number
  readonly id: string
  readonly type: string
  readonly resource: { readonly id: string; readonly version: number }
  readonly data: { readonly booking?: Booking }
}

/** A resource whose changes are events. */
export interface Versioned {
  readonly id: string
  readonly version: number
}

const groupBy = <Thing>(things: readonly Thing[], key: (thing: Thing) => string) =>
  Map.groupBy(things, key)

const missing = (expected: ReadonlySet<string>, found: ReadonlySet<string>): readonly string[] =>
  [...expected].filter((one) => !found.has(one)).sort()

/** Checks that positions are 1, 2, 3 … and that no event is in the log twice. */
export function checkLog(log: readonly LoggedEvent[]): readonly string[] {
  const gaps = log.flatMap(({ position }, index) =>
    position === index + 1 ? [] : [`place ${index + 1} of the log has position ${position}`],
  )
  const twice = [...groupBy(log, ({ id }) => id)]
    .filter(([, same]) => same.length > 1)
    .map(([id]) => `${id} is in the log twice`)
  return [...gaps, ...twice]
}

/** Checks that each version of each resource has an event, and that each event has such a version. */
export function checkChanges(
  log: readonly LoggedEvent[],
  resources: readonly Versioned[],
): readonly string[] {
  // A refusal has an event without a change.
  const changes = log.filter(({ type }) => type !== 'slot.conflict_detected')
  const expected = new Set(
    resources.flatMap(({ id, version }) =>
      Array.from({ length: version }, (_, n) => `${id} at version ${n + 1}`),
    ),
  )
  const found = new Set(
    changes.map(({ resource }) => `${resource.id} at version ${resource.version}`),
  )
  return [
    ...missing(expected, found).map((change) => `${change} has no event`),
    ...missing(found, expected).map((change) => `there is an event but no change: ${change}`),
  ]
}

/** Checks that each acknowledged booking is in the event of its version. */
export function checkAcknowledged(
  log: readonly LoggedEvent[],
  acknowledged: readonly Acknowledgement[],
): readonly string[] {
  const published = new Set(
    log.map(({ resource, data }) => `${resource.id} ${resource.version} ${data.booking?.status}`),
  )
  return acknowledged
    .map(({ id, version, status }) => `${id} ${version} ${status}`)
    .filter((line) => !published.has(line))
    .map((line) => `acknowledged, but in no event: ${line}`)
}

/** Whether the Standard Webhooks library makes the same signature. The message may be of any age. */
function isSigned({ id, headers, body }: ReceivedMessage, secret: string): boolean {
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
  const signature = new Webhook(secret).sign(id, sentAt, body)
  return (headers['webhook-signature'] ?? '').split(' ').includes(signature)
}

/** Checks that each endpoint got exactly its events of the log, signed and unchanged. */
export function checkMessages(
  log: readonly LoggedEvent[],
  messages: readonly ReceivedMessage[],
  endpoints: readonly Endpoint[],
): readonly string[] {
  const wrong: string[] = []
  for (const { path, secret, events } of endpoints) {
    const got = messages.filter((message) => message.path === path)
    const subscribed = log.filter(({ type }) => events.length === 0 || events.includes(type))
    const expected = new Set(subscribed.map(({ id }) => id))
    const byId = groupBy(got, ({ id }) => id)
    const found = new Set(byId.keys())
    wrong.push(
      ...missing(expected, found).map((id) => `${path} did not get ${id}`),
      ...missing(found, expected).map((id) => `${path} got ${id} without a subscription`),
      ...got
        .filter((one) => !isSigned(one, secret))
        .map(({ id }) => `${path}: ${id} is not signed`),
    )
    const logged = new Map(subscribed.map(({ position: _, ...event }) => [event.id, event]))
    for (const [id, same] of byId) {
      const bodies = new Set(same.map(({ body }) => body))
      if (bodies.size > 1) wrong.push(`${path} got ${id} with different bodies`)
      const [body = ''] = bodies
      const isAsLogged = isDeepStrictEqual(JSON.parse(body), logged.get(id))
      if (!isAsLogged) wrong.push(`${path} got a body of ${id} that differs from the log`)
    }
  }
  return wrong
}

/** The recipients of the emails of an event, if the provider has an address. */
function recipientsOf({ type, data: { booking } }: LoggedEvent): readonly string[] {
  if (booking === undefined) return []
  const both = ['booker', 'provider']
  const isApproval = booking.confirmation === 'approval'
  switch (type) {
    case 'booking.created':
      return isApproval ? both : []
    case 'booking.confirmed':
      return both
    case 'booking.rescheduled':
    case 'booking.cancelled':
      // An abandoned hold mails nobody.
      return isApproval || booking.confirmedAt !== null ? both : []
    case 'booking.expired':
      return isApproval ? both : []
    default:
      return []
  }
}

const isReminder = ({ subject }: ReceivedMail): boolean => subject.startsWith('Reminder: ')

/** The content of an email, without the headers that differ each time it is sent. */
const contentOf = ({ to, subject, text, html, calendars }: ReceivedMail): string =>
  JSON.stringify([to, subject, text, html, calendars])

/** Checks that exactly the emails of a log arrived, and that repeated ones are equal. */
export function checkMails(
  log: readonly LoggedEvent[],
  mails: readonly ReceivedMail[],
  remindedEmails: readonly string[],
): readonly string[] {
  const expected = new Set(
    log.flatMap((event) => recipientsOf(event).map((to) => `<${event.id}.${to}@holdfast.invalid>`)),
  )
  const byId = groupBy(mails, ({ messageId }) => messageId)
  const arrived = new Set(
    mails.filter((mail) => !isReminder(mail)).map(({ messageId }) => messageId),
  )
  const wrong = [
    ...missing(expected, arrived).map((id) => `the email ${id} did not arrive`),
    ...missing(arrived, expected).map((id) => `the email ${id} belongs to no event`),
  ]
  for (const [id, same] of byId) {
    if (new Set(same.map(contentOf)).size > 1) {
      wrong.push(`the email ${id} has different contents`)
    }
  }
  const reminders = groupBy(mails.filter(isReminder), ({ to }) => to.join())
  for (const email of remindedEmails) {
    const ids = new Set(reminders.get(email)?.map(({ messageId }) => messageId))
    if (ids.size !== 1) wrong.push(`${email} got ${ids.size} reminders`)
  }
  return wrong
}

/** Checks that each confirmed booking is linked once to the contact of its booker. */
export function checkContacts(
  log: readonly LoggedEvent[],
  contacts: readonly { readonly email: string; readonly bookingCount: number }[],
): readonly string[] {
  const confirmed = log.filter(({ type }) => type === 'booking.confirmed')
  const expected = [...groupBy(confirmed, ({ data }) => data.booking?.booker?.email ?? '')].map(
    ([email, events]) => `${email} has ${events.length} bookings`,
  )
  const found = contacts.map(({ email, bookingCount }) => `${email} has ${bookingCount} bookings`)
  return [
    ...missing(new Set(expected), new Set(found)).map((line) => `missing contact: ${line}`),
    ...missing(new Set(found), new Set(expected)).map((line) => `wrong contact: ${line}`),
  ]
}

/** Checks that each confirmed booking has its scheduled actions and has not ended. */
export function checkSchedule(
  bookings: readonly Booking[],
  actions: readonly Pick<ScheduledAction, 'bookingId' | 'kind' | 'dueEpochSeconds'>[],
  nowEpochMilliseconds: number,
): readonly string[] {
  const now = nowEpochMilliseconds / 1000
  const scheduled = new Set(
    actions.map(
      ({ bookingId, kind, dueEpochSeconds }) => `${bookingId} ${kind} ${dueEpochSeconds}`,
    ),
  )
  return bookings
    .filter(({ status }) => status === 'confirmed')
    .flatMap(({ id, start, end }) => {
      const startsAt = Date.parse(start) / 1000
      const endsAt = Date.parse(end) / 1000
      const expected = [`${id} complete ${endsAt}`]
      const remindAt = startsAt - REMINDER_MINUTES * 60
      if (remindAt > now) expected.push(`${id} remind ${remindAt}`)
      return [
        ...(endsAt <= now ? [`${id} ended and is still confirmed`] : []),
        ...expected.filter((line) => !scheduled.has(line)).map((line) => `not scheduled: ${line}`),
      ]
    })
}
