import {
  type Booking,
  type BookingDecision,
  cancelBooking,
  confirmBooking,
  createBooking,
  expireBooking,
  ok,
  type Result,
  type TransitionRefusal,
} from '@holdfast/engine'
import { stepsOfBookings } from '../../../server/src/booking/bookings/claims-of-bookings.ts'
import type { Known, ToRead } from '../../../server/src/ledger/known.ts'
import { type PlannedClaims, planClaims } from '../../../server/src/ledger/plan-claims.ts'
import {
  itemOf,
  knownOf,
  nameOfKey,
  readMore,
  type StoredItem,
  storedOf,
} from '../../../server/tests/support/stored-items.ts'
import { writtenTo } from './rules.ts'
import {
  type Answer,
  idOf,
  keyName,
  type ModelOptions,
  type Task,
  type Wish,
  type World,
} from './world.ts'

/** What one step of a server led to. */
export type Progress =
  /** It has read something, or found out that it must decide again. */
  | { readonly kind: 'task'; readonly what: string; readonly task: Task }
  /** It has written, and answers. */
  | {
      readonly kind: 'written'
      readonly what: string
      readonly items: World['items']
      readonly task: Task
    }
  /** There is nothing to do, and nobody to tell. */
  | { readonly kind: 'ended'; readonly what: string }

const PROVIDER = 'prv_1'
const ANSWERS = { hold: 'held', confirm: 'confirmed', cancel: 'cancelled' } as const
const REFUSALS = { hold: 'refused', confirm: 'lost', cancel: 'not cancelled' } as const

/** The next step of a server: it reads what it needs, or decides on what it has read and tries to commit that. */
export function advance(
  options: ModelOptions,
  world: World,
  wish: Wish,
  task: Task,
  clock: number,
): Progress {
  if (task.action !== 'hold' && task.before === undefined) {
    const before = world.items[task.booking]
    return before === undefined
      ? refused(options, world, wish, task)
      : { kind: 'task', what: 'reads its booking', task: { ...task, before } }
  }
  const decided = decide(options, wish, task)
  if (!decided.ok) return refused(options, world, wish, task)
  const before = task.before && bookingOf(wish, task.booking, task.before)
  const known = knownOf(task.known)
  const now = takeoverNow(options, task)
  const steps = stepsOfBookings([{ before, decision: decided.value }], known, now)
  const plan = planClaims(steps, known, now)
  switch (plan.kind) {
    case 'refused':
    case 'impossible':
      return refused(options, world, wish, task)
    case 'stale':
      return { kind: 'task', what: 'begins again', task: begunAgain(task, clock) }
    case 'unread':
      return { kind: 'task', what: 'reads a day', task: learned(world, known, task, plan.items) }
    case 'writes':
      return committed(options, world, wish, task, {
        known,
        plan,
        decision: decided.value,
        clock,
      })
  }
}

/**
 * A refusal is stored before it is sent, but the earlier answer to its key wins. It was decided on what was read, so
 * nothing is lost if deciding and storing are one step. An expiration that is not possible tells nobody.
 */
function refused(options: ModelOptions, world: World, wish: Wish, task: Task): Progress {
  if (task.action === 'expire') return { kind: 'ended', what: 'has nothing to expire' }
  const { leaveOut } = options
  const name = keyName(wish, task.action)
  const earlier = world.items[name]
  if (earlier) return answeredAs(task, earlier)
  const isStored = leaveOut !== 'a refusal is stored under its key before it is sent'
  const answer = REFUSALS[task.action]
  return {
    kind: 'written',
    what: isStored ? 'stores its refusal' : 'refuses',
    items: isStored ? { ...world.items, [name]: { answer } } : world.items,
    task: { ...withoutReads(task), answer },
  }
}

const answeredAs = (task: Task, { answer }: StoredItem): Progress => ({
  kind: 'task',
  what: 'finds the answer to its key',
  task: { ...withoutReads(task), answer: answer as Answer },
})

const withoutReads = ({ before: _, ...task }: Task): Task => ({ ...task, known: {} })

const begunAgain = (task: Task, clock: number): Task => ({ ...withoutReads(task), now: clock })

/** What the engine decides about the booking that was read. */
function decide(
  options: ModelOptions,
  wish: Wish,
  { action, now, booking, before }: Task,
): Result<BookingDecision, TransitionRefusal> {
  const stored = before ?? { status: 'pending', until: now + options.holdSeconds, version: 1 }
  const known = bookingOf(wish, booking, stored)
  switch (action) {
    case 'hold':
      return ok(createBooking(known))
    case 'confirm':
      return confirmBooking(known, now, 'booker')
    case 'cancel':
      return cancelBooking(known, now, 'account', undefined)
    case 'expire':
      return expireBooking(known, now)
  }
}

/** The booking of an item. */
export function bookingOf(
  wish: Wish,
  name: string,
  { status, until, version }: StoredItem,
): Booking {
  const startEpochSeconds = wish.fromEpochMinutes * 60
  const endEpochSeconds = wish.toEpochMinutes * 60
  return {
    id: idOf(name),
    accountId: 'acc_1',
    providerId: PROVIDER,
    eventTypeId: 'ety_1',
    version: version as number,
    // The model writes no other item of a booking than `storedBooking` does.
    status: status as Booking['status'],
    confirmation: 'hold',
    startEpochSeconds,
    endEpochSeconds,
    policy: {
      durationMinutes: wish.toEpochMinutes - wish.fromEpochMinutes,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
    },
    timeZone: 'UTC',
    localStart: '1970-01-01T00:00',
    tzdbVersion: '2026c',
    sequence: 0,
    booker: { name: wish.client, email: `${wish.client}@example.com` },
    manageTokenHash: new Uint8Array(32),
    createdAtEpochSeconds: 0,
    updatedAtEpochSeconds: 0,
    ...(until !== undefined && { holdExpiresAtEpochSeconds: until as number }),
  }
}

const storedBooking = ({
  status,
  version,
  holdExpiresAtEpochSeconds: until,
}: Booking): StoredItem => ({
  status,
  version,
  ...(until !== undefined && { until }),
})

/** The time up to which holds have lapsed, as far as they can be taken over. */
function takeoverNow({ leaveOut }: ModelOptions, { now }: Task): number {
  if (leaveOut === 'a live hold is not taken over') return Number.MAX_SAFE_INTEGER
  return leaveOut === 'a lapsed hold is taken over' ? Number.MIN_SAFE_INTEGER : now
}

/** The task after it has read items. */
const learned = ({ items }: World, known: Known, task: Task, toRead: readonly ToRead[]): Task => ({
  ...task,
  known: readMore(items, task.known, known, toRead),
})

interface Attempt {
  readonly known: Known
  readonly plan: Extract<PlannedClaims, { kind: 'writes' }>
  readonly decision: BookingDecision
  readonly clock: number
}

/** Commits all writes, or none and reads what stood in the way. */
function committed(
  options: ModelOptions,
  world: World,
  wish: Wish,
  task: Task,
  { known, plan, decision, clock }: Attempt,
): Progress {
  const { leaveOut } = options
  const key = task.action === 'expire' ? undefined : keyName(wish, task.action)
  const earlier = key === undefined ? undefined : world.items[key]
  if (earlier) return answeredAs(task, earlier)
  const isStale =
    leaveOut !== 'a booking is replaced only if it has not changed' &&
    world.items[task.booking]?.version !== task.before?.version
  const items = { ...world.items }
  const failed: ToRead[] = []
  for (const { write } of plan.writes) {
    const name = nameOfKey(write.key)
    const next = writtenTo(itemOf(world.items[name]), write, leaveOut)
    if (next === undefined) failed.push({ key: write.key })
    else items[name] = storedOf(next)
  }
  const isPartial = leaveOut === 'all writes of a change commit together'
  if (isStale && !isPartial) {
    return { kind: 'task', what: 'finds its booking changed', task: begunAgain(task, clock) }
  }
  if (failed.length > 0) {
    const after = learned(world, known, task, failed)
    const what = 'finds a day changed'
    return isPartial
      ? { kind: 'written', what, items, task: after }
      : { kind: 'task', what, task: after }
  }
  items[task.booking] = storedBooking(decision.booking)
  const what = `commits its ${task.action}`
  if (task.action === 'expire') return { kind: 'written', what, items, task }
  const answer = ANSWERS[task.action]
  const isKept = leaveOut !== 'the key of a request commits with its change'
  if (isKept && key !== undefined) items[key] = { answer }
  return { kind: 'written', what, items, task: { ...withoutReads(task), answer } }
}
