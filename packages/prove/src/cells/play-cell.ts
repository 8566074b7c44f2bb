import type { Action, Attempt, Operation, Outcome } from '../checker/operation.ts'
import type { ApiAnswer, Patience } from '../run/api.ts'
import type { ApiCall } from '../run/transport.ts'
import { type Cell, type CellRun, type ListedBooking, type PlannedCall, skewsOf } from './cell.ts'
import type { Random } from './random.ts'

/** What happened in a cell. */
export interface CellHistory {
  readonly operations: readonly Operation[]
  /** Every booking of the cell at the end. */
  readonly bookings: readonly ListedBooking[]
  /** Answers that no correct server gives, and refused requests that happened after all. */
  readonly strange: readonly string[]
}

const TAKEN = new Set([
  'slot_taken',
  'session_full',
  'session_cancelled',
  'limit_reached',
  'group_item_refused',
  'night_taken',
  'no_candidate_free',
])
const NOT_POSSIBLE = new Set(['invalid_transition', 'hold_expired', 'managed_by_booking'])
/** How a stay is refused that can be nowhere after a change. */
const NO_PLACE = new Set(['not_a_candidate', 'validation_failed'])
/** Some clients do not ask again, as people do. Then nobody knows what happened. */
const IMPATIENT: Patience = { totalMilliseconds: 0, attemptMilliseconds: 1_500 }
const IMPATIENT_SHARE = 0.05
/** Only a POST has an idempotency key. Another change that is sent again would happen twice, or miss what it has done. */
const ONCE: Patience = { totalMilliseconds: 0, attemptMilliseconds: 8_000 }

/** Lets clients loose on a cell, and reads all its bookings at the end. */
export async function playCell(cell: Cell, run: CellRun, random: Random): Promise<CellHistory> {
  const startedAt = run.now()
  const operations: Operation[] = []
  const strange: string[] = []

  const perform = async (client: number, id: string, chance: Random) => {
    const invokedAt = run.now()
    const planned = cell.plan(chance, id, invokedAt)
    const { action, call } = planned
    const isImpatient = chance.next() < IMPATIENT_SHARE
    const patience = patienceFor(call, isImpatient)
    const key = call.method === 'GET' ? undefined : id
    const attempts: Attempt[] = []
    const answer = await run.api.ask(call, key, patience, (each) => attempts.push(each))
    const { outcome, problem } = await outcomeOf(cell, planned, answer, run.now())
    if (problem !== undefined) strange.push(`${id} ${action.kind}: ${problem}`)
    const steps = planned.steps?.(problem ? undefined : answer, attempts.length > 1)
    const happened = steps ?? (outcome ? [{ action, outcome }] : [])
    for (const [index, step] of happened.entries()) {
      const operation: Operation = {
        id: index === 0 ? id : `${id}-${index}`,
        client,
        ...step,
        invokedAt,
        returnedAt: step.outcome.kind === 'unknown' ? Number.POSITIVE_INFINITY : run.now(),
        ...skewsOf(run, startedAt, invokedAt),
        request: `${call.method} ${call.path}${call.body ? ` ${JSON.stringify(call.body)}` : ''}`,
        attempts,
      }
      operations.push(operation)
      run.onOperation?.(operation)
    }
  }

  const playClient = async (client: number, chance: Random) => {
    for (let turn = 0; turn < run.operationsPerClient; turn += 1) {
      await perform(client, run.nextOperationId(), chance)
    }
  }
  await Promise.all(
    Array.from({ length: run.clients }, (_, client) => playClient(client, random.fork())),
  )

  await cell.close?.(run)
  // The list has to show every booking: what it leaves out counts as never made.
  await run.settled?.()
  const invokedAt = run.now()
  const bookings = await cell.list(run.api)
  const list: Operation = {
    id: run.nextOperationId(),
    client: -1,
    action: { kind: 'list' },
    outcome: { kind: 'done', bookings: bookings.map(({ shown }) => shown) },
    invokedAt,
    returnedAt: run.now(),
    ...skewsOf(run, startedAt, invokedAt),
  }
  const concluded = cell.conclude?.(run, startedAt, operations, bookings)
  const { unasked = [], strange: wrong = [] } = concluded ?? {}
  return {
    operations: [...settleUnknown(operations, bookings, list), ...unasked, list],
    bookings,
    strange: [...strange, ...happenedAfterAll(operations, bookings), ...wrong],
  }
}

/** How long a client waits for the outcome of a request. Undefined: long. */
function patienceFor({ method }: ApiCall, isImpatient: boolean): Patience | undefined {
  if (isImpatient) return IMPATIENT
  return method === 'PUT' || method === 'DELETE' ? ONCE : undefined
}

/** The outcome of an answer. Undefined: nothing has happened, or nobody can say what it means. */
async function outcomeOf(
  cell: Cell,
  { action, follow, steps }: PlannedCall,
  answer: ApiAnswer | undefined,
  now: number,
): Promise<{ readonly outcome: Outcome | undefined; readonly problem?: string }> {
  if (follow)
    return { outcome: answer && answer.status < 300 ? await follow(answer, now) : undefined }
  if (answer === undefined) return { outcome: { kind: 'unknown' } }
  const { status, body } = answer
  if (status < 300) {
    return { outcome: steps ? undefined : { kind: 'done', bookings: cell.shownIn(answer) } }
  }
  const code = String(body.code)
  if (TAKEN.has(code)) return { outcome: { kind: 'taken' } }
  if (NOT_POSSIBLE.has(code)) return { outcome: { kind: 'not_possible' } }
  if (action.kind === 'alter' && NO_PLACE.has(code)) return { outcome: { kind: 'not_possible' } }
  if (code === 'not_found' && cell.forgetsEnded) return { outcome: goneOutcome(action) }
  const problem = `${status} ${JSON.stringify(body).slice(0, 300)}`
  return { outcome: { kind: 'unknown' }, problem }
}

/** The outcome if there is no such booking any more. */
const goneOutcome = ({ kind }: Action): Outcome =>
  kind === 'read' ? { kind: 'done', bookings: [] } : { kind: 'not_possible' }

/** New bookings and moves without an answer: the list shows whether they happened. */
function settleUnknown(
  operations: readonly Operation[],
  bookings: readonly ListedBooking[],
  list: Operation,
): readonly Operation[] {
  return operations.flatMap((operation): readonly Operation[] => {
    const { action, outcome, id } = operation
    if (outcome.kind !== 'unknown') return [operation]
    switch (action.kind) {
      case 'read':
      case 'list':
        return []
      case 'move':
        // It may have ended at any of several places. Each of them is an operation that happened or not.
        return action.wanted.map((claims, n) => ({
          ...operation,
          id: n === 0 ? id : `${id}-${n}`,
          action: { ...action, wanted: [claims] },
        }))
      case 'alter':
        return action.change.units.map((unit, n) => ({
          ...operation,
          id: n === 0 ? id : `${id}-${n}`,
          action: { ...action, change: { ...action.change, units: [unit] } },
        }))
      case 'take': {
        const made = bookings.filter(({ operationId }) => operationId === id)
        if (made.length === 0) return []
        // No client knows its id, so nobody has changed it. Only its hold may have lapsed.
        const shown = made.map(({ shown: last, madeAs }) => {
          const { id: bookingId, claims, state } = last
          if (madeAs) return madeAs
          return state === 'confirmed'
            ? { id: bookingId, claims, state }
            : { id: bookingId, claims, state: 'held' as const, isVague: true }
        })
        const done: Outcome = { kind: 'done', bookings: shown }
        return [{ ...operation, outcome: done, returnedAt: list.invokedAt }]
      }
      default:
        return [operation]
    }
  })
}

/** Bookings of requests that were refused. */
function happenedAfterAll(
  operations: readonly Operation[],
  bookings: readonly ListedBooking[],
): readonly string[] {
  const refused = new Set(
    operations.flatMap(({ id, outcome }) => (outcome.kind === 'taken' ? [id] : [])),
  )
  return bookings.flatMap(({ shown, operationId }) =>
    operationId !== undefined && refused.has(operationId)
      ? [`${operationId} was refused, but made booking ${shown.id}`]
      : [],
  )
}
