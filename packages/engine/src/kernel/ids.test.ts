import { describe, expect, test } from 'vitest'
import { epochMillisecondsOfId, ID_PREFIXES, type IdKind, isId } from './ids.ts'

const ULID = '01k5z3v8w9xyabcdefghjkmnpq'

test('each kind of id has its own prefix', () => {
  expect(ID_PREFIXES).toEqual({
    absence: 'abs',
    account: 'acc',
    apiKey: 'key',
    audit: 'aud',
    block: 'blk',
    booking: 'bkg',
    bookingGroup: 'grp',
    calendar: 'cal',
    calendarEvent: 'cev',
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
    closure: 'cls',
    waitlistEntry: 'wtl',
    webhookEndpoint: 'whk',
  })
})

test.each(Object.entries(ID_PREFIXES))(
  'an id of the kind %s has the prefix %s and is of no other kind',
  (kind, prefix) => {
    const kinds = Object.keys(ID_PREFIXES) as IdKind[]
    expect(kinds.filter((each) => isId(each, `${prefix}_${ULID}`))).toEqual([kind])
  },
)

test('the first and the last ULID are valid', () => {
  expect(isId('booking', 'bkg_00000000000000000000000000')).toBe(true)
  expect(isId('booking', 'bkg_7zzzzzzzzzzzzzzzzzzzzzzzzz')).toBe(true)
})

describe('a text that is not an id of a booking is rejected', () => {
  test.each([
    ['a ULID that is too short', `bkg_${ULID.slice(1)}`],
    ['a ULID that is too long', `bkg_${ULID}0`],
    ['a ULID of more than 128 bits', `bkg_8${ULID.slice(1)}`],
    ['a ULID in upper case', `bkg_${ULID.toUpperCase()}`],
    ['the letter i', `bkg_${ULID.slice(0, -1)}i`],
    ['the letter l', `bkg_${ULID.slice(0, -1)}l`],
    ['the letter o', `bkg_${ULID.slice(0, -1)}o`],
    ['the letter u', `bkg_${ULID.slice(0, -1)}u`],
    ['a missing underscore', `bkg${ULID}`],
    ['a text before the prefix', `xbkg_${ULID}`],
    ['a trailing newline', `bkg_${ULID}\n`],
    ['an empty text', ''],
  ])('%s', (_what, text) => {
    expect(isId('booking', text)).toBe(false)
  })
})

test('an id tells the millisecond in which it was made', () => {
  // The time of the ULID 01kpmyej00… is 01kpmyej00 in base 32.
  expect(epochMillisecondsOfId('evn_01kpmyej00c9n8q2v4x6z8a2b4')).toBe(
    Date.parse('2026-04-20T08:00:00Z'),
  )
  expect(epochMillisecondsOfId('bkg_7zzzzzzzzzc9n8q2v4x6z8a2b4')).toBe(2 ** 48 - 1)
})
