import {
  type ClassSession,
  type CountState,
  changeSeat,
  claimOfSession,
  countSteps,
  EMPTY_COUNT,
  NO_CLAIM,
  type OwnerClaim,
  type SessionStep,
  sessionOwnerId,
  sessionStep,
} from '../../src/index.ts'
import {
  type Day,
  type Read,
  type Target,
  type Written,
  writeCount,
  writeDay,
} from './class-writes.ts'

/** A rule of sessions that an exploration can leave out. */
export type SessionRule =
  /** A held seat extends the session's mark at every provider. */
  | 'holds extend the mark'
  /** The first confirmation requires that mark. */
  | 'the first confirmation requires the mark'
  /** Whoever gives the providers' time back requires that the session has not changed. */
  | 'time is given back under the rev'
  /** Days that were read say nothing about a session that was read later. */
  | 'days are read after the session'

/** What is explored: bookings of one class, a rival booking, and a clock. */
export interface ClassWorldOptions {
  /** The seats of each booking. */
  readonly parties: readonly number[]
  readonly capacity: number
  readonly providerCount: number
  /** What the rival wants: the time of the first provider, or the only place of a limit that the class needs. */
  readonly rivalWants: 'time' | 'limit'
  /** The clock begins at 0 and ends here. */
  readonly lastSecond: number
  readonly holdSeconds: number
  readonly leaveOut?: SessionRule
}

/** A session as it is stored. */
export type Session = Pick<ClassSession, 'used' | 'holds' | 'isFinal'>

/** What a booking does next. `leave`: it is cancelled, or expired by the sweeper. */
export type Action = 'hold' | 'confirm' | 'leave'

/** A transaction between its reads and its commit. */
export interface Task {
  readonly action: Action
  /** Its clock, which may be behind by now. */
  readonly now: number
  readonly session?: Read<Session | undefined>
  /** Null: not read. */
  readonly days: readonly (Read<Day> | null)[]
  readonly count?: Read<CountState>
}

/** A booking: one of the class, or the rival. */
export interface Party {
  readonly status: 'none' | 'pending' | 'confirmed' | 'gone'
  /** The expiry of a pending one. */
  readonly until?: number
  readonly task?: Task
}

/** Everything that is stored, and every transaction that is under way. */
export interface ClassWorld {
  readonly now: number
  readonly session?: Session
  readonly days: readonly Day[]
  readonly count: CountState
  /** The bookings of the class, then the rival. */
  readonly parties: readonly Party[]
}

/** What an attempt to commit led to. */
export type Attempt =
  | { readonly kind: 'done'; readonly world: ClassWorld }
  | { readonly kind: 'refused' }
  /** With everything that is known now. */
  | { readonly kind: 'conflict'; readonly task: Task }

const SESSION = sessionOwnerId('ety_1', 600)
const FACTS = {
  accountId: 'acc_1',
  eventTypeId: 'ety_1',
  providerId: 'prv_1',
  startEpochSeconds: 600,
  endEpochSeconds: 900,
  policy: { durationMinutes: 5, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'UTC',
  localStart: '1970-01-01T00:10',
  tzdbVersion: '2026c',
} as const
const COUNTED = { counts: [{ counter: 'prv_1:day:1970-01-01', amount: 1 }], endEpochSeconds: 900 }

/** The name of a booking. */
export const nameOf = ({ parties }: ClassWorldOptions, index: number): string =>
  index === parties.length ? 'rival' : `bkg_${index + 1}`

/** A list with one item replaced. */
export const changed = <Item>(list: readonly Item[], index: number, item: Item): readonly Item[] =>
  list.map((each, at) => (at === index ? item : each))

/** The world before anything has happened. */
export const emptyWorld = ({ parties, providerCount }: ClassWorldOptions): ClassWorld => ({
  now: 0,
  days: Array.from({ length: providerCount }, () => ({ isTaken: false, holds: [] })),
  count: EMPTY_COUNT,
  parties: Array.from({ length: parties.length + 1 }, () => ({ status: 'none' as const })),
})

/** A transaction that has read its session, and nothing else yet. */
export const begunTask = (
  { parties }: ClassWorldOptions,
  { now, session, days }: ClassWorld,
  index: number,
  action: Action,
): Task => ({
  action,
  now,
  ...(index < parties.length && { session: { value: session, isCurrent: true } }),
  days: days.map(() => null),
})

const claimOfParty = ({ status, until }: Party): OwnerClaim => {
  if (status === 'confirmed') return { kind: 'final' }
  if (status !== 'pending' || until === undefined) return NO_CLAIM
  return { kind: 'held', untilEpochSeconds: until }
}

function claimAfter({ holdSeconds }: ClassWorldOptions, { action, now }: Task): OwnerClaim {
  if (action === 'hold') return { kind: 'held', untilEpochSeconds: now + holdSeconds }
  return action === 'confirm' ? { kind: 'final' } : NO_CLAIM
}

/** What an owner has of the limit. The mark of a lapsed session stays until somebody takes it over. */
function partOfLimit(session: Session | undefined): OwnerClaim {
  if (session?.isFinal) return { kind: 'final' }
  const untils = session?.holds.map(({ expiresAtEpochSeconds }) => expiresAtEpochSeconds) ?? []
  return untils.length > 0 ? { kind: 'held', untilEpochSeconds: Math.max(...untils) } : NO_CLAIM
}

/** The change of a plain booking's time. */
function stepOfRival(from: OwnerClaim, to: OwnerClaim): SessionStep {
  if (to.kind === 'held') return { kind: 'claim', untilEpochSeconds: to.untilEpochSeconds }
  if (to.kind === 'final') return { kind: 'confirm' }
  return { kind: 'release', isHeld: from.kind === 'held' }
}

/** What a transaction wants to change. */
interface Plan {
  readonly ownerId: string
  /** The session as it becomes. Absent: it stays. */
  readonly session?: Session | undefined
  readonly step: SessionStep | undefined
  /** What the owner has of the limit, before and after. */
  readonly had: OwnerClaim
  readonly has: OwnerClaim
}

/** What a task wants to change; undefined if its seat is refused. */
function planOf(
  options: ClassWorldOptions,
  world: ClassWorld,
  index: number,
  task: Task,
): Plan | undefined {
  const from = claimOfParty(world.parties[index] as Party)
  const to = claimAfter(options, task)
  const seats = options.parties[index]
  if (seats === undefined) {
    return { ownerId: 'rival', step: stepOfRival(from, to), had: from, has: to }
  }
  const stored = task.session?.value
  const before = stored && { ...FACTS, ...stored }
  const bookingId = nameOf(options, index)
  const joins = { capacity: options.capacity, facts: FACTS }
  const answer = changeSeat(before, { bookingId, seats, from, to, joins }, task.now)
  if (!answer.ok) return undefined
  const after = answer.value
  return {
    ownerId: SESSION,
    ...(after &&
      after !== before && {
        session: {
          used: after.used,
          holds: after.holds,
          ...(after.isFinal && { isFinal: after.isFinal }),
        },
      }),
    step: sessionStep(before, after, from.kind === 'none', task.now),
    had: partOfLimit(before),
    has: claimOfSession(after, task.now),
  }
}

/**
 * The write of a seat that joins or is confirmed in a session that is final and stays so: under a condition on that and
 * on the count alone.
 */
function writePlainSeat(
  { capacity, parties, holdSeconds }: ClassWorldOptions,
  { session }: ClassWorld,
  ownerId: string,
  index: number,
  { action, now }: Task,
): Written<Session> {
  const amount = parties[index] ?? 0
  if (!session?.isFinal) return { kind: 'conflict' }
  const { used, holds } = session
  if (action === 'confirm') {
    const value = { used, holds: holds.filter((mark) => mark.ownerId !== ownerId) }
    if (value.holds.length === holds.length) return { kind: 'conflict' }
    return { kind: 'done', value: { ...value, isFinal: true } }
  }
  if (used + amount > capacity) return { kind: 'conflict' }
  const mark = { ownerId, amount, expiresAtEpochSeconds: now + holdSeconds }
  return { kind: 'done', value: { used: used + amount, holds: [...holds, mark], isFinal: true } }
}

/** Writes the session under its `rev`. */
function writeSession(
  options: ClassWorldOptions,
  world: ClassWorld,
  index: number,
  task: Task,
  { session, step }: Plan,
): Written<Session | undefined> {
  if (task.session?.isCurrent) return { kind: 'done', value: session }
  const givesBack = step?.kind === 'release' || step?.kind === 'hold' || step?.kind === 'shorten'
  const isUnruled = options.leaveOut === 'time is given back under the rev' && givesBack
  if (!isUnruled || !world.session) return { kind: 'conflict' }
  // Only the seats are given back, whatever else has changed.
  const { used, holds } = world.session
  const value = {
    used: used - (options.parties[index] ?? 0),
    holds: holds.filter(({ ownerId }) => ownerId !== nameOf(options, index)),
    ...(session?.isFinal && { isFinal: session.isFinal }),
  }
  return { kind: 'done', value }
}

/** The step that is written to a day, as far as no rule is left out. */
function ruledStep(
  { leaveOut }: ClassWorldOptions,
  { step, ownerId }: Plan,
  day: Day,
): SessionStep | undefined {
  if (ownerId !== SESSION) return step
  if (leaveOut === 'holds extend the mark' && step?.kind === 'extend') return undefined
  const isMarked = day.holds.some(([id]) => id === ownerId)
  const isUnruled = leaveOut === 'the first confirmation requires the mark' && !isMarked
  return isUnruled && step?.kind === 'confirm' ? undefined : step
}

/** Commits what a task decided on what it has read, or finds out why not. */
export function attempt(
  options: ClassWorldOptions,
  world: ClassWorld,
  index: number,
  task: Task,
): Attempt {
  const outdated = task.session && !task.session.isCurrent ? task.session : undefined
  const fresh = { value: world.session, isCurrent: true }
  if (outdated?.value?.isFinal && task.action !== 'leave') {
    const written = writePlainSeat(options, world, nameOf(options, index), index, task)
    if (written.kind !== 'done') return { kind: 'conflict', task: { ...task, session: fresh } }
    const next = { ...world, session: written.value }
    return { kind: 'done', world: committed(options, world, next, index, task) }
  }
  if (outdated && options.leaveOut !== 'time is given back under the rev') {
    return { kind: 'conflict', task: { ...task, session: fresh } }
  }
  const plan = planOf(options, world, index, task)
  return plan ? attemptPlan(options, world, index, task, plan) : { kind: 'refused' }
}

function attemptPlan(
  options: ClassWorldOptions,
  world: ClassWorld,
  index: number,
  task: Task,
  plan: Plan,
): Attempt {
  let next = world
  let known: Task | undefined
  if (plan.session) {
    const written = writeSession(options, world, index, task, plan)
    if (written.kind === 'refused') return written
    if (written.kind === 'conflict') {
      known = { ...task, session: { value: world.session, isCurrent: true } }
    } else if (written.value) next = { ...next, session: written.value }
  }
  const target = { ownerId: plan.ownerId, now: task.now }
  const isLimited = options.rivalWants === 'limit'
  const dayCount = plan.ownerId === SESSION ? options.providerCount : isLimited ? 0 : 1
  for (let at = 0; at < dayCount; at += 1) {
    const stored = world.days[at] as Day
    const step = ruledStep(options, plan, stored)
    if (step === undefined) continue
    const written = writeDay(step, { ...target, stored, read: task.days[at] ?? undefined })
    if (written.kind === 'refused') return written
    if (written.kind === 'done') next = { ...next, days: changed(next.days, at, written.value) }
    else {
      const { days, ...rest } = known ?? task
      known = { ...rest, days: changed(days, at, { value: stored, isCurrent: true }) }
    }
  }
  if (isLimited) {
    const written = writeLimit(plan, { ...target, stored: world.count, read: task.count })
    if (written.kind === 'refused') return written
    if (written.kind === 'done') next = { ...next, count: written.value }
    else known = { ...(known ?? task), count: { value: world.count, isCurrent: true } }
  }
  if (known) return { kind: 'conflict', task: known }
  return { kind: 'done', world: committed(options, world, next, index, task) }
}

/** Writes the only change of the limit. */
function writeLimit({ had, has }: Plan, target: Target<CountState>): Written<CountState> {
  const [step] = countSteps({ claim: had, ...COUNTED }, { claim: has, ...COUNTED })
  return step ? writeCount(step, 1, target) : { kind: 'done', value: target.stored }
}

/** The world after a commit: what was written makes the reads of others outdated. */
function committed(
  options: ClassWorldOptions,
  before: ClassWorld,
  next: ClassWorld,
  index: number,
  task: Task,
): ClassWorld {
  const to = claimAfter(options, task)
  const held = to.kind === 'held' && { until: to.untilEpochSeconds }
  const own: Party = held
    ? { status: 'pending', ...held }
    : { status: to.kind === 'final' ? 'confirmed' : 'gone' }
  const parties = next.parties.map((party, at): Party => {
    if (at === index) return own
    return party.task ? { ...party, task: afterCommit(options, party.task, before, next) } : party
  })
  return { ...next, parties }
}

/** A task after somebody else's commit. An outdated read is forgotten where it decides nothing any more. */
function afterCommit(
  { leaveOut }: ClassWorldOptions,
  task: Task,
  before: ClassWorld,
  next: ClassWorld,
): Task {
  const { action, now, session, count } = task
  const days = task.days.map((day, at) => (next.days[at] === before.days[at] ? day : null))
  if (session && next.session !== before.session) {
    const isDecisive = session.value?.isFinal || leaveOut === 'time is given back under the rev'
    const outdated = { value: isDecisive ? session.value : undefined, isCurrent: false }
    const areKept = leaveOut === 'days are read after the session'
    return { action, now, session: outdated, days: areKept ? task.days : days.map(() => null) }
  }
  const isCounted = count && next.count === before.count
  return { action, now, ...(session && { session }), days, ...(isCounted && { count }) }
}
