import { z } from '@hono/zod-openapi'

// Crockford's base 32 has no i, l, o, u; a ULID is 128 bits in 26 digits, so the first is at most 7.
const ULID = '[0-7][0-9a-hjkmnp-tv-z]{25}'

/** The id prefixes that a caller can send or receive, by the schema's name. */
export const RESOURCE_ID_PREFIXES = {
  account: 'acc',
  apiKey: 'key',
  block: 'blk',
  booking: 'bkg',
  calendar: 'cal',
  calendarEvent: 'cev',
  connection: 'con',
  contact: 'cnt',
  event: 'evn',
  eventType: 'ety',
  provider: 'prv',
  webhookEndpoint: 'whk',
} as const

/** A kind of resource that has an id over HTTP. */
export type ResourceKind = keyof typeof RESOURCE_ID_PREFIXES

/** The form of the ids of one kind, for a regular expression. */
export const resourceIdPattern = (kind: ResourceKind): string =>
  `${RESOURCE_ID_PREFIXES[kind]}_${ULID}`

/** An id of one kind: its prefix, `_` and a ULID in lower case. */
export function resourceId(kind: ResourceKind) {
  const prefix = RESOURCE_ID_PREFIXES[kind]
  const example = `${prefix}_01kqs3v7m8e2f4g6h8j0k2m4n6`
  const error = `must be an id such as ${example}`
  return z
    .string({ error })
    .regex(new RegExp(`^${resourceIdPattern(kind)}$`), { error })
    .openapi({ example })
}
