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
import {
  ClaimPlanner,
  type PlannedClaims,
  type ToLearn,
} from '../../../server/src/booking/bookings/plan-claims.ts'
import {
  itemOf,
  nameOfKey,
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
  const planner = plannerOf(options, before, decided.value, task)
  const plan = planner.plan()
  switch (plan.kind) {
    case 'refused':
      return refused(options, world, wish, task)
    case 'stale':
      return { kind: 'task', what: 'begins again', task: begunAgain(task, clock) }
    case 'unread':
      return { kind: 'task', what: 'reads a day', task: learned(world, planner, task, plan.items) }
    case 'writes':
      return committed(options, world, wish, task, {
        planner,
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

/** A planner that knows what a task has read. */
function plannerOf(
  { leaveOut }: ModelOptions,
  before: Booking | undefined,
  decision: BookingDecision,
  { now, known }: Task,
): ClaimPlanner {
  // Which holds have lapsed, as far as they can be taken over.
  const takeoverNow =
    leaveOut === 'a live hold is not taken over'
      ? Number.MAX_SAFE_INTEGER
      : leaveOut === 'a lapsed hold is taken over'
        ? Number.MIN_SAFE_INTEGER
        : now
  const planner = new ClaimPlanner([{ before, decision }], takeoverNow)
  const left = new Map(Object.entries(known))
  while (left.size > 0) {
    const sizeBefore = left.size
    for (const { key, learn } of itemsOf(planner.plan())) {
      const stored = left.get(nameOfKey(key))
      if (stored === undefined) continue
      learn(itemOf(stored))
      left.delete(nameOfKey(key))
    }
    if (left.size === sizeBefore) break
  }
  return planner
}

/** The items that a plan would read or write next. */
function itemsOf(plan: PlannedClaims): readonly ToLearn[] {
  if (plan.kind === 'unread') return plan.items
  return plan.kind === 'writes' ? [...plan.writes.values()] : []
}

/** The task after it has read items. */
function learned(
  { items }: World,
  planner: ClaimPlanner,
  task: Task,
  toLearn: readonly ToLearn[],
): Task {
  const read = new Map(Object.entries(task.known))
  for (const { key, learn } of toLearn) {
    const stored = items[nameOfKey(key)] ?? null
    learn(itemOf(stored))
    read.set(nameOfKey(key), stored)
  }
  const names = planner.known().map(({ key }) => nameOfKey(key))
  const known = names.sort().map((name) => [name, read.get(name) ?? null] as const)
  return { ...task, known: Object.fromEntries(known) }
}

interface Attempt {
  readonly planner: ClaimPlanner
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
  { planner, plan, decision, clock }: Attempt,
): Progress {
  const { leaveOut } = options
  const key = task.action === 'expire' ? undefined : keyName(wish, task.action)
  const earlier = key === undefined ? undefined : world.items[key]
  if (earlier) return answeredAs(task, earlier)
  const isStale =
    leaveOut !== 'a booking is replaced only if it has not changed' &&
    world.items[task.booking]?.version !== task.before?.version
  const items = { ...world.items }
  const failed: ToLearn[] = []
  for (const { key: itemKey, learn, write } of plan.writes.values()) {
    const name = nameOfKey(itemKey)
    const next = writtenTo(itemOf(world.items[name]), write, leaveOut)
    if (next === undefined) failed.push({ key: itemKey, learn })
    else items[name] = storedOf(next)
  }
  const isPartial = leaveOut === 'all writes of a change commit together'
  if (isStale && !isPartial) {
    return { kind: 'task', what: 'finds its booking changed', task: begunAgain(task, clock) }
  }
  if (failed.length > 0) {
    const known = learned(world, planner, task, failed)
    const what = 'finds a day changed'
    return isPartial
      ? { kind: 'written', what, items, task: known }
      : { kind: 'task', what, task: known }
  }
  items[task.booking] = storedBooking(decision.booking)
  const what = `commits its ${task.action}`
  if (task.action === 'expire') return { kind: 'written', what, items, task }
  const answer = ANSWERS[task.action]
  const isKept = leaveOut !== 'the key of a request commits with its change'
  if (isKept && key !== undefined) items[key] = { answer }
  return { kind: 'written', what, items, task: { ...withoutReads(task), answer } }
}
