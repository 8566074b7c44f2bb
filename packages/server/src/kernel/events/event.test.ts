import { expect, test } from 'vitest'
import { type DomainEvent, eventText } from './event.ts'

const event = (data: DomainEvent['data']): DomainEvent => ({
  id: 'evn_1',
  type: 'booking.created',
  schemaVersion: 1,
  accountId: 'acc_1',
  resourceId: 'bkg_1',
  resourceVersion: 1,
  actor: { id: 'key_1', kind: 'key' },
  occurredAtEpochMilliseconds: 0,
  data,
})

test('a message is the same text in whatever order a store gives the members of its data back', () => {
  const one = event({ booking: { id: 'bkg_1', tags: [{ b: 1, a: null }], status: 'pending' } })
  const other = event({ booking: { status: 'pending', tags: [{ a: null, b: 1 }], id: 'bkg_1' } })
  expect(eventText(one)).toBe(eventText(other))
  expect(eventText(other)).toBe(
    '{"id":"evn_1","type":"booking.created","schemaVersion":1,"occurredAt":"1970-01-01T00:00:00.000Z",' +
      '"accountId":"acc_1","actor":{"kind":"key","id":"key_1"},"resource":{"id":"bkg_1","version":1},' +
      '"data":{"booking":{"id":"bkg_1","status":"pending","tags":[{"a":null,"b":1}]}}}',
  )
})
