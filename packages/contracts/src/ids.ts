import { z } from '@hono/zod-openapi'

// Crockford's base 32 has no i, l, o or u. A ULID has 128 bits in 26 digits, so the first is at most 7.
const ULID = '[0-7][0-9a-hjkmnp-tv-z]{25}'

/** The prefixes of the ids in the API, by kind of resource. */
export const RESOURCE_ID_PREFIXES = {
  absence: 'abs',
  account: 'acc',
  apiKey: 'key',
  audit: 'aud',
  block: 'blk',
  booking: 'bkg',
  bookingGroup: 'grp',
  calendar: 'cal',
  calendarEvent: 'cev',
  closure: 'cls',
  connection: 'con',
  contact: 'cnt',
  event: 'evn',
  eventType: 'ety',
  member: 'mbr',
  note: 'nte',
  order: 'ord',
  passkey: 'psk',
  payment: 'pay',
  paymentConnection: 'pcn',
  photo: 'pht',
  property: 'ppt',
  provider: 'prv',
  ratePlan: 'rpl',
  schedule: 'sch',
  session: 'ses',
  timeOff: 'tof',
  waitlistEntry: 'wtl',
  webhookEndpoint: 'whk',
} as const

/** A kind of resource with an id in the API. */
export type ResourceKind = keyof typeof RESOURCE_ID_PREFIXES

const RESOURCE_NAMES: Readonly<Record<ResourceKind, string>> = {
  absence: 'absence',
  account: 'account',
  apiKey: 'API key',
  audit: 'audit entry',
  block: 'block',
  booking: 'booking',
  bookingGroup: 'booking group',
  calendar: 'calendar',
  calendarEvent: 'calendar event',
  closure: 'closure',
  connection: 'calendar connection',
  contact: 'contact',
  event: 'event',
  eventType: 'event type',
  member: 'member',
  note: 'note',
  order: 'order',
  passkey: 'passkey',
  payment: 'payment',
  paymentConnection: 'payment connection',
  photo: 'photo',
  property: 'property',
  provider: 'provider',
  ratePlan: 'rate plan',
  schedule: 'schedule',
  session: 'session',
  timeOff: 'time off',
  waitlistEntry: 'entry of a wait list',
  webhookEndpoint: 'webhook endpoint',
}

/** The source of a regular expression for the ids of one kind. */
export const resourceIdPattern = (kind: ResourceKind): string =>
  `${RESOURCE_ID_PREFIXES[kind]}_${ULID}`

/** The id of a stay of a calendar, or of a booking of its unit, in a request. */
export function stayOrBookingIdInput() {
  const kinds = ['calendarEvent', 'booking'] as const
  const example = `${RESOURCE_ID_PREFIXES.calendarEvent}_01kqs3v7m8e2f4g6h8j0k2m4n6`
  const error = `must be the id of a stay, such as ${example}, or of a booking of the unit`
  return z
    .string({ error })
    .regex(new RegExp(`^(?:${kinds.map(resourceIdPattern).join('|')})$`), { error })
    .openapi({ example, description: 'The id of the stay, or of a booking of the unit.' })
}

/** An id of one kind: its prefix, `_` and a ULID in lower case. */
export function resourceId(kind: ResourceKind) {
  const prefix = RESOURCE_ID_PREFIXES[kind]
  const example = `${prefix}_01kqs3v7m8e2f4g6h8j0k2m4n6`
  const error = `must be an id such as ${example}`
  return z
    .string({ error })
    .regex(new RegExp(`^${resourceIdPattern(kind)}$`), { error })
    .openapi({ example, description: `The id of the ${RESOURCE_NAMES[kind]}.` })
}
