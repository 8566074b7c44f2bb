import { describe, expect, test } from 'vitest'
import { checkEvents, checkNextEvent, type SeenEvent } from './events.ts'

/** The event at a position of the log: of a booking, at a version. */
const event = (position: number, resourceId: string, version: number): SeenEvent => ({
  id: `evt_${position}`,
  position,
  type: 'booking.updated',
  resourceId,
  version,
})

test('a log with one event for each version of each booking is complete', () => {
  const events = [event(1, 'a', 1), event(2, 'b', 1), event(3, 'a', 2)]
  const bookings = [
    { id: 'a', version: 2 },
    { id: 'b', version: 1 },
  ]
  expect(checkEvents(events, bookings)).toEqual([])
})

test('events of one booking may be in another order than its versions', () => {
  expect(checkEvents([event(1, 'a', 2), event(2, 'a', 1)], [{ id: 'a', version: 2 }])).toEqual([])
})

test('events of other resources belong to no booking', () => {
  const created = { ...event(1, 'prv_a', 1), type: 'provider.created' }
  expect(checkEvents([created], [])).toEqual([])
})

test.each<readonly [string, readonly SeenEvent[], string]>([
  [
    'an event is missing',
    [event(1, 'a', 1)],
    'booking a has version 2 and events of the versions 1',
  ],
  [
    'a version has two events',
    [event(1, 'a', 1), event(2, 'a', 2), event(3, 'a', 2)],
    'booking a has version 2 and events of the versions 1, 2, 2',
  ],
  [
    'a version is skipped',
    [event(1, 'a', 1), event(2, 'a', 3)],
    'booking a has version 2 and events of the versions 1, 3',
  ],
  ['a position is skipped', [event(1, 'a', 1), event(3, 'a', 2)], 'position 2 of the log is 3'],
  [
    'an event is in the log twice',
    [event(1, 'a', 1), { ...event(2, 'a', 2), id: 'evt_1' }],
    'event evt_1 is in the log twice',
  ],
  [
    'an event tells of a booking that does not exist',
    [event(1, 'a', 1), event(2, 'a', 2), event(3, 'b', 1)],
    'events tell of booking b, which does not exist',
  ],
])('a log is wrong if %s', (_, events, line) => {
  expect(checkEvents(events, [{ id: 'a', version: 2 }])).toEqual([line])
})

describe('an event that is appended is wrong if', () => {
  const appended = (...log: readonly SeenEvent[]) => {
    const seen = new Set<string>()
    return log.flatMap((each, count) => checkNextEvent(each, count, seen))
  }
  test('it is the second one of a version', () => {
    expect(appended(event(1, 'a', 1), event(2, 'a', 1))).toEqual([
      'event evt_2 (booking.updated) is the second one of a version 1',
    ])
  })
  test('its position leaves a gap', () => {
    expect(appended(event(1, 'a', 1), event(3, 'a', 2))).toEqual(['position 2 of the log is 3'])
  })
})

test('a stay that was deleted has an event for each version until then', () => {
  const created = { ...event(1, 'cev_a', 1), type: 'stay.created' }
  const deleted = { ...event(2, 'cev_a', 2), type: 'stay.deleted' }
  expect(checkEvents([created, deleted], [])).toEqual([])
  expect(checkEvents([{ ...deleted, position: 1 }], [])).toEqual([
    'booking cev_a has version 2 and events of the versions 2',
  ])
})

describe('a stay of a calendar whose place a booking took', () => {
  const created = { ...event(1, 'cev_a', 1), type: 'stay.created' }
  const moved = { ...event(2, 'cev_a', 2), type: 'stay.updated' }
  const adopted = (position: number, type: string, version = 1): SeenEvent => ({
    ...event(position, 'bkg_a', version),
    type,
    adoptedStayId: 'cev_a',
  })
  const booked = [adopted(3, 'booking.created'), adopted(4, 'booking.confirmed')]
  test('has an event for each version until then, and the booking two of its first version', () => {
    const log = [created, moved, ...booked]
    expect(checkEvents(log, [{ id: 'bkg_a', version: 1 }])).toEqual([])
    const seen = new Set<string>()
    expect(log.flatMap((each, count) => checkNextEvent(each, count, seen))).toEqual([])
  })
  test('may have been read as a stay before', () => {
    const known = [
      { id: 'cev_a', version: 1 },
      { id: 'bkg_a', version: 1 },
    ]
    expect(checkEvents([created, moved, ...booked], known)).toEqual([])
  })
  test('is wrong if an event is missing or the booking is confirmed twice', () => {
    const log = [
      { ...moved, position: 1 },
      ...booked.map((each) => ({ ...each, position: each.position - 1 })),
    ]
    expect(checkEvents(log, [{ id: 'bkg_a', version: 1 }])).toEqual([
      'booking cev_a has version 2 and events of the versions 2',
    ])
    const seen = new Set<string>()
    const twice = [...booked, adopted(5, 'booking.confirmed')]
    expect(twice.flatMap((each, count) => checkNextEvent(each, count + 2, seen))).toEqual([
      'event evt_5 (booking.confirmed) is the second one of the confirmation of bkg_a version 1',
    ])
  })
})
