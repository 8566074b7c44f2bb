import type { Payment } from '@holdfast/engine'
import { sqliteFile } from '../../../packages/server/src/composition/open-store.ts'
import { paymentEntity } from '../../../packages/server/src/payments/payment/payment-entity.ts'
import { sqliteBulkWriter } from '../growth/bulk-writer.ts'
import type { FilledStore } from '../growth/fill.ts'
import { seededIds } from '../growth/seeded-ids.ts'
import { API_KEY } from '../http/holdfast-server.ts'
import type { Origin } from '../http/load-job.ts'
import { seeded } from '../scale/random.ts'

/** A payment for every so manieth booking. */
const BOOKINGS_PER_PAYMENT = 10
/** As many as a file may have. */
const EVENTS_PER_FILE = 1_000
const FILES = 10
/** Ten pages, which is what an agenda reads at most. */
const BLOCKS = 1_000
/** One less than a wait list may have, so that one more person joins. */
const WAITING = 999
const AT_ONCE = 8
const DAY_MILLISECONDS = 86_400_000
const HALF_HOUR_MILLISECONDS = 1_800_000

const secondsText = (epochMilliseconds: number): string =>
  `${new Date(epochMilliseconds).toISOString().slice(0, 19)}Z`

/** An instant so many days from the last half hour. */
export const inDays = (days: number): string => {
  const halfHours = Math.floor(Date.now() / HALF_HOUR_MILLISECONDS)
  return secondsText(halfHours * HALF_HOUR_MILLISECONDS + days * DAY_MILLISECONDS)
}

/** Calls an API with the key of the account. Answers the text of the body. Throws unless it succeeds. */
export async function call(
  { host, port }: Origin,
  method: string,
  path: string,
  { body, file }: { readonly body?: object; readonly file?: string } = {},
): Promise<string> {
  const type = file === undefined ? 'application/json' : 'text/calendar'
  const sent = file ?? (body && JSON.stringify(body))
  const answer = await fetch(`http://${host}:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${API_KEY}`,
      ...(sent !== undefined && { 'content-type': type }),
    },
    ...(sent !== undefined && { body: sent }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`)
  return text
}

/** Writes settled payments of bookings into the file of a store that no server uses. */
export async function addPayments(dataDir: string, filled: FilledStore): Promise<void> {
  const { plan, accountId, bookingIds } = filled
  const ids = seededIds(seeded(plan.seed + 1))
  const now = plan.nowEpochSeconds
  const writer = sqliteBulkWriter(sqliteFile(dataDir))
  for (let number = 0; number < plan.bookings / BOOKINGS_PER_PAYMENT; number += 1) {
    const payment: Payment = {
      id: ids.next('payment', now * 1000),
      accountId,
      bookingId: bookingIds[number % bookingIds.length] ?? '',
      version: 1,
      amount: 5_000,
      currency: 'EUR',
      title: 'Check-up',
      terms: { onCaptureFailure: 'keep', captureFailureMinutes: 60, refunds: [] },
      desired: { kind: 'captured' },
      status: 'paid',
      createdAtEpochSeconds: now - number,
      updatedAtEpochSeconds: now - number,
    }
    writer.add(paymentEntity.create(payment))
  }
  await writer.end()
}

/** What the operations are called with. */
export interface LongAccount {
  readonly providerId: string
  readonly calendarId: string
  readonly waitedId: string
  readonly providerFeed: string
  readonly calendarFeed: string
  /** The contact with more bookings than others. */
  readonly contactId: string
  /** A contact without bookings, who can be erased. */
  readonly erasedId: string
}

const idIn = (text: string): string => (JSON.parse(text) as { readonly id: string }).id

const feedIn = (text: string): string => {
  const { pathname, search } = new URL((JSON.parse(text) as { readonly url: string }).url)
  return `${pathname}${search}`
}

/** Runs something so many times, a few at once. */
async function repeat(count: number, run: (number: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - first)
    await Promise.all(Array.from({ length: size }, (_, place) => run(first + place)))
  }
}

/** A calendar file of many events. */
function fileOf(first: number): string {
  const events = Array.from({ length: EVENTS_PER_FILE }, (_, place) => {
    const at = new Date(Date.now() + (first + place) * HALF_HOUR_MILLISECONDS).toISOString()
    const stamp = `${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    return [
      'BEGIN:VEVENT',
      `UID:event-${first + place}`,
      `DTSTAMP:${stamp}`,
      `DTSTART:${stamp}`,
      'DURATION:PT30M',
      `SUMMARY:Meeting with person ${first + place}`,
      'END:VEVENT',
    ].join('\r\n')
  })
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\n${events.join('\r\n')}\r\nEND:VCALENDAR\r\n`
}

/** Adds blocks, a full wait list and a calendar to the account of a server. */
export async function completeAccount(
  origin: Origin,
  { measured }: FilledStore,
): Promise<LongAccount> {
  const ask = (method: string, path: string, sent?: { body?: object; file?: string }) =>
    call(origin, method, path, sent)
  const providerId = measured[0]?.providerId ?? ''
  const first = Date.parse(inDays(400))
  const at = (number: number) => secondsText(first + number * HALF_HOUR_MILLISECONDS)
  await repeat(BLOCKS, (number) =>
    ask('POST', `/v1/providers/${providerId}/blocks`, {
      body: { start: at(number), end: at(number + 1) },
    }),
  )
  const waited = {
    providerId,
    slug: 'waited-for',
    title: 'Waited for',
    durationMinutes: 30,
    availabilityRules: [],
    waitlist: {},
  }
  const waitedId = idIn(await ask('POST', '/v1/event-types', { body: waited }))
  await repeat(WAITING, (number) =>
    ask('POST', `/v1/event-types/${waitedId}/waitlist`, { body: waitingBody(number) }),
  )
  const diary = { name: 'Diary', timeZone: 'Europe/Berlin' }
  const calendarId = idIn(await ask('POST', '/v1/calendars', { body: diary }))
  for (let file = 0; file < FILES; file += 1) {
    await ask('POST', `/v1/calendars/${calendarId}/import`, {
      file: fileOf(file * EVENTS_PER_FILE),
    })
  }
  const contacts = JSON.parse(await ask('GET', '/v1/contacts?email=regular@example.com')) as {
    readonly data: readonly { readonly id: string }[]
  }
  return {
    providerId,
    calendarId,
    waitedId,
    providerFeed: feedIn(await ask('POST', `/v1/providers/${providerId}/feed-token`)),
    calendarFeed: feedIn(await ask('POST', `/v1/calendars/${calendarId}/feed-token`)),
    contactId: contacts.data[0]?.id ?? '',
    erasedId: idIn(
      await ask('POST', '/v1/contacts', { body: { name: 'Ida Gone', email: 'ida@example.com' } }),
    ),
  }
}

/** Somebody who waits, by their number. */
export const waitingBody = (number: number) => ({
  from: inDays(1),
  to: inDays(30),
  booker: { name: `Person ${number}`, email: `waiting${number}@example.com` },
})
