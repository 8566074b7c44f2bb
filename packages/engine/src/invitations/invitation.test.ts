import { expect, test } from 'vitest'
import { type Invitation, utcTime, writeEvents, writeInvitation } from './invitation.ts'

const invitation: Invitation = {
  method: 'REQUEST',
  uid: 'bkg_01k5@holdfast',
  sequence: 2,
  // 2026-04-20T08:00:05Z, and 2026-04-27 09:00 to 09:30 UTC.
  stampEpochSeconds: 1_776_672_005,
  startEpochSeconds: 1_777_280_400,
  endEpochSeconds: 1_777_282_200,
  status: 'CONFIRMED',
  summary: 'Check-up; with Dr. Berger, Berlin',
  description: 'Bring:\n- the card\\folder',
  url: 'https://book.example.com/b/1?x=ü',
  organizer: { name: 'Dr. "Ada" Berger', email: 'ada@example.com' },
  attendee: { name: '山田 太郎', email: 'yamada@example.jp' },
  alarmMinutes: 60,
}

test('an invitation is formatted exactly as RFC 5545 and RFC 5546 require', () => {
  expect(writeInvitation(invitation).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Holdfast//Holdfast//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:bkg_01k5@holdfast',
    'DTSTAMP:20260420T080005Z',
    'DTSTART:20260427T090000Z',
    'DTEND:20260427T093000Z',
    'SEQUENCE:2',
    'STATUS:CONFIRMED',
    'SUMMARY:Check-up\\; with Dr. Berger\\, Berlin',
    'DESCRIPTION:Bring:\\n- the card\\\\folder',
    'URL:https://book.example.com/b/1?x=%C3%BC',
    'ORGANIZER;CN="Dr. “Ada” Berger":mailto:ada@example.com',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALS',
    ' E;CN="山田 太郎":mailto:yamada@example.jp',
    'TRANSP:OPAQUE',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Check-up\\; with Dr. Berger\\, Berlin',
    'TRIGGER:-PT60M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a cancellation has the UID of its invitation and no reminder', () => {
  const text = writeInvitation({
    ...invitation,
    method: 'CANCEL',
    status: 'CANCELLED',
    sequence: 3,
  })
  expect(text).toContain('METHOD:CANCEL\r\n')
  expect(text).toContain('UID:bkg_01k5@holdfast\r\n')
  expect(text).toContain('SEQUENCE:3\r\n')
  expect(text).not.toContain('VALARM')
})

test('a cancellation for its attendees alone has no status', () => {
  const { status: _, ...others } = invitation
  const text = writeInvitation({ ...others, method: 'CANCEL', sequence: 3 })
  expect(text).toContain('METHOD:CANCEL\r\n')
  expect(text).toContain('SEQUENCE:3\r\nSUMMARY:')
  expect(text).not.toContain('STATUS')
  expect(text.replaceAll('\r\n ', '')).toContain('PARTSTAT=NEEDS-ACTION;')
})

test('an invitation without optional fields has none of their properties', () => {
  const { description: _d, url: _u, attendee: _a, alarmMinutes: _m, ...least } = invitation
  expect(writeInvitation({ ...least, status: 'TENTATIVE' }).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Holdfast//Holdfast//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:bkg_01k5@holdfast',
    'DTSTAMP:20260420T080005Z',
    'DTSTART:20260427T090000Z',
    'DTEND:20260427T093000Z',
    'SEQUENCE:2',
    'STATUS:TENTATIVE',
    'SUMMARY:Check-up\\; with Dr. Berger\\, Berlin',
    'ORGANIZER;CN="Dr. “Ada” Berger":mailto:ada@example.com',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('people, rooms and equipment follow the attendee, and the place has its own line', () => {
  const { description: _d, url: _u, alarmMinutes: _m, ...rest } = invitation
  const lines = writeInvitation({
    ...rest,
    location: 'Room 2, ground floor',
    otherAttendees: [
      { name: 'Dr. Ada', email: 'ada@example.com' },
      { name: 'Room 2', email: 'room-2@example.com', type: 'room' },
      { name: 'Scanner', email: 'scan@example.com', type: 'resource' },
    ],
  }).replaceAll('\r\n ', '')
  const ofPeople = lines.split('\r\n').filter((line) => /^(LOCATION|ATTENDEE)/.test(line))
  expect(ofPeople).toEqual([
    'LOCATION:Room 2\\, ground floor',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="山田 太郎":mailto:yamada@example.jp',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="Dr. Ada":mailto:ada@example.com',
    'ATTENDEE;CUTYPE=ROOM;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="Room 2":mailto:room-2@example.com',
    'ATTENDEE;CUTYPE=RESOURCE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="Scanner":mailto:scan@example.com',
  ])
})

test('the attendee has accepted only a confirmed invitation', () => {
  const attendee = { name: 'Bo', email: 'bo@example.com' }
  const unfolded = (status: NonNullable<Invitation['status']>) =>
    writeInvitation({ ...invitation, status, attendee }).replaceAll('\r\n ', '')
  expect(unfolded('CONFIRMED')).toContain('PARTSTAT=ACCEPTED;')
  expect(unfolded('TENTATIVE')).toContain('PARTSTAT=NEEDS-ACTION;')
  expect(unfolded('CANCELLED')).toContain('PARTSTAT=NEEDS-ACTION;')
})

test('characters that could end an address are percent-encoded', () => {
  const text = writeInvitation({
    ...invitation,
    organizer: { name: 'Ada', email: 'a "<b>%\\^`{|}\n@example.com' },
    url: 'https://example.com/~a b\n!',
  })
  expect(text.replaceAll('\r\n ', '')).toContain(
    'mailto:a%20%22%3Cb%3E%25%5C%5E%60%7B%7C%7D%0A@example.com\r\n',
  )
  expect(text).toContain('URL:https://example.com/~a%20b%0A!\r\n')
})

test('times are formatted in UTC to the second', () => {
  expect(utcTime(1_777_280_400)).toBe('20260427T090000Z')
  expect(utcTime(1_777_280_459)).toBe('20260427T090059Z')
  expect(utcTime(-1)).toBe('19691231T235959Z')
  expect(() => utcTime(0.5)).toThrow('the time of an invitation must be whole seconds')
})

test('an online meeting has a line for each of those who read one', () => {
  const url = 'https://meet.google.com/abc-defg-hij'
  const linesOf = (conference: Invitation['conference']) =>
    writeInvitation({ ...invitation, url: conference?.url ?? '', conference } as Invitation)
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .filter((line) => /^(URL|CONFERENCE|X-)/.test(line))
  expect(linesOf({ url, label: 'Google "Meet"', maker: 'google' })).toEqual([
    'URL:https://meet.google.com/abc-defg-hij',
    'CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL="Google “Meet”":https://meet.google.com/abc-defg-hij',
    'X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij',
  ])
  expect(
    linesOf({
      url: 'https://teams.microsoft.com/l/x?context=%7b%22a%22%3a1%7d',
      label: 'Teams',
      maker: 'microsoft',
    }),
  ).toEqual([
    'URL:https://teams.microsoft.com/l/x?context=%7b%22a%22%3a1%7d',
    'CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL="Teams":https://teams.microsoft.com/l/x?context=%7b%22a%22%3a1%7d',
    'X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.microsoft.com/l/x?context=%7b%22a%22%3a1%7d',
  ])
  expect(linesOf({ url: 'https://example.com/a\\b"\r\nX-EVIL:1', label: 'Room' })).toEqual([
    'URL:https://example.com/a%5Cb%22%0D%0AX-EVIL:1',
    'CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL="Room":https://example.com/a%5Cb%22%0D%0AX-EVIL:1',
  ])
})

test('a guest of a confirmed booking has not accepted', () => {
  const otherAttendees = [{ email: 'guest@example.com', isGuest: true }]
  const text = writeInvitation({ ...invitation, otherAttendees }).replaceAll('\r\n ', '')
  expect(text).toContain(
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE:mailto:guest@example.com\r\n',
  )
})

test('several events are published in one object without their attendees', () => {
  const text = writeEvents([
    { ...invitation, uid: 'one@example.com' },
    { ...invitation, uid: 'two@example.com', method: 'CANCEL', status: 'CANCELLED' },
  ])
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  const shown = lines.filter((line) => /^(METHOD|BEGIN:VE|UID|STATUS|ATTENDEE)/.test(line))
  expect(shown).toEqual([
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:one@example.com',
    'STATUS:CONFIRMED',
    'BEGIN:VEVENT',
    'UID:two@example.com',
    'STATUS:CANCELLED',
  ])
})
