import {
  type Booking,
  claimOfStatus,
  countSteps,
  formatDate,
  invariant,
  NO_CLAIM,
  sessionOwnerId,
} from '@holdfast/engine'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import type { Item, ItemKey, LedgerState, StoredCount, Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { countWrite, limitReached, type OwnedCountStep } from '../counts/count-writes.ts'
import type { Decision } from '../decision.ts'
import { counterKey, ledgerKey, sessionKey } from '../keys.ts'
import { sessionFull } from '../seats/party.ts'
import { planSessions, type SeatedChange } from '../seats/plan-sessions.ts'
import { type StoredSession, sessionFromItem } from '../seats/session-item.ts'
import { type ClaimRefusal, claimWrites, dayWrite, replaceSteps } from './claim-writes.ts'
import { type Claimant, type DayStep, dayStepsOf } from './day-steps.ts'
import { type Ledger, ledgersOfBooking, ledgersOfSession } from './ledger-changes.ts'

/** A change of a booking that is to be committed. `before`: undefined for a new one. */
export interface BookingChange {
  readonly before: Booking | undefined
  readonly decision: Decision
}

/** The name of the write of a ledger day, a count or a session. */
export type ClaimWriteName = `day:${number}` | `count:${number}` | `session:${number}`

/** An item that decides about claims, and what to do with it once it is read. */
export interface ToLearn {
  readonly key: ItemKey
  readonly learn: (item: Item | undefined) => void
}

/** The writes of all claims of some changes; or what to read first; or why one of the changes is impossible. */
export type PlannedClaims =
  | {
      readonly kind: 'writes'
      readonly writes: ReadonlyMap<ClaimWriteName, ToLearn & { readonly write: Write }>
    }
  | { readonly kind: 'unread'; readonly items: readonly ToLearn[] }
  | {
      readonly kind: 'refused'
      readonly refusal: Refusal
      readonly takenProviderId?: string
      readonly index: number
    }
  | { readonly kind: 'stale'; readonly index: number }

/**
 * Plans what some changes of bookings claim and give back: time of providers, seats of sessions, parts of limits. It
 * remembers what was read, and decides on that; what was not read is written under conditions of its own.
 */
export class ClaimPlanner {
  readonly #changes: readonly BookingChange[]
  readonly #nowEpochSeconds: number
  readonly #seated: readonly (SeatedChange | undefined)[] | undefined
  readonly #days: Map<string, Map<number, LedgerState>>
  readonly #counts: Map<string, StoredCount>
  readonly #sessions: Map<string, StoredSession | undefined>

  /** `all`: a planner of more changes, what it knows is known here. */
  constructor(changes: readonly BookingChange[], nowEpochSeconds: number, all?: ClaimPlanner) {
    this.#changes = changes
    this.#days = all ? all.#days : new Map()
    this.#counts = all ? all.#counts : new Map()
    this.#sessions = all ? all.#sessions : new Map()
    this.#nowEpochSeconds = nowEpochSeconds
    const hasSeats = changes.some(({ before, decision }) => isSeated(before ?? decision.booking))
    if (hasSeats) {
      this.#seated = changes.map((change) =>
        isSeated(change.before ?? change.decision.booking) ? change : undefined,
      )
    }
  }

  /** How many writes the claims of the first changes need, without the others. */
  writeCountOfFirst(changeCount: number): number {
    const first = this.#changes.slice(0, changeCount)
    const plan = new ClaimPlanner(first, this.#nowEpochSeconds, this).plan()
    return plan.kind === 'writes' ? plan.writes.size : 0
  }

  /** All items that were read so far, to be read again. */
  known(): readonly ToLearn[] {
    return [
      ...[...this.#days].flatMap(([providerId, days]) =>
        [...days.keys()].map((dayNumber) => this.#day(providerId, dayNumber)),
      ),
      ...[...this.#counts.keys()].map((counter) => this.#count(counter)),
      ...[...this.#sessions.keys()].map((ownerId) => this.#session(ownerId)),
    ]
  }

  /** Plans the writes, on what is known. */
  plan(): PlannedClaims {
    const now = this.#nowEpochSeconds
    const writes = new Map<ClaimWriteName, ToLearn & { readonly write: Write }>()
    const ledgers: Ledger[] = []
    const counts: OwnedCountStep[] = []
    const sessions: (ToLearn & { readonly write: Write })[] = []
    if (this.#seated) {
      const planned = planSessions(this.#seated, this.#sessions, now)
      if (!planned.ok) return this.#refusedSession(planned.refusal)
      for (const { ownerId, write } of planned.value.writes) {
        sessions.push({ ...this.#session(ownerId), write })
      }
      for (const claims of planned.value.claims) ledgers.push(...ledgersOfSession(claims, now))
      counts.push(...planned.value.counts)
    }
    for (const [index, { before, decision }] of this.#changes.entries()) {
      if (this.#seated?.[index] === undefined) {
        ledgers.push(...ledgersOfBooking(before, decision, index, now))
      }
      counts.push(...countsOfBooking(before, decision))
    }
    const impossible = this.#planCounts(counts, now, writes) ?? this.#planDays(ledgers, writes)
    if (impossible) return impossible
    // Last, so that a session that has changed is also learned last.
    for (const write of sessions) writes.set(`session:${writes.size}`, write)
    return { kind: 'writes', writes }
  }

  #planCounts(
    steps: readonly OwnedCountStep[],
    now: number,
    writes: Map<ClaimWriteName, ToLearn & { readonly write: Write }>,
  ): PlannedClaims | undefined {
    if (steps.length === 0) return undefined
    const unread: ToLearn[] = []
    for (const [counter, ofOne] of Map.groupBy(steps, ({ step }) => step.counter)) {
      const written = countWrite(ofOne, this.#counts.get(counter), now)
      const toLearn = this.#count(counter)
      if (written.ok) {
        if (written.value) writes.set(`count:${writes.size}`, { ...toLearn, write: written.value })
      } else if (written.refusal.kind === 'unread') {
        unread.push(toLearn)
      } else {
        const index = this.#indexOf(ofOne)
        const max = ofOne.find((each) => each.max !== undefined)?.max
        const refusal: Refusal =
          written.refusal.kind === 'full' ? limitReached(counter, max) : this.#slotTaken(index)
        // A provider whose limit is reached cannot be taken; another one may.
        const takenProviderId = counter.startsWith('prv_') ? counter.split(':')[0] : undefined
        return { kind: 'refused', refusal, index, ...(takenProviderId && { takenProviderId }) }
      }
    }
    return unread.length > 0 ? { kind: 'unread', items: unread } : undefined
  }

  #planDays(
    ledgers: readonly Ledger[],
    writes: Map<ClaimWriteName, ToLearn & { readonly write: Write }>,
  ): PlannedClaims | undefined {
    const unread: ToLearn[] = []
    const isAlone = ledgers.length < 2
    const byProvider = isAlone
      ? ledgers.map((ledger) => [ledger.claimant.providerId, [ledger]] as const)
      : Map.groupBy(ledgers, ({ claimant }) => claimant.providerId)
    for (const [providerId, ofOne] of byProvider) {
      const known = this.#days.get(providerId) ?? NO_DAYS
      const planned = ofOne.length === 1 ? writesOfOne(ofOne, known) : writesOfMany(ofOne, known)
      if (planned.kind === 'unread') {
        unread.push(...planned.dayNumbers.map((dayNumber) => this.#day(providerId, dayNumber)))
      } else if (planned.kind === 'refused') {
        return this.#refusedDay(planned, providerId)
      } else {
        for (const { dayNumber, write } of planned.writes) {
          // Numbered, not named by provider and day: V8 makes a hidden class for each new name of an object,
          // which costs 4 µs per transaction.
          writes.set(`day:${writes.size}`, { ...this.#day(providerId, dayNumber), write })
        }
      }
    }
    return unread.length > 0 ? { kind: 'unread', items: unread } : undefined
  }

  #day(providerId: string, dayNumber: number): ToLearn {
    return {
      key: ledgerKey(providerId, formatDate(dayNumber)),
      learn: (item) => {
        const days = this.#days.get(providerId) ?? new Map<number, LedgerState>()
        this.#days.set(providerId, days.set(dayNumber, ledgerFromItem(item)))
      },
    }
  }

  #count(counter: string): ToLearn {
    return {
      key: counterKey(counter),
      learn: (item) => this.#counts.set(counter, countFromItem(item)),
    }
  }

  #session(ownerId: string): ToLearn {
    const at = ownerId.lastIndexOf('@')
    return {
      key: sessionKey(ownerId.slice(0, at), Number(ownerId.slice(at + 1))),
      learn: (item) => {
        this.#sessions.set(ownerId, item && sessionFromItem(item))
        // A day or count that was read before may be from the time of an earlier state of the session, which
        // had other marks on it: a mark that it lacks would seem to be lost.
        this.#days.clear()
        this.#counts.clear()
      },
    }
  }

  #refusedSession(
    refusal: Extract<ReturnType<typeof planSessions>, { ok: false }>['refusal'],
  ): PlannedClaims {
    if (refusal.kind === 'stale') return refusal
    if (refusal.kind === 'unread') {
      const items = refusal.sessions.map(({ eventTypeId, startEpochSeconds }) =>
        this.#session(sessionOwnerId(eventTypeId, startEpochSeconds)),
      )
      return { kind: 'unread', items }
    }
    const { index, refusal: seat } = refusal
    if (seat.code === 'hold_lost')
      return { kind: 'refused', index, refusal: this.#slotTaken(index) }
    // A session that was moved was followed to its new start.
    if (seat.code === 'session_closed')
      return { kind: 'refused', index, refusal: { code: 'session_cancelled', by: 'cancelled' } }
    const { hidesSeats } = this.#changes[index]?.decision.seating ?? {}
    return { kind: 'refused', index, refusal: sessionFull(seat.seatsLeft, hidesSeats) }
  }

  #refusedDay(
    { refusal, index }: { readonly refusal: Lost | Taken; readonly index: number },
    providerId: string,
  ): PlannedClaims {
    return {
      kind: 'refused',
      index,
      refusal: this.#slotTaken(index, refusal.kind === 'hold_lost'),
      ...(refusal.kind === 'taken' && { takenProviderId: providerId }),
    }
  }

  /** `isLost`: the time that the booking had is gone. */
  #slotTaken(index: number, isLost = true): Refusal {
    const change = this.#changes[index]
    const booking = (isLost ? change?.before : undefined) ?? change?.decision.booking
    invariant(booking !== undefined, `there is no change ${index}`)
    return { code: 'slot_taken', startEpochSeconds: booking.startEpochSeconds }
  }

  #indexOf(steps: readonly OwnedCountStep[]): number {
    const claiming = steps.findLast(({ step }) => step.kind !== 'release')?.ownerId
    const index = this.#changes.findIndex(({ decision: { booking } }) => {
      if (booking.id === claiming) return true
      const { eventTypeId, startEpochSeconds } = booking
      return (
        eventTypeId !== undefined && sessionOwnerId(eventTypeId, startEpochSeconds) === claiming
      )
    })
    return Math.max(0, index)
  }
}

const NO_DAYS: ReadonlyMap<number, LedgerState> = new Map()

type Lost = ClaimRefusal & { readonly kind: 'hold_lost' }
type Taken = ClaimRefusal & { readonly kind: 'taken' }

/** Whether a booking claims its time through a session. */
const isSeated = ({ seats }: Booking): boolean => seats !== undefined

const NO_COUNTS: readonly OwnedCountStep[] = []

function countsOfBooking(
  before: Booking | undefined,
  { booking, claim, limits }: Decision,
): readonly OwnedCountStep[] {
  if (before?.counts === undefined && booking.counts === undefined) return NO_COUNTS
  const ownerOf = (one: Booking) => ({
    claim: claimOfStatus(one),
    counts: one.counts ?? [],
    endEpochSeconds: one.endEpochSeconds,
  })
  const had = before ? ownerOf(before) : { ...ownerOf(booking), claim: NO_CLAIM }
  const steps: readonly OwnedCountStep[] = countSteps(had, ownerOf(booking)).map((step) => ({
    ownerId: booking.id,
    step,
    max: limits?.get(step.counter),
  }))
  if (claim.kind !== 'move' || had.claim.kind !== 'held') return steps
  const { untilEpochSeconds } = had.claim
  // What a held booking keeps is still its own, or its hold is lost: then it does not move, as with lost time.
  const kept = (booking.counts ?? []).filter(
    ({ counter, amount }) =>
      !steps.some(({ step }) => step.counter === counter) &&
      had.counts.some((one) => one.counter === counter && one.amount === amount),
  )
  return [
    ...steps,
    ...kept.map(({ counter, amount }) => ({
      ownerId: booking.id,
      step: { kind: 'keep', isMarked: true, counter, amount, untilEpochSeconds } as const,
    })),
  ]
}

type PlannedDays =
  | {
      readonly kind: 'writes'
      readonly writes: readonly { readonly dayNumber: number; readonly write: Write }[]
    }
  | { readonly kind: 'unread'; readonly dayNumbers: readonly number[] }
  | { readonly kind: 'refused'; readonly refusal: Lost | Taken; readonly index: number }

/** The writes of the only owner who changes a provider's ledger. */
function writesOfOne(
  [ledger]: readonly Ledger[],
  known: ReadonlyMap<number, LedgerState>,
): PlannedDays {
  invariant(ledger !== undefined, 'a ledger without an owner')
  const planned = claimWrites(ledger.step, ledger.claimant, known)
  if (planned.ok) return { kind: 'writes', writes: planned.value }
  const { refusal } = planned
  return refusal.kind === 'unread'
    ? { kind: 'unread', dayNumbers: refusal.dayNumbers }
    : { kind: 'refused', refusal, index: ledger.index }
}

/** The writes of several owners who change a provider's ledger: one for each day. */
function writesOfMany(
  ledgers: readonly Ledger[],
  known: ReadonlyMap<number, LedgerState>,
): PlannedDays {
  const parts = ledgers.flatMap(({ step, claimant, index }) =>
    [...dayStepsOf(step, claimant)].map(([dayNumber, part]) => ({
      dayNumber,
      owned: { step: part, claimant, index },
    })),
  )
  const writes: { dayNumber: number; write: Write }[] = []
  const unread: number[] = []
  for (const [dayNumber, ofDay] of Map.groupBy(parts, (part) => part.dayNumber)) {
    const owned = ofDay.map((part) => part.owned)
    const planned = writeOfDay(owned, dayNumber, known.get(dayNumber))
    if (planned.ok) {
      if (planned.value) writes.push({ dayNumber, write: planned.value })
      continue
    }
    const { refusal } = planned
    if (refusal.kind === 'unread') unread.push(dayNumber)
    else {
      const refused = owned.find(({ claimant }) => claimant.ownerId === refusal.ownerId) ?? owned[0]
      return { kind: 'refused', refusal, index: refused?.index ?? 0 }
    }
  }
  return unread.length > 0 ? { kind: 'unread', dayNumbers: unread } : { kind: 'writes', writes }
}

interface OwnedPart {
  readonly step: DayStep
  readonly claimant: Claimant
  readonly index: number
}

function writeOfDay(
  owned: readonly OwnedPart[],
  dayNumber: number,
  state: LedgerState | undefined,
) {
  const [only, ...others] = owned
  invariant(only !== undefined, 'a day without changes')
  return others.length === 0
    ? dayWrite(only.step, only.claimant, dayNumber, state)
    : replaceSteps(owned, dayNumber, state)
}
