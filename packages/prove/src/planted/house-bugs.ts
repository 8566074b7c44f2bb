import type { PlantedBug } from './planted-bug.ts'

const SPLIT_STAY = 'packages/server/src/booking/units/split-stay.ts'
const NIGHT_STEPS = 'packages/server/src/booking/bookings/night-steps.ts'

/** Bugs of stays that change while their guests are there, and of stays of calendars that become bookings. */
export const HOUSE_BUGS: readonly PlantedBug[] = [
  {
    name: 'begun-stay-leaves-nothing',
    what: 'A stay that changes its unit after it has begun moves its past nights, too.',
    change: {
      file: SPLIT_STAY,
      find: "if (status !== 'confirmed' || today <= since) return",
      replace: 'if (since > 0) return',
    },
    shapes: ['begun', 'adopted'],
  },
  {
    name: 'last-night-keeps-unit',
    what: 'A stay that has begun cannot change its unit for its last night.',
    change: {
      file: SPLIT_STAY,
      find: 'hasSlept: true,\n    restDay: today,',
      replace: 'hasSlept: true,\n    restDay: today + 1,',
    },
    shapes: ['begun', 'adopted'],
  },
  {
    name: 'left-unit-kept-by-cancel',
    what: 'A cancelled stay keeps its nights in the units that it has left.',
    change: {
      file: NIGHT_STEPS,
      find: 'return nightsByUnit(stay).map(',
      replace: 'return nightsByUnit(stay).slice(-1).map(',
    },
    shapes: ['begun', 'adopted'],
  },
  {
    name: 'left-unit-lists-nothing',
    what: 'A unit does not list the stays that have left it.',
    change: {
      file: SPLIT_STAY,
      find: 'if (unit) await markTaken(deps, unit, { sharesBookings: true })',
      replace: '',
    },
    shapes: ['begun', 'adopted'],
  },
  {
    name: 'longer-stay-forgets-left-unit',
    what: 'A stay that moves to another unit because it gets longer takes its past nights along.',
    change: {
      file: 'packages/server/src/booking/bookings/move-stay.ts',
      find: '...(spent.length > 0 && { earlier: spent }),',
      replace: '',
    },
    shapes: ['begun', 'adopted'],
  },
  {
    name: 'adoption-frees-nights',
    what: 'A stay of a calendar that becomes a booking loses its nights.',
    change: {
      file: NIGHT_STEPS,
      find: "mark: unmarked, from: FINAL, to, ifGone: 'lost'",
      replace: "mark: unmarked, from: FINAL, to: NONE, ifGone: 'lost'",
    },
    shapes: ['adopted'],
  },
  {
    name: 'adopted-stay-listed',
    what: 'A stay that has become a booking is still listed as a stay of its calendar.',
    change: {
      file: 'packages/server/src/stays/calendars/stays-of-units.ts',
      find: '[calendarEventEntity.remove(event), calendarEventByTimeEntity.remove(event)]',
      replace: '[calendarEventEntity.remove(event)]',
    },
    shapes: ['adopted'],
  },
  {
    name: 'adoption-told-after-conflict',
    what: 'A stay that somebody else changes, deletes or adopts at the same moment is reported as adopted.',
    change: {
      file: 'packages/server/src/booking/adoption/adopt-stays.ts',
      find: "if (committed.kind === 'stale') return CONFLICT",
      replace: "if (committed.kind === 'stale') return { stay, booking: bookingOf(place, stay) }",
    },
    shapes: ['adopted'],
  },
]
