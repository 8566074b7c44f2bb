import type { PlantedBug } from './planted-bug.ts'

/** Bugs in the time that bookings give back, and that is kept for a while. */
export const FREED_BUGS: readonly PlantedBug[] = [
  {
    name: 'freed-too-early',
    what: 'Time that a booking gave back is free 59 s before it is due.',
    change: {
      file: 'packages/server/src/booking/bookings/time-steps.ts',
      find: 'nowEpochSeconds + before.freedAfterSeconds',
      replace: 'nowEpochSeconds + before.freedAfterSeconds - 59',
    },
    shapes: ['freed'],
    faults: ['connection'],
  },
  {
    name: 'freed-too-late',
    what: 'Time that a booking gave back stays taken for an hour more.',
    change: {
      file: 'packages/server/src/booking/bookings/time-steps.ts',
      find: 'nowEpochSeconds + before.freedAfterSeconds',
      replace: 'nowEpochSeconds + before.freedAfterSeconds + 3600',
    },
    shapes: ['freed'],
    faults: ['lapse'],
  },
  {
    name: 'freed-not-own',
    what: 'A booking cannot move back into the time that it gave back.',
    change: {
      file: 'packages/engine/src/claims/freed.ts',
      find: "(takesFreed || bookingId === ownerId.split('.', 1)[0])",
      replace: 'takesFreed',
    },
    shapes: ['freed'],
  },
]
