/** The prefix of each kind of id. An id is a prefix, `_` and a ULID in lower case. */
export const ID_PREFIXES = {
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
  passkey: 'psk',
  order: 'ord',
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

/** A kind of object that has an id. */
export type IdKind = keyof typeof ID_PREFIXES

// Crockford's base 32 has no i, l, o, u; a ULID is 128 bits in 26 digits, so the first is at most 7.
const ULID = '[0-7][0-9a-hjkmnp-tv-z]{25}'
const PATTERNS = Object.fromEntries(
  Object.entries(ID_PREFIXES).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}_${ULID}$`)]),
) as Record<IdKind, RegExp>

/** Reports whether `text` has the form of an id of that kind. */
export function isId(kind: IdKind, text: string): boolean {
  return PATTERNS[kind].test(text)
}

/** The id of another kind with the digits of an id: what took the place of something keeps them. */
export const idWithKind = (kind: IdKind, id: string): string =>
  `${ID_PREFIXES[kind]}_${id.slice(id.indexOf('_') + 1)}`

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
/** A ULID begins with its time: 48 bits in ten digits. */
const TIME_DIGITS = 10

/** The epoch millisecond in which an id was made; `text` must have the form of an id of any kind. */
export function epochMillisecondsOfId(text: string): number {
  const ulid = text.slice(text.indexOf('_') + 1)
  let time = 0
  for (const digit of ulid.slice(0, TIME_DIGITS)) time = time * 32 + CROCKFORD.indexOf(digit)
  return time
}
