import type { HoldSample, NewRow, Row } from './hold-sample.ts'
import { COLUMNS, NEW_ROWS } from './hold-sample.ts'

/** What differs between two holds, as it is written into their rows and answers. */
export interface HoldValues {
  readonly bookingId: string
  readonly eventId: string
  readonly eventTypeId: string
  readonly providerId: string
  readonly eventQueue: string
  readonly triggerQueue: string
  readonly start: string
  readonly end: string
  readonly localStart: string
  readonly startEpochSeconds: string
  readonly endEpochSeconds: string
  readonly created: string
  readonly createdEpochSeconds: string
  readonly createdEpochMilliseconds: string
  readonly expires: string
  readonly expiresEpochSeconds: string
  readonly removedEpochSeconds: string
  readonly email: string
  readonly manageToken: string
  readonly manageTokenHash: string
  readonly requestId: string
}

type Name = keyof HoldValues

/** Writes a text for the values of a hold. */
type Text = (values: HoldValues) => string

/**
 * Compiles a text of one hold into a function that writes that of another one: its parts between the values stay. Nothing
 * in JavaScript makes such a text with less work.
 */
export function compileText(text: string, known: HoldValues): Text {
  const names = new Map<string, Name>()
  for (const [name, value] of Object.entries(known))
    if (value !== '') names.set(value, name as Name)
  // The longest first: some values begin with another one.
  const values = [...names.keys()].sort((a, b) => b.length - a.length)
  const escaped = values.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const parts = text.split(new RegExp(`(${escaped.join('|')})`))
  const places = parts.map((part, place) => (place % 2 === 1 ? names.get(part) : undefined))
  return (next) => {
    let written = ''
    for (let place = 0; place < parts.length; place += 1) {
      const name = places[place]
      written += name === undefined ? parts[place] : next[name]
    }
    return written
  }
}

const TTL = COLUMNS.indexOf('ttl')

function compileRow(row: Row, known: HoldValues): (values: HoldValues) => Row {
  const texts = row.map((value) => (typeof value === 'string' ? compileText(value, known) : value))
  return (values) =>
    texts.map((text, place) => {
      if (typeof text === 'function') return text(values)
      return place === TTL && text !== null ? Number(values.removedEpochSeconds) : text
    })
}

/** What a hold inserts and answers. */
export interface HoldTexts {
  readonly rows: Readonly<Record<NewRow, (values: HoldValues) => Row>>
  readonly answer: Text
  readonly headers: readonly (readonly [name: string, text: Text])[]
}

/** Compiles all texts of a sampled hold. */
export function compileHold({ rows, answer, headers }: HoldSample, known: HoldValues): HoldTexts {
  const [booking, trigger, event] = NEW_ROWS.map((name) => compileRow(rows[name], known))
  if (!booking || !trigger || !event) throw new Error('a hold has three new rows')
  return {
    rows: { booking, trigger, event },
    answer: compileText(answer, known),
    headers: headers.map(([name, value]) => [name, compileText(value, known)]),
  }
}

const epochSeconds = (instant: string): number => Date.parse(instant) / 1000

/** The part of an answer that the values of a hold come from. */
interface Answered {
  readonly id: string
  readonly eventTypeId: string
  readonly providerId: string
  readonly start: string
  readonly end: string
  readonly localStart: string
  readonly createdAt: string
  readonly holdExpiresAt: string
  readonly booker: { readonly email: string }
  readonly manageToken: string
}

/** The values of a sampled hold. */
export function valuesOf({ answer, rows, headers }: HoldSample): HoldValues {
  const booking = JSON.parse(answer) as Answered
  const [eventQueue, eventId, eventBody] = rows.event as [string, string, string]
  const { occurredAtEpochMilliseconds } = JSON.parse(eventBody) as {
    readonly occurredAtEpochMilliseconds: number
  }
  const [, bytes] = JSON.parse(String(rows.booking[2])) as [unknown, { manageTokenHash: string }]
  return {
    bookingId: booking.id,
    eventId,
    eventTypeId: booking.eventTypeId,
    providerId: booking.providerId,
    eventQueue,
    triggerQueue: String(rows.trigger[0]),
    start: booking.start,
    end: booking.end,
    localStart: booking.localStart,
    startEpochSeconds: String(epochSeconds(booking.start)),
    endEpochSeconds: String(epochSeconds(booking.end)),
    created: booking.createdAt,
    createdEpochSeconds: String(epochSeconds(booking.createdAt)),
    createdEpochMilliseconds: String(occurredAtEpochMilliseconds),
    expires: booking.holdExpiresAt,
    expiresEpochSeconds: String(epochSeconds(booking.holdExpiresAt)),
    removedEpochSeconds: String(rows.trigger[TTL]),
    email: booking.booker.email,
    manageToken: booking.manageToken,
    // After the letter that says that these are bytes.
    manageTokenHash: bytes.manageTokenHash.slice(1),
    requestId: new Map(headers).get('x-request-id') ?? '',
  }
}
