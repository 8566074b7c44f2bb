import { expect, test } from 'vitest'
import { type DomainEvent, eventRepresentation } from '../../kernel/events/event.ts'
import { eventFromRepresentation, receivedEvent } from './received-event.ts'

const EVENT: DomainEvent = {
  id: 'evn_1',
  type: 'booking.confirmed',
  schemaVersion: 1,
  accountId: 'acc_1',
  resourceId: 'bkg_1',
  resourceVersion: 2,
  occurredAtEpochMilliseconds: 1_776_672_000_123,
  data: { booking: { id: 'bkg_1', note: null } },
}

test('an event survives the round trip through JSON', () => {
  const sent: unknown = JSON.parse(JSON.stringify(eventRepresentation(EVENT)))
  expect(eventFromRepresentation(sent)).toEqual({ ok: true, value: EVENT })
})

test.each([
  ['id', { ...EVENT, id: '' }],
  ['type', { ...EVENT, type: 7 }],
  ['accountId', { ...EVENT, accountId: undefined }],
  ['resourceVersion', { ...EVENT, resourceVersion: '2' }],
  ['occurredAtEpochMilliseconds', { ...EVENT, occurredAtEpochMilliseconds: Number.NaN }],
  ['data', { ...EVENT, data: [] }],
])('an event without a valid %s is refused', (name, event) => {
  expect(receivedEvent(event as unknown as DomainEvent)).toEqual({
    ok: false,
    refusal: `the event has no valid ${name}`,
  })
})

test.each([
  ['a string instead of an object', 'evn_1', 'the event is not an object'],
  [
    'no resource',
    { ...eventRepresentation(EVENT), resource: null },
    'the event has no valid resourceId',
  ],
  [
    'an invalid time',
    { ...eventRepresentation(EVENT), occurredAt: 'yesterday' },
    'the event has no valid occurredAtEpochMilliseconds',
  ],
])('a message with %s is refused', (_, representation, refusal) => {
  expect(eventFromRepresentation(representation)).toEqual({ ok: false, refusal })
})
