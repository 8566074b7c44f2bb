import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { loggedEventEntity } from './event-log.ts'

const BOOKING = {
  id: 'bkg_1',
  version: 2,
  actor: { kind: 'key', id: 'key_1' },
  status: 'confirmed',
  providerId: 'prv_1',
  assignments: [],
  start: '2026-04-27T09:00:00Z',
  holdExpiresAt: null,
  emailUnconfirmed: false,
  override: false,
  note: null,
  rescheduledFrom: null,
  confirmedAt: '2026-04-20T08:00:00Z',
  cancelledAt: null,
  cancellationReason: null,
  cancelledBy: null,
  completedAt: null,
  noShowAt: null,
  expiredAt: null,
  booker: { id: null, name: 'Ada', email: 'ada@example.com', timeZone: null, locale: null },
}

const event = (data: DomainEvent['data'], more: Partial<DomainEvent> = {}): DomainEvent => ({
  id: 'evn_1',
  type: 'booking.confirmed',
  schemaVersion: 1,
  accountId: 'acc_1',
  resourceId: 'bkg_1',
  resourceVersion: 2,
  actor: { kind: 'key', id: 'key_1' },
  occurredAtEpochMilliseconds: 0,
  data,
  ...more,
})

const SUBJECTS = {
  provider: { id: 'prv_1', name: 'Dr. Grace Hopper' },
  eventType: { id: 'ety_1', title: 'First visit' },
  managePath: '/manage/bkg_1',
}

const stored = (of: DomainEvent) => loggedEventEntity.encode({ position: 1, event: of })
const read = (of: DomainEvent) => loggedEventEntity.decode(stored(of)).event

describe('an event in the log', () => {
  test('stores nothing twice, and nothing that has not happened to its booking', () => {
    expect(stored(event({ booking: BOOKING, ...SUBJECTS })).data).toEqual({
      booking: {
        version: 2,
        status: 'confirmed',
        providerId: 'prv_1',
        start: '2026-04-27T09:00:00Z',
        confirmedAt: '2026-04-20T08:00:00Z',
        booker: { name: 'Ada', email: 'ada@example.com' },
      },
      provider: { name: 'Dr. Grace Hopper' },
      eventType: { id: 'ety_1', title: 'First visit' },
    })
  })

  test('is read as it was published', () => {
    for (const of of [
      event({ booking: BOOKING, ...SUBJECTS }),
      event({ booking: { ...BOOKING, booker: null }, ...SUBJECTS }),
      event({ booking: { ...BOOKING, note: 'Late', override: true, actor: { kind: 'system' } } }),
      event({ booking: BOOKING, ...SUBJECTS, managePath: '/manage/bkg_1?x' }),
      event({ booking: { ...BOOKING, id: 'bkg_2' } }, { type: 'payment.captured' }),
      event({ session: { id: 'ses_1', note: null } }, { type: 'session.cancelled' }),
    ]) {
      expect(read(of).data).toMatchObject(of.data)
      expect({ ...read(of), data: {} }).toEqual({ ...of, data: {} })
    }
  })

  test('that an earlier version stored whole is read unchanged', () => {
    const of = event({ booking: BOOKING, ...SUBJECTS })
    const item = { ...stored(of), data: of.data }
    expect(loggedEventEntity.decode(item).event.data).toMatchObject(of.data)
  })
})
