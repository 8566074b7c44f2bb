import { expect, test } from 'vitest'
import { firstOfEach } from './first-of-each.ts'

test('of each event type with each provider the first start is offered, the soonest first', () => {
  const slot = (start: string, eventTypeId: string, providerId: string) => ({
    start: `2026-04-20T${start}:00Z`,
    eventTypeId,
    providerId,
    end: 'ignored',
  })
  const found = firstOfEach([
    slot('10:00', 'ety_a', 'prv_1'),
    slot('09:30', 'ety_a', 'prv_1'),
    slot('09:00', 'ety_b', 'prv_1'),
    slot('09:15', 'ety_a', 'prv_2'),
    slot('09:45', 'ety_b', 'prv_1'),
  ])
  expect(found).toEqual([
    { start: '2026-04-20T09:00:00Z', eventTypeId: 'ety_b', providerId: 'prv_1' },
    { start: '2026-04-20T09:15:00Z', eventTypeId: 'ety_a', providerId: 'prv_2' },
    { start: '2026-04-20T09:30:00Z', eventTypeId: 'ety_a', providerId: 'prv_1' },
  ])
})
