import type { PlantedBug } from './planted-bug.ts'

/** Bugs of bookings of nights. */
export const STAY_BUGS: readonly PlantedBug[] = [
  {
    name: 'booked-nights-kept-by-move',
    what: 'A booking of nights that moves keeps its old nights.',
    change: {
      file: 'packages/server/src/booking/bookings/night-steps.ts',
      find: '.filter((part) => !isKept(part, has))',
      replace: '.filter(() => false)',
    },
    shapes: ['stays'],
  },
  {
    name: 'booked-nights-kept-by-cancel',
    what: 'A cancelled booking keeps its nights.',
    change: {
      file: 'packages/server/src/booking/bookings/night-steps.ts',
      find: 'return nightsByUnit(stay).map(',
      replace: 'return nightsByUnit(stay).slice(0, 0).map(',
    },
    shapes: ['stays'],
  },
  {
    name: 'booked-nights-lapse',
    what: 'The nights of a confirmed booking lapse as if it were a hold.',
    change: {
      file: 'packages/server/src/booking/bookings/night-steps.ts',
      find: "return [{ ...base(stay), from: HELD, to: FINAL, ifGone: 'lost' }]",
      replace: 'return []',
    },
    shapes: ['stays'],
  },
  {
    name: 'booked-nights-first-only',
    what: 'A booking takes only the first of its nights.',
    change: {
      file: 'packages/server/src/booking/bookings/night-steps.ts',
      find: "return [{ ...base(stay), from: NONE, to, ifGone: 'lost' }]",
      replace:
        "return [{ ...base({ ...stay, departureDay: stay.arrivalDay + 1 }), from: NONE, to, ifGone: 'lost' }]",
    },
    shapes: ['stays'],
  },
  {
    name: 'booked-nights-move-claims-nothing',
    what: 'A booking of nights that moves takes no new nights.',
    change: {
      file: 'packages/server/src/booking/bookings/night-steps.ts',
      find: '.filter((part) => !isKept(part, had))',
      replace: '.filter(() => false)',
    },
    shapes: ['stays'],
  },
  {
    name: 'pool-refuses-after-one-unit',
    what: 'A stay is refused as soon as the first unit that it tries is taken.',
    change: {
      file: 'packages/server/src/booking/units/choose-unit.ts',
      find: "if (last && (own || last.kind === 'stale' || last.takenProviderId === undefined)) return last",
      replace: 'if (last) return last',
    },
    shapes: ['pools'],
  },
  {
    name: 'pool-keeps-lapsed-holds',
    what: 'A unit counts as taken in the nights of holds that have lapsed.',
    change: {
      file: 'packages/server/src/booking/units/unit-books.ts',
      find: 'occupiedQuanta(state, nowEpochSeconds)',
      replace: 'occupiedQuanta(state, 0)',
    },
    shapes: ['pools'],
  },
  {
    name: 'party-confirmed-in-part',
    what: 'A party that confirms its rooms has one of them confirmed.',
    change: {
      file: 'packages/server/src/booking/groups/change-group.ts',
      find: 'const asked = open.length > 0 ? open : bookings.slice(0, 1)',
      replace: 'const asked = (open.length > 0 ? open : bookings).slice(0, 1)',
    },
    shapes: ['rooms'],
  },
  {
    name: 'party-cancelled-in-part',
    what: 'A party that cancels its rooms keeps all but one.',
    change: {
      file: 'packages/server/src/booking/groups/change-group.ts',
      find: 'if (decided.value.length === 0) return await answerUnchanged(deps, caller, found.value)\n    return await commitChanges(deps, caller, found.value, decided.value, {',
      replace:
        'if (decided.value.length === 0) return await answerUnchanged(deps, caller, found.value)\n    return await commitChanges(deps, caller, found.value, decided.value.slice(0, 1), {',
    },
    shapes: ['rooms'],
  },
  {
    name: 'party-never-in-one-unit',
    what: 'Two rooms of a party are never one after the other in one unit, so it is refused although there is a way.',
    change: {
      file: 'packages/engine/src/calendars/stays-together.ts',
      find: 'one.arrivalDay < other.departureDay && other.arrivalDay < one.departureDay',
      replace: 'one.arrivalDay < Infinity || other.arrivalDay < Infinity',
    },
    shapes: ['rooms'],
  },
]
