import type { Booking } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { composeMail } from '../../../tests/support/composed-mail.ts'
import { mailContext as context } from '../../../tests/support/mail-context.ts'
import type { EventType } from '../../booking/event-types/event-type.ts'
import type { MailContext } from './compose.ts'

describe('what a booking costs and what its booker answered', () => {
  const paid = { payment: { amount: 5000, currency: 'EUR' } } as Partial<Booking>
  const questions = [
    { id: 'size', label: 'Shoe size', kind: 'number' },
    { id: 'terms', label: 'I accept', kind: 'checkbox' },
    { id: 'ill', label: 'Illness', kind: 'text', isPrivate: true },
    { id: 'story', label: 'Story', kind: 'text' },
  ] as const
  const answers = { size: 42, terms: true, ill: 'asthma', story: 'a'.repeat(600), removed: 'old' }
  const eventType = { title: 'Prüfung', questions } as unknown as EventType
  const rowsOf = (eventName: MailContext['eventName'], recipient: 'booker' | 'provider') =>
    composeMail(context({ eventName, eventType }, { ...paid, answers }), recipient)?.text ?? ''

  test('is in the confirmation, the amount for both and the answers for the provider alone', () => {
    const [toBooker, toProvider] = [
      rowsOf('booking.confirmed', 'booker'),
      rowsOf('booking.confirmed', 'provider'),
    ]
    expect(toBooker).toContain('\nAmount: €50.00\n')
    expect(toProvider).toContain('\nAmount: €50.00\n')
    expect(toProvider).toContain(`\nShoe size: 42\nI accept: ✓\nStory: ${'a'.repeat(500)}…\n`)
    expect(toProvider).not.toMatch(/asthma|old/)
    expect(toBooker).not.toMatch(/Shoe size|aaa|asthma/)
  })

  test('is not repeated by emails about changes', () => {
    expect(rowsOf('booking.rescheduled', 'booker')).not.toContain('Amount')
    expect(rowsOf('booking.rescheduled', 'provider')).not.toContain('Shoe size')
  })
})

test('a confirmation has links to the calendars of Google and Outlook, a cancellation has none', () => {
  const place = { location: { kind: 'in_person', address: 'Seestraße 1' } } as Partial<Booking>
  const eventType = { title: 'Prüfung', locations: [place.location] } as unknown as EventType
  const htmlOf = (eventName: MailContext['eventName'], recipient: 'booker' | 'provider') =>
    composeMail(context({ eventName, eventType }, place), recipient)?.html ?? ''
  const links = htmlOf('booking.confirmed', 'booker').matchAll(/<a href="([^"]*)" class="soft"/g)
  expect([...links].map(([, url]) => url?.replaceAll('&#38;', '&'))).toEqual([
    'https://calendar.google.com/calendar/render?action=TEMPLATE&text=Pr%C3%BCfung+with+Dr.+Ada&dates=20260427T090000Z%2F20260427T093000Z&location=Seestra%C3%9Fe+1',
    'https://outlook.live.com/calendar/0/deeplink/compose?path=%2Fcalendar%2Faction%2Fcompose&rru=addevent&subject=Pr%C3%BCfung+with+Dr.+Ada&startdt=2026-04-27T09%3A00%3A00.000Z&enddt=2026-04-27T09%3A30%3A00.000Z&location=Seestra%C3%9Fe+1',
  ])
  expect(htmlOf('booking.cancelled', 'booker')).not.toContain('calendar.google.com')
  expect(htmlOf('booking.confirmed', 'provider')).not.toContain('calendar.google.com')
})
