import { FREED_BUGS } from './freed-bugs.ts'
import { HOUSE_BUGS } from './house-bugs.ts'
import { ORDER_BUGS } from './order-bugs.ts'
import type { PlantedBug } from './planted-bug.ts'
import { STAY_BUGS } from './stay-bugs.ts'

/** The bugs that a run must find. */
export const BUGS: readonly PlantedBug[] = [
  {
    name: 'overlap',
    what: 'A claim does not check whether its time is taken.',
    change: {
      file: 'packages/server/src/adapters/rows/runs.ts',
      find: '  if (place < ends.length && (ends[place] as number) <= last) return undefined\n',
      replace: '',
    },
    store: 'sqlite',
  },
  {
    name: 'overlap-decoded',
    what: 'PostgreSQL, which decodes days, takes a claim of a time that is taken.',
    change: {
      file: 'packages/server/src/adapters/rows/ledger-writes.ts',
      find: '    if (taken.has(quantum)) return undefined\n',
      replace: '',
    },
    store: 'postgres',
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
      file: 'packages/server/src/booking/bookings/time-steps.ts',
      find: 'return providersOf(session).flatMap(',
      replace: 'return providersOf(session).slice(0, 1).flatMap(',
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
      file: 'packages/server/src/booking/groups/group-draft.ts',
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
  {
    name: 'answer-not-stored',
    what: 'The answer of a request is not stored with its idempotency key.',
    change: {
      file: 'packages/server/src/kernel/transaction.ts',
      find: 'keyed ? [...audited, keyed] : audited',
      replace: 'audited',
    },
    faults: ['connection', 'kill'],
  },
  {
    name: 'lapsed-hold-confirmed',
    what: 'A hold that has lapsed can be confirmed for ten minutes more.',
    change: {
      file: 'packages/engine/src/bookings/transition.ts',
      find: 'booking.holdExpiresAtEpochSeconds <= nowEpochSeconds',
      replace: 'booking.holdExpiresAtEpochSeconds + 600 <= nowEpochSeconds',
    },
    faults: ['lapse'],
  },
  {
    name: 'lost-hold-confirmed',
    what: 'A hold can be confirmed after its time has a new owner, if the clock of a server was ahead.',
    change: {
      file: 'packages/server/src/adapters/rows/day-text.ts',
      find: "  if (place < 0) return 'conflict'\n",
      replace: '  if (place < 0) return members\n',
    },
    store: 'sqlite',
    shapes: ['single'],
    faults: ['clock'],
  },
  {
    name: 'class-overfull',
    what: 'A class takes one seat more than it has.',
    change: {
      file: 'packages/engine/src/sessions/session.ts',
      find: '  if (seats > left) return',
      replace: '  if (seats > left + 1) return',
    },
    shapes: ['class'],
  },
  {
    name: 'class-uncounted',
    what: 'A class does not count the seats of a hold that joins it.',
    change: {
      file: 'packages/engine/src/sessions/session.ts',
      find: '  return ok(settled({ ...current, used: used + seats, holds: [...holds, mark] }))',
      replace: '  return ok({ ...current, used, holds: [...holds, { ...mark, amount: 0 }] })',
    },
    shapes: ['class'],
  },
  {
    name: 'class-keeps-lapsed-seats',
    what: 'A class that only lapsed holds are left in keeps its time from the party that moves.',
    change: {
      file: 'packages/server/src/booking/bookings/prepare-move.ts',
      find: 'liveCount(session, now) === theirs',
      replace: 'session.used === theirs',
    },
    shapes: ['class'],
    faults: ['lapse'],
  },
  {
    name: 'event-twice',
    what: 'A change of a booking writes its events twice.',
    change: {
      file: 'packages/server/src/booking/bookings/commit-booking.ts',
      find: 'return events.map((type) =>',
      replace: 'return [...events, ...events].map((type) =>',
    },
  },
  {
    name: 'version-skipped',
    what: 'A change of a booking skips a version.',
    change: {
      file: 'packages/engine/src/bookings/transition.ts',
      find: '  version: booking.version + 1,',
      replace: '  version: booking.version + 2,',
    },
  },
  {
    name: 'nights-overlap',
    what: 'A stay that moves does not check whether its new nights are taken.',
    change: {
      file: 'packages/server/src/ledger/claim-writes.ts',
      find: '    if (!next.ok) return next\n    day = next.value',
      replace:
        "    if (!next.ok && 'days' in next.refusal) continue\n    if (!next.ok) return next\n    day = next.value",
    },
    shapes: ['nights'],
  },
  {
    name: 'nights-kept',
    what: 'A stay that is shortened or moved keeps its old nights.',
    change: {
      file: 'packages/server/src/stays/calendars/night-claims.ts',
      find: 'nightsOutside(change.before, after).map(',
      replace: '(after.length > 0 ? [] : change.before).map(',
    },
    shapes: ['nights'],
  },
  {
    name: 'account-move-claims-nothing',
    what: 'A stay that the account moves frees its old nights and claims no new ones.',
    change: {
      file: 'packages/server/src/stays/calendars/events.ts',
      find: 'await commitEvent(deps, caller, { before, after })',
      replace: 'await commitEvent(deps, caller, { before, after: { ...after, isStay: false } })',
    },
    shapes: ['nights'],
  },
  ...FREED_BUGS,
  ...STAY_BUGS,
  ...HOUSE_BUGS,
  ...ORDER_BUGS,
  {
    name: 'confirmed-unpaid',
    what: 'A booking is confirmed as soon as somebody opens its checkout.',
    change: {
      file: 'packages/engine/src/payments/next-step.ts',
      find: "if (status === 'authorized' || status === 'captured') return { kind: 'authorized' }",
      replace: "return { kind: 'authorized' }",
    },
    shapes: ['paid'],
  },
  {
    name: 'refund-missing',
    what: 'A paid booking that is cancelled is not refunded.',
    change: {
      file: 'packages/engine/src/payments/desired.ts',
      find: "return { kind: 'refunded', amount: Math.max(refunded, refundOf(after, payment)) }",
      replace: 'return desired',
    },
    shapes: ['paid'],
  },
  {
    name: 'money-kept-reserved',
    what: 'Reserved money of a booking that has ended is not released.',
    change: {
      file: 'packages/engine/src/payments/desired.ts',
      find: "      if (desired.kind === 'none' || desired.kind === 'void') return { kind: 'void' }",
      replace: "      if (desired.kind === 'none' || desired.kind === 'void') return desired",
    },
    shapes: ['paid'],
  },
  {
    name: 'webhook-lost',
    what: 'A webhook that failed is not sent again.',
    change: {
      file: 'packages/server/src/delivery/webhooks/deliver.ts',
      find: "    : { kind: 'retry', error, atEpochMilliseconds: next }",
      replace: "    : { kind: 'done' }",
    },
    faults: ['receiver'],
  },
  {
    name: 'webhook-unsigned',
    what: 'A webhook is signed with the wrong time.',
    change: {
      file: 'packages/server/src/adapters/webhooks/sender.ts',
      find: "'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),",
      replace: "'webhook-timestamp': String(Math.floor(at.getTime() / 1000) + 1),",
    },
  },
  {
    name: 'line-overtaken',
    what: 'A cancellation hands its time to the last on the wait list.',
    change: {
      file: 'packages/server/src/booking/bookings/offer-freed-time.ts',
      find: 'places.find((each) => wants(each, start))',
      replace: 'places.findLast((each) => wants(each, start))',
    },
    shapes: ['waitlist'],
  },
  {
    name: 'offer-holds-nothing',
    what: 'Time that is offered to the next on the wait list is not held for them.',
    change: {
      file: 'packages/server/src/booking/bookings/offer-freed-time.ts',
      find: 'const changes = [freeing, { before: undefined, decision: held }]',
      replace:
        "const changes = [freeing, { before: undefined, decision: { ...held, claim: { kind: 'none' } } }]",
    },
    shapes: ['waitlist'],
  },
  {
    name: 'declined-again',
    what: 'Somebody on the wait list gets a start again that they have declined.',
    change: {
      file: 'packages/server/src/booking/bookings/offer-freed-time.ts',
      find: 'fitsWish(place, start) && !place.declinedStarts?.includes(start.epochSeconds)',
      replace: 'fitsWish(place, start)',
    },
    shapes: ['waitlist'],
  },
  {
    name: 'stale-booking',
    what: 'A booking is read as it may have been a moment before.',
    change: {
      file: 'packages/server/src/booking/bookings/change-booking.ts',
      find: 'bookingEntity.read(deps.store, bookingKey(bookingId))',
      replace: 'bookingEntity.read(deps.store, bookingKey(bookingId), { consistent: false })',
    },
    store: 'dynamodb',
    faults: ['stale'],
  },
]
