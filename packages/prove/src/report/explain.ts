import { apply } from '../checker/bookings-spec.ts'
import { hasRoom, type LiveBooking, NO_BOOKINGS } from '../checker/bookings-state.ts'
import type { Claim, Operation } from '../checker/operation.ts'
import { isMove, wantedOf } from '../checker/stay-places.ts'
import type { RecordedCell } from '../run/run-report.ts'
import type { Names } from './names.ts'

/** Why a cell has no right order, in words. */
export interface Explanation {
  /** The last operations that an order explains. */
  readonly explained: readonly string[]
  /** The bookings that have their time after them. */
  readonly bookings: readonly string[]
  /** The operations that may come next, and why none of them can. */
  readonly stuck: readonly string[]
}

const SHOWN_OPERATIONS = 12

/** Explains the violation of a cell. Undefined: it has none. */
export function explanationOf(cell: RecordedCell, names: Names): Explanation | undefined {
  const { operations, explainedIds, stuckIds } = cell
  if (explainedIds === undefined || stuckIds === undefined) return undefined
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const named = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const capacities = new Map(cell.capacities)
  const explained = named(explainedIds)
  const live = explained.reduce(
    (state, operation) => apply(state, operation, capacities) ?? state,
    NO_BOOKINGS,
  )
  const inTheWay = (claims: readonly Claim[]) =>
    [...live.values()].filter(
      (one) => !hasRoom(new Map([[one.id, one]]), claims, NONE_BESIDE) && claims.length > 0,
    )
  return {
    explained: explained.slice(-SHOWN_OPERATIONS).map(names.sentence),
    bookings: [...live.values()].map((booking) => bookingText(booking, names)),
    stuck: named(stuckIds).map((operation) => {
      const why = whyOf(operation, live, inTheWay, names)
      return `${names.sentence(operation)}${why === '' ? '' : `. But ${why}`}`
    }),
  }
}

/** With no capacity beside a booking, everything that meets it is in the way. */
const NONE_BESIDE: ReadonlyMap<string, number> = new Map()

function bookingText(
  { id, claims, isConfirmed, isOver, lapsesAt, kept }: LiveBooking,
  names: Names,
) {
  const [first] = claims
  const time = first
    ? `${names.resource(first.resource)}, ${names.label(first.from)} to ${names.label(first.to)}`
    : 'no time'
  if (kept && lapsesAt !== undefined) {
    return `${names.booking(kept.bookingId)}: ${time}, given back and kept until ${names.until(lapsesAt)} at least`
  }
  const until = lapsesAt === undefined ? 'held' : `held until ${names.until(lapsesAt)}`
  const state = isConfirmed ? 'confirmed' : until
  return `${names.booking(id)}: ${time}, ${isOver ? 'its hold has ended' : state}`
}

/** Why an operation contradicts the bookings that are live. Empty: several reasons. */
function whyOf(
  { action, outcome }: Operation,
  live: ReadonlyMap<string, LiveBooking>,
  inTheWay: (claims: readonly Claim[]) => readonly LiveBooking[],
  names: Names,
): string {
  const list = (bookings: readonly LiveBooking[]) =>
    bookings.map(({ id }) => names.booking(id)).join(' and ')
  if (action.kind === 'take' || isMove(action)) {
    const got =
      outcome.kind === 'done'
        ? outcome.bookings.flatMap(({ claims }) => claims)
        : action.kind === 'take'
          ? action.wanted.flatMap(([first = []]) => first)
          : (wantedOf(action, live.get(action.id))?.[0] ?? [])
    const others = inTheWay(got).filter(({ id }) => !isMove(action) || id !== action.id)
    if (outcome.kind === 'done' && others.length > 0) return `${list(others)} had that time`
    if (outcome.kind === 'taken' && others.length === 0) return 'nobody had that time'
    return ''
  }
  if (action.kind !== 'confirm' && action.kind !== 'release' && action.kind !== 'read') return ''
  const ids = action.kind === 'read' ? [action.id] : action.ids
  const found = ids.flatMap((id) => live.get(id) ?? [])
  if (outcome.kind === 'done' && found.length < ids.length) {
    return `${ids.map(names.booking).join(' and ')} had ended`
  }
  if (outcome.kind === 'done') return action.kind === 'read' ? 'that was not its state' : ''
  return found.length === ids.length ? `${list(found)} was live` : ''
}
