import { expect, test } from 'vitest'
import { type DomainEvent, eventRepresentation } from '../../kernel/events/event.ts'
import { eventFromRepresentation } from './received-event.ts'

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
const SENT = eventRepresentation(EVENT)

test('an event survives the round trip through JSON', () => {
  const sent: unknown = JSON.parse(JSON.stringify(SENT))
  expect(eventFromRepresentation(sent)).toEqual({ ok: true, value: EVENT })
})

test.each([
  ['id', { ...SENT, id: '' }],
  ['type', { ...SENT, type: 7 }],
  ['schemaVersion', { ...SENT, schemaVersion: 1.5 }],
  ['accountId', { ...SENT, accountId: undefined }],
  ['resource', { ...SENT, resource: null }],
  ['resource.version', { ...SENT, resource: { id: 'bkg_1', version: '2' } }],
  ['occurredAt', { ...SENT, occurredAt: 'yesterday' }],
  ['data', { ...SENT, data: [] }],
])('an event without a valid %s is refused', (member, representation) => {
  expect(eventFromRepresentation(representation)).toEqual({
    ok: false,
    refusal: `the event has no valid ${member}`,
  })
})

test('a message that is not an object is refused', () => {
  expect(eventFromRepresentation('evn_1')).toEqual({
    ok: false,
    refusal: 'the event is not an object',
  })
})
