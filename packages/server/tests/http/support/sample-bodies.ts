import { BOOKER } from './fixtures.ts'

/** The bodies of the samples. */

export const PROPERTY = { name: 'House by the lake', timeZone: 'Europe/Berlin' }
export const WAITING = { from: '2026-04-27', to: '2026-05-04', booker: BOOKER }
export const MESSAGE = { subject: 'Soon: {{ title }}', text: 'See you on {{ start_date }}.' }
export const MEMBER = { email: 'member@example.com', name: 'Ada', role: 'viewer' }
/** What a browser sends; no key has a passkey, so none is checked. */
export const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
export const REGISTRATION = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
}
export const SCHEDULE = {
  name: 'Office hours',
  timeZone: 'Europe/Berlin',
  availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end: '17:00' }] }],
}
/** Blocks on two Mondays. */
export const TRAINING = {
  kind: 'block',
  start: '2026-06-01T16:00:00Z',
  end: '2026-06-01T18:00:00Z',
  recurrence: { frequency: 'weekly', count: 2 },
}

export const CLOSURE = { name: 'Outing', start: '2026-12-24', end: '2027-01-02' }
export const TIME_OFF = { start: '2026-12-24', end: '2027-01-02' }
export const HOUSE = { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights' }
export const DIARY = { name: 'Diary', timeZone: 'Europe/Berlin' }
export const TALK = { title: 'Talk', start: '2026-06-01T09:00:00Z', end: '2026-06-01T10:00:00Z' }
export const STAY = { title: 'A guest', start: '2026-06-01', end: '2026-06-05' }
export const GUEST_STAY = { arrival: '2026-06-08', departure: '2026-06-10', guest: BOOKER }

/** A calendar file of one event. */
export const FILE = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nBEGIN:VEVENT\r\nUID:fair\r\nDTSTAMP:20260401T000000Z\r\nDTSTART;VALUE=DATE:20260701\r\nSUMMARY:Fair\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

export const RATE_PLAN = { name: 'Flexible', currency: 'EUR', amount: 10_000 }
export const STAY_DATES = 'arrival=2026-05-01&departure=2026-05-04'
