import { expect, test } from 'vitest'
import { NO_BRAND } from '../../../tests/support/composed-mail.ts'
import type { Provider } from '../../booking/providers/provider.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { calendarMail } from './calendar-mail.ts'
import { layOut } from './mail-layout.ts'

test('the email about a lost calendar says since when, in the provider’s zone, and links to the fix', () => {
  const event: DomainEvent = {
    id: 'evn_1',
    type: 'calendar.sync_failed',
    schemaVersion: 1,
    accountId: 'acc_1',
    resourceId: 'con_1',
    resourceVersion: 4,
    occurredAtEpochMilliseconds: 0,
    data: {
      connection: {
        providerId: 'prv_1',
        kind: 'google',
        status: 'broken',
        label: 'ada@example.com',
        failure: { detail: 'access was withdrawn', since: '2026-04-20T08:00:00Z' },
      },
    },
  }
  const provider = {
    name: 'Dr. Ada',
    email: 'ada@example.com',
    timeZone: 'Europe/Berlin',
  } as Provider
  const written = calendarMail(event, provider, 'https://book.example.com/dashboard/connections')
  const mail = written && layOut(written, NO_BRAND)
  expect([mail?.to.address, mail?.subject]).toEqual([
    'ada@example.com',
    'Reconnect your Google Calendar',
  ])
  expect(
    mail?.text,
  ).toBe(`We no longer have access to your calendar. Nobody can book you until you reconnect or disconnect it.

Calendar: Google Calendar (ada@example.com)
Provider: Dr. Ada
Since: Monday, 20 April 2026, 10:00 (Europe/Berlin, GMT+2)
Reason: access was withdrawn

Manage your calendars: https://book.example.com/dashboard/connections
`)
  expect(mail?.html).toContain('href="https://book.example.com/dashboard/connections"')
})
