import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeText, foldLine, quoteParameter } from './content-line.ts'
import { type Invitation, writeInvitation } from './invitation.ts'

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

const octets = (text: string): number => new TextEncoder().encode(text).length

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
    `ORGANIZER;CN="Dr. ^'Ada^' Berger":mailto:ada@example.com`,
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

describe('a text from outside cannot start a property of its own', () => {
  test.each([
    ['a\r\nATTENDEE:mailto:x@y.z', 'a\\nATTENDEE:mailto:x@y.z'],
    ['a\rb\u2028c', 'a\\nb\\nc'],
    ['bell\u0007 nul\u0000 del\u007f', 'bell nul del'],
    ['half \ud83d pair', 'half \ufffd pair'],
  ])('the property value %j is escaped', (text, escaped) => {
    expect(escapeText(text)).toBe(escaped)
  })

  test('a parameter value is quoted and escaped', () => {
    expect(quoteParameter('Jim "J" ^ Doe\r\nX: ;,')).toBe(`"Jim ^'J^' ^^ Doe^nX: ;,"`)
  })
})

test('folding any text gives lines of at most 75 octets and splits no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const line = `SUMMARY:${escapeText(text)}`
      const folded = foldLine(line)
      expect(folded.endsWith('\r\n')).toBe(true)
      for (const physical of folded.slice(0, -2).split('\r\n')) {
        expect(octets(physical)).toBeLessThanOrEqual(75)
        expect(physical).not.toMatch(/[\r\n]/)
        expect(new TextDecoder().decode(new TextEncoder().encode(physical))).toBe(physical)
      }
      expect(folded.slice(0, -2).replaceAll('\r\n ', '')).toBe(line)
    }),
    { numRuns: 1000 },
  )
})

test('a line of exactly 75 octets is not folded, one of 76 is', () => {
  expect(foldLine('x'.repeat(75))).toBe(`${'x'.repeat(75)}\r\n`)
  expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x\r\n`)
})
