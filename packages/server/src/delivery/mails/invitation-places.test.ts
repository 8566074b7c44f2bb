import { type BookingLocation, placeOfInvitation, writeInvitation } from '@holdfast/engine'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { convertIcsCalendar } from 'ts-ics'
import { describe, expect, test } from 'vitest'

const MEET = 'https://meet.google.com/abc-defg-hij'
const TEAMS =
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting_NzA%40thread.v2/0?context=%7b%22Tid%22%3a%22a%2cb%22%7d'
const LONG = `https://example.com/room/${'x'.repeat(120)}?a=1,2;b=ü`
const LONG_ENCODED = `https://example.com/room/${'x'.repeat(120)}?a=1,2;b=%C3%BC`

/** What a parser read of the place of an invitation. */
interface ParsedPlace {
  readonly location: string | undefined
  readonly url: string | undefined
  readonly description: string | undefined
  /** CONFERENCE. */
  readonly conference: string | undefined
  /** The property that Google or Outlook reads. */
  readonly own: string | undefined
  readonly guests: readonly string[]
}

/** Locations, and what everybody has to read of them. */
const CASES: readonly (readonly [
  string,
  BookingLocation,
  readonly string[],
  Omit<ParsedPlace, 'description' | 'guests'>,
])[] = [
  [
    'an address',
    { kind: 'in_person', address: 'Seestraße 1, 8002 Zürich; "2. Stock"', label: 'Praxis' },
    ['Raum 2, Anbau'],
    {
      location: 'Raum 2, Anbau, Praxis, Seestraße 1, 8002 Zürich; "2. Stock"',
      url: undefined,
      conference: undefined,
      own: undefined,
    },
  ],
  [
    'a number',
    { kind: 'phone', phone: '+41443334455' },
    [],
    { location: '+41443334455', url: undefined, conference: undefined, own: undefined },
  ],
  [
    'a place that the booker named like a property',
    { kind: 'ask_booker', address: 'X\r\nURL:https://evil.example' },
    [],
    {
      location: 'X\nURL:https://evil.example',
      url: undefined,
      conference: undefined,
      own: undefined,
    },
  ],
  [
    'a link',
    { kind: 'link', url: LONG },
    [],
    { location: LONG, url: LONG_ENCODED, conference: LONG_ENCODED, own: undefined },
  ],
  [
    'a Meet link',
    { kind: 'google_meet', url: MEET, label: 'Online: 10:30' },
    [],
    { location: MEET, url: MEET, conference: MEET, own: MEET },
  ],
  [
    'a Teams link, and a room',
    { kind: 'teams', url: TEAMS },
    ['Room 2'],
    { location: 'Room 2', url: TEAMS, conference: TEAMS, own: TEAMS },
  ],
]

const OWN = ['x-google-conference', 'x-microsoft-skypeteamsmeetingurl'] as const

function byIcalJs(text: string): ParsedPlace {
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
  const value = (name: string) => {
    const found = event?.getFirstPropertyValue(name)
    return found == null ? undefined : String(found)
  }
  return {
    location: value('location'),
    url: value('url'),
    description: value('description'),
    conference: value('conference'),
    own: OWN.map(value).find((each) => each !== undefined),
    guests: (event?.getAllProperties('attendee') ?? [])
      .filter((each) => each.getFirstParameter('partstat') === 'NEEDS-ACTION')
      .map((each) => String(each.getFirstValue())),
  }
}

interface NodeIcalValue {
  readonly params: Readonly<Record<string, string>>
  readonly val: string
}

type NodeIcalEvent = { readonly type: string } & Readonly<Record<string, unknown>>

function byNodeIcal(text: string): ParsedPlace {
  const parsed = Object.values(nodeIcal.parseICS(text)) as unknown as NodeIcalEvent[]
  const event = parsed.find((one) => one?.type === 'VEVENT') as NodeIcalEvent
  const value = (name: string) => {
    const found = event[name] as NodeIcalValue | string | undefined
    return typeof found === 'object' ? found.val : found
  }
  const attendees = event.attendee as readonly NodeIcalValue[]
  return {
    location: value('location'),
    url: value('url'),
    description: value('description'),
    conference: value('conference'),
    own: value('GOOGLE-CONFERENCE') ?? value('MICROSOFT-SKYPETEAMSMEETINGURL'),
    guests: attendees
      .filter(({ params }) => params.PARTSTAT === 'NEEDS-ACTION')
      .map(({ val }) => val),
  }
}

/** It reads no conferences. */
function byTsIcs(text: string): Omit<ParsedPlace, 'conference' | 'own'> {
  const event = convertIcsCalendar(undefined, text).events?.[0]
  return {
    location: event?.location,
    url: event?.url,
    description: event?.description,
    guests: (event?.attendees ?? [])
      .filter(({ partstat }) => partstat === 'NEEDS-ACTION')
      .map(({ email }) => `mailto:${email}`),
  }
}

describe.each([
  ['ical.js', byIcalJs],
  ['node-ical', byNodeIcal],
  ['ts-ics', byTsIcs],
] as const)('%s', (parser, read) => {
  test.each(CASES)('reads an invitation with %s as it was meant', (_name, place, rooms, meant) => {
    const text = writeInvitation({
      method: 'REQUEST',
      uid: 'bkg_01k5xyz@holdfast',
      sequence: 1,
      stampEpochSeconds: 1_776_672_000,
      startEpochSeconds: 1_777_280_400,
      endEpochSeconds: 1_777_282_200,
      status: 'CONFIRMED',
      summary: 'Consultation',
      description: 'Bring the card, please.\n\nJoin: https://example.com/?a=1;b,c',
      organizer: { name: 'Dr. Ada', email: 'ada@example.com' },
      attendee: { name: 'Grace', email: 'grace@example.com' },
      otherAttendees: [{ name: 'Max, "M"', email: 'max@example.com', isGuest: true }],
      ...placeOfInvitation(place, rooms),
    })
    const { conference, own, ...plain } = meant
    expect(read(text)).toEqual({
      ...plain,
      description: 'Bring the card, please.\n\nJoin: https://example.com/?a=1;b,c',
      guests: ['mailto:max@example.com'],
      ...(parser !== 'ts-ics' && { conference, own }),
    })
  })
})
