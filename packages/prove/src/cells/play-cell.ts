import type { Operation, Outcome } from '../checker/operation.ts'
import type { Api, ApiAnswer, Patience } from '../run/api.ts'
import type { ApiBooking, Cell, PlannedCall } from './cell.ts'
import type { Random } from './random.ts'

/** What a cell needs of its run. */
export interface CellRun {
  readonly api: Api
  /** Milliseconds of the run's clock. */
  readonly now: () => number
  /** The largest difference of a server's clock since then. */
  readonly skewSince: (sinceMilliseconds: number) => number
  readonly clients: number
  readonly operationsPerClient: number
  /** Starts with the cell's own name. */
  readonly nextOperationId: () => string
  readonly onOperation?: (operation: Operation) => void
}

/** What happened in a cell. */
export interface CellHistory {
  readonly operations: readonly Operation[]
  /** Every booking of the cell at the end. */
  readonly bookings: readonly ApiBooking[]
  /** Answers that no correct server gives, and refused requests that happened after all. */
  readonly strange: readonly string[]
}

const TAKEN = new Set(['slot_taken', 'session_full', 'limit_reached', 'group_item_refused'])
const NOT_POSSIBLE = new Set(['invalid_transition', 'hold_expired'])
/** Some clients do not ask again, as people do. Then nobody knows what happened. */
const IMPATIENT: Patience = { totalMilliseconds: 0, attemptMilliseconds: 1_500 }
const IMPATIENT_SHARE = 0.05
const MOVE_SHARE = 0.15

/** Lets clients loose on a cell, and reads all its bookings at the end. */
export async function playCell(cell: Cell, run: CellRun, random: Random): Promise<CellHistory> {
  const startedAt = run.now()
  const operations: Operation[] = []
  const strange: string[] = []
  const known = new Map<string, ApiBooking>()

  const perform = async (client: number, planned: PlannedCall, id: string, chance: Random) => {
    const invokedAt = run.now()
    // A move that nobody was told of could have ended at several times.
    const isImpatient = planned.action.kind !== 'move' && chance.next() < IMPATIENT_SHARE
    const patience = isImpatient ? IMPATIENT : undefined
    const key = planned.call.method === 'GET' ? undefined : id
    const answer = await run.api.ask(planned.call, key, patience)
    const returnedAt = answer === undefined ? Number.POSITIVE_INFINITY : run.now()
    const { outcome, problem } = outcomeOf(cell, answer)
    if (problem !== undefined) strange.push(`${id} ${planned.action.kind}: ${problem}`)
    if (answer && outcome.kind === 'done') {
      for (const booking of bookingsOf(answer)) known.set(booking.id, booking)
    }
    const skews = skewsOf(run, startedAt, invokedAt)
    const { action } = planned
    const operation = { id, client, action, outcome, invokedAt, returnedAt, ...skews }
    operations.push(operation)
    run.onOperation?.(operation)
  }

  const playClient = async (client: number, chance: Random) => {
    for (let turn = 0; turn < run.operationsPerClient; turn += 1) {
      const id = run.nextOperationId()
      const move =
        known.size > 0 && chance.next() < MOVE_SHARE
          ? cell.planMove(chance, chance.pick([...known.values()]))
          : undefined
      await perform(client, move ?? cell.plan(chance, [...known.keys()], id), id, chance)
    }
  }
  await Promise.all(
    Array.from({ length: run.clients }, (_, client) => playClient(client, random.fork())),
  )

  const invokedAt = run.now()
  const bookings = await listBookings(cell, run.api)
  const list: Operation = {
    id: run.nextOperationId(),
    client: -1,
    action: { kind: 'list' },
    outcome: { kind: 'done', bookings: bookings.map((booking) => cell.shown(booking)) },
    invokedAt,
    returnedAt: run.now(),
    ...skewsOf(run, startedAt, invokedAt),
  }
  return {
    operations: [...settleUnknown(cell, operations, bookings, list), list],
    bookings,
    strange: [...strange, ...happenedAfterAll(operations, bookings)],
  }
}

const skewsOf = ({ skewSince }: CellRun, startedAt: number, invokedAt: number) => ({
  skewMilliseconds: skewSince(startedAt),
  ownSkewMilliseconds: skewSince(invokedAt),
})

/** The bookings of an answer: one, or those of a group. */
function bookingsOf({ body }: ApiAnswer): readonly ApiBooking[] {
  // The contract's own tests check the shape of answers.
  return (body.bookings ?? [body]) as unknown as readonly ApiBooking[]
}

function outcomeOf(
  cell: Cell,
  answer: ApiAnswer | undefined,
): { readonly outcome: Outcome; readonly problem?: string } {
  if (answer === undefined) return { outcome: { kind: 'unknown' } }
  const { status, body } = answer
  if (status < 300) {
    return {
      outcome: { kind: 'done', bookings: bookingsOf(answer).map((each) => cell.shown(each)) },
    }
  }
  const code = String(body.code)
  if (TAKEN.has(code)) return { outcome: { kind: 'taken' } }
  if (NOT_POSSIBLE.has(code)) return { outcome: { kind: 'not_possible' } }
  return {
    outcome: { kind: 'unknown' },
    problem: `${status} ${JSON.stringify(body).slice(0, 300)}`,
  }
}

async function listBookings(cell: Cell, api: Api): Promise<readonly ApiBooking[]> {
  const bookings: ApiBooking[] = []
  for (const { id } of cell.world.types) {
    let cursor = ''
    do {
      const path = `/v1/bookings?eventTypeId=${id}&${cell.range}&limit=100${cursor}`
      const page = await api.must({ method: 'GET', path })
      bookings.push(...(page.data as readonly ApiBooking[]))
      cursor = typeof page.nextCursor === 'string' ? `&cursor=${page.nextCursor}` : ''
    } while (cursor !== '')
  }
  return bookings
}

/** New bookings and moves of which nobody was told: the list shows whether they happened. */
function settleUnknown(
  cell: Cell,
  operations: readonly Operation[],
  bookings: readonly ApiBooking[],
  list: Operation,
): readonly Operation[] {
  return operations.flatMap((operation) => {
    if (operation.outcome.kind !== 'unknown') return [operation]
    const { kind } = operation.action
    if (kind === 'read' || kind === 'list') return []
    if (kind !== 'take') return [operation]
    const made = bookings.filter(({ metadata }) => metadata?.operation === operation.id)
    if (made.length === 0) return []
    // No client knows its id, so nobody has changed it. Only its hold may have lapsed.
    const shown = made.map((booking) => {
      const { id, claims } = cell.shown(booking)
      return { id, claims, state: 'held', isVague: true } as const
    })
    const outcome: Outcome = { kind: 'done', bookings: shown }
    return [{ ...operation, outcome, returnedAt: list.invokedAt }]
  })
}

/** Bookings of requests that were refused. */
function happenedAfterAll(
  operations: readonly Operation[],
  bookings: readonly ApiBooking[],
): readonly string[] {
  const refused = new Set(
    operations.flatMap(({ id, outcome }) => (outcome.kind === 'taken' ? [id] : [])),
  )
  return bookings.flatMap(({ id, metadata }) =>
    metadata?.operation !== undefined && refused.has(metadata.operation)
      ? [`${metadata.operation} was refused, but made booking ${id}`]
      : [],
  )
}
