import { type BookingsState, type LiveBooking, sameClaims } from './bookings-state.ts'
import type { Action, Claim, ShownBooking, StayChange } from './operation.ts'

/**
 * Where a stay can be after a change: what it claims then, for each unit that may have it. Of a confirmed stay that has begun, the
 * nights before today stay where they were. It does not return to a unit that it has left, except on the day on which it left. Empty:
 * the change is refused, whoever else is there.
 */
export function placesOf(
  { claims, isConfirmed }: Pick<LiveBooking, 'claims' | 'isConfirmed'>,
  { today, units, nights }: StayChange,
): readonly (readonly Claim[])[] {
  const parts = claims.toSorted((a, b) => a.from - b.from)
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return []
  const earlier = parts.slice(0, -1)
  const hasSlept = isConfirmed && last.from < today
  const left = hasSlept ? [...earlier, { ...last, to: today }] : earlier
  const restFrom = hasSlept ? today : last.from
  const { from, to } = nights ?? { from: first.from, to: last.to }
  // A stay that has changed units can only leave earlier or later.
  if (earlier.length > 0 && (from !== first.from || to <= last.from)) return []
  const isWhole = left.length === 0 || from >= restFrom
  const canSplit = from === first.from && to > restFrom
  return units.flatMap((unit) => {
    if (unit === last.resource) return nights ? [withRest(earlier, unit, from, to)] : []
    if (isWhole) return [withRest([], unit, from, to)]
    const spent = !hasSlept && left.at(-1)?.resource === unit ? left.slice(0, -1) : left
    const returns = spent.some(({ resource }) => resource === unit)
    return canSplit && !returns ? [withRest(spent, unit, from, to)] : []
  })
}

/** The claims of a stay that was elsewhere before, and has the rest of its nights in a unit. */
const withRest = (
  spent: readonly Claim[],
  unit: string,
  from: number,
  to: number,
): readonly Claim[] => [...spent, { resource: unit, from: spent.at(-1)?.to ?? from, to, amount: 1 }]

/** A change after which the same booking has its claims elsewhere. */
export type Move = Action & { readonly kind: 'move' | 'alter' }

/** Whether an action moves a booking. */
export const isMove = (action: Action): action is Move =>
  action.kind === 'move' || action.kind === 'alter'

/** The alternatives of a booking that moves. Undefined: only a live one has any. */
export function wantedOf(
  action: Move,
  before: LiveBooking | undefined,
): readonly (readonly Claim[])[] | undefined {
  if (action.kind === 'move') return action.wanted
  return before && placesOf(before, action.change)
}

/** Whether a live stay can be nowhere after a change, whoever else is there. */
export function hasNoPlace(state: BookingsState, action: Action): boolean {
  return isMove(action) && wantedOf(action, state.get(action.id))?.length === 0
}

/** The state after a stay of a calendar has become a booking; undefined if it cannot have. `shown`: the booking, if it was seen. */
export function adopted(
  state: BookingsState,
  { id, stayId }: Action & { readonly kind: 'adopt' },
  shown?: ShownBooking,
): BookingsState | undefined {
  const stay = state.get(stayId)
  if (stay === undefined || state.has(id)) return undefined
  if (shown && !(shown.id === id && sameClaims(stay.claims, shown.claims))) return undefined
  const next = new Map(state)
  next.delete(stayId)
  return next.set(id, { id, claims: stay.claims, isConfirmed: true })
}
