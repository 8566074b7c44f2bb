import type { Claim, Operation, ShownBooking } from '../checker/operation.ts'

/** What is known of a booking's claims during some time of the run's clock. */
export interface Occupancy {
  readonly bookingId: string
  readonly claims: readonly Claim[]
  /** `changing`: a request that begins or ends it has no answer yet. */
  readonly state: 'changing' | 'held' | 'confirmed'
  readonly from: number
  readonly to: number
}

interface Life {
  claims: readonly Claim[]
  state: Occupancy['state']
  since: number
  lapsesAt: number
}

/**
 * When each booking had its claims, as far as clients know: from the answer of the request that took them to the
 * request that gave them back. `untilRun`: the end of the cell.
 */
export function occupanciesOf(operations: readonly Operation[]): readonly Occupancy[] {
  const found: Occupancy[] = []
  const lives = new Map<string, Life>()
  const end = Math.max(...operations.map(({ invokedAt }) => invokedAt))

  const close = (bookingId: string, to: number) => {
    const life = lives.get(bookingId)
    if (life === undefined) return
    const { claims, state, since, lapsesAt } = life
    const until = state === 'held' ? Math.min(to, lapsesAt) : to
    if (until > since) found.push({ bookingId, claims, state, from: since, to: until })
  }
  const change = (
    { invokedAt, returnedAt }: Operation,
    bookingId: string,
    next: Pick<Life, 'claims' | 'state' | 'lapsesAt'> | undefined,
  ) => {
    const before = lives.get(bookingId)
    close(bookingId, invokedAt)
    const claims = next?.claims ?? before?.claims ?? []
    const to = Math.min(returnedAt, end)
    found.push({ bookingId, claims, state: 'changing', from: invokedAt, to })
    if (next) lives.set(bookingId, { ...next, since: to })
    else lives.delete(bookingId)
  }
  const shownLife = ({ claims, state, lapsesAt, isVague }: ShownBooking) => ({
    claims,
    state: state === 'confirmed' ? ('confirmed' as const) : ('held' as const),
    lapsesAt: isVague ? Number.NEGATIVE_INFINITY : (lapsesAt ?? Number.POSITIVE_INFINITY),
  })

  for (const operation of operations.toSorted((a, b) => a.returnedAt - b.returnedAt)) {
    const { action, outcome } = operation
    const isWrite = action.kind !== 'read' && action.kind !== 'list'
    if (!isWrite || outcome.kind === 'taken' || outcome.kind === 'not_possible') continue
    if (outcome.kind === 'unknown') {
      const ids = action.kind === 'confirm' || action.kind === 'release' ? action.ids : []
      for (const id of ids) settle(operation, id)
      continue
    }
    if (action.kind === 'adopt') change(operation, action.stayId, undefined)
    for (const booking of outcome.bookings) {
      const isOver = action.kind === 'release' || booking.state === 'ended'
      change(operation, booking.id, isOver ? undefined : shownLife(booking))
    }
  }
  for (const id of lives.keys()) close(id, end)
  return found

  /** The list at the end shows whether a change without an answer happened. */
  function settle(operation: Operation, id: string): void {
    const list = operations.findLast(({ action }) => action.kind === 'list')
    const last =
      list?.outcome.kind === 'done'
        ? list.outcome.bookings.find((each) => each.id === id)
        : undefined
    const life = lives.get(id)
    if (last === undefined || life === undefined) return
    if (last.state === 'confirmed' && life.state === 'held') change(operation, id, shownLife(last))
    if (last.state === 'ended' && operation.action.kind === 'release') {
      change(operation, id, undefined)
    }
  }
}
