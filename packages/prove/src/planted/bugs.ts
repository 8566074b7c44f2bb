import type { Shape } from '../cells/world.ts'
import type { PlantedChange } from '../run/preload-settings.ts'
import type { StoreName } from '../run/stores.ts'

/** A bug that a run can plant into the servers, to show that it is found. */
export interface PlantedBug {
  readonly name: string
  readonly what: string
  readonly change: PlantedChange
  /** The store that has it. Default: all. */
  readonly store?: StoreName
  /** The only shapes that have it. Default: all. */
  readonly shapes?: readonly Shape[]
}

/** The bugs that a run must find. */
export const BUGS: readonly PlantedBug[] = [
  {
    name: 'overlap',
    what: 'A claim does not check whether its time is taken.',
    change: {
      file: 'packages/server/src/adapters/rows/ledger-writes.ts',
      find: '    if (taken.has(quantum)) return undefined\n',
      replace: '',
    },
  },
  {
    name: 'lost-ledger-change',
    what: 'A ledger day is replaced although it changed since it was read.',
    change: {
      file: 'packages/server/src/adapters/rows/ledger-writes.ts',
      find: '  if (rev !== write.ifRev) return undefined\n',
      replace: '',
    },
  },
  {
    name: 'hold-stolen',
    what: 'Another booking can take the time of a hold 58 s before the hold ends.',
    change: {
      file: 'packages/engine/src/claims/ledger.ts',
      find: 'hold.expiresAtEpochSeconds <= nowEpochSeconds',
      replace: 'hold.expiresAtEpochSeconds <= nowEpochSeconds + 58',
    },
  },
  {
    name: 'hold-ends-early',
    what: 'A hold cannot be confirmed in its last 55 s.',
    change: {
      file: 'packages/engine/src/bookings/transition.ts',
      find: 'booking.holdExpiresAtEpochSeconds <= nowEpochSeconds',
      replace: 'booking.holdExpiresAtEpochSeconds <= nowEpochSeconds + 55',
    },
  },
  {
    name: 'move-keeps-old-time',
    what: 'A moved booking keeps its old time.',
    change: {
      file: 'packages/engine/src/claims/ledger.ts',
      find: 'if (change.release) removeRange(taken, change.release)',
      replace: 'if (change.release && !change.claim) removeRange(taken, change.release)',
    },
  },
  {
    name: 'move-overlaps',
    what: 'A moved booking does not check whether its new time is taken.',
    change: {
      file: 'packages/engine/src/claims/ledger.ts',
      find: 'if (taken.has(quantum)) return refuse',
      replace: 'if (!change.release && taken.has(quantum)) return refuse',
    },
  },
  {
    name: 'cancel-keeps-time',
    what: 'A cancelled booking keeps its time.',
    change: {
      file: 'packages/engine/src/bookings/decide.ts',
      find: "    claim: {\n      kind: 'release',\n      from: claimOfBooking(booking),\n      held: booking.status === 'pending',\n    },",
      replace: "    claim: { kind: 'none' },",
    },
  },
  {
    name: 'key-expires-at-once',
    what: 'An idempotency key expires at once.',
    change: {
      file: 'packages/server/src/kernel/idempotency.ts',
      find: 'export const IDEMPOTENCY_SECONDS = 24 * 60 * 60',
      replace: 'export const IDEMPOTENCY_SECONDS = 0',
    },
  },
  {
    name: 'event-missing',
    what: 'A cancellation writes no event.',
    change: {
      file: 'packages/engine/src/bookings/decide.ts',
      find: "events: ['booking.cancelled'],",
      replace: 'events: [],',
    },
  },
  {
    name: 'lost-update',
    what: 'SQLite replaces an item although its version has changed.',
    change: {
      file: 'packages/server/src/adapters/sqlite/writer.ts',
      find: "      if (row?.version !== write.version) return { conflictsWith: row }\n      return { change: { kind: 'update', row, encoded } }",
      replace:
        "      if (row === undefined) return { conflictsWith: row }\n      return { change: { kind: 'update', row, encoded } }",
    },
    store: 'sqlite',
  },
  {
    name: 'stale-cache',
    what: 'SQLite serves cached items that another process has changed.',
    change: {
      file: 'packages/server/src/adapters/sqlite/reader.ts',
      find: '    this.#seenDataVersion = version\n    this.#cache.clear()\n',
      replace: '    this.#seenDataVersion = version\n',
    },
    store: 'sqlite',
  },
  {
    name: 'seats-not-freed',
    what: 'A cancelled booking keeps its seats.',
    change: {
      file: 'packages/engine/src/sessions/session.ts',
      find: 'used: session.used - seats, holds }',
      replace: 'used: session.used, holds }',
    },
    shapes: ['class'],
  },
  {
    name: 'class-takes-teacher-only',
    what: 'A class takes the time of its teacher, but not of its room.',
    change: {
      file: 'packages/server/src/booking/bookings/ledger-changes.ts',
      find: 'return providersOf(session).map(',
      replace: 'return providersOf(session).slice(0, 1).map(',
    },
    shapes: ['class'],
  },
  {
    name: 'team-half-claimed',
    what: 'A booking of several providers takes the time of the first alone.',
    change: {
      file: 'packages/engine/src/bookings/claim-steps.ts',
      find: 'return now.map((providerId) => ({ providerId, step: claim }))',
      replace: 'return now.slice(0, 1).map((providerId) => ({ providerId, step: claim }))',
    },
    shapes: ['team'],
  },
  {
    name: 'limit-exceeded',
    what: 'A limit of bookings per day lets one more through.',
    change: {
      file: 'packages/server/src/adapters/rows/count-writes.ts',
      find: 'if (used > write.max ||',
      replace: 'if (used > write.max + 1 ||',
    },
    shapes: ['limit'],
  },
  {
    name: 'limit-not-returned',
    what: 'A cancelled booking keeps its part of a limit.',
    change: {
      file: 'packages/engine/src/counts/count-steps.ts',
      find: '    if (kept(one, has)) continue\n',
      replace: '    if (kept(one, has) || has.length === 0) continue\n',
    },
    shapes: ['limit'],
  },
  {
    name: 'group-in-parts',
    what: 'A group is booked without the items that are taken.',
    change: {
      file: 'packages/server/src/booking/groups/create-group.ts',
      find: "if (this.#onConflict === 'refuse' ||",
      replace: 'if (',
    },
    shapes: ['group'],
  },
  {
    name: 'dynamodb-overlap',
    what: 'On DynamoDB, a claim does not check whether its time is taken.',
    change: {
      file: 'packages/server/src/adapters/dynamodb/requests.ts',
      find: '    condition: quantaAreFree(write.firstQuantum, write.quantumCount),\n',
      replace: '',
    },
    store: 'dynamodb',
  },
]
