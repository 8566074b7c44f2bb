/** An event of the account's log, as far as it is checked. */
export interface SeenEvent {
  readonly id: string
  readonly position: number
  readonly type: string
  readonly resourceId: string
  readonly version: number
  /** Where its booking or stay is read. Absent for anything else. */
  readonly path?: string
  /** The stay of a calendar whose place the booking took. Absent: none. */
  readonly adoptedStayId?: string
}

/** A booking or a stay at the end. */
export interface FinalBooking {
  readonly id: string
  readonly version: number
  /** Whether some of its changes have no event of their own, as those of its payment. Default: no. */
  readonly hasQuietChanges?: boolean
}

/** What has events: bookings stay when they end, stays are deleted. */
const FAMILIES = ['booking', 'stay']

const isOfFamily = ({ type }: SeenEvent): boolean => FAMILIES.includes(type.split('.')[0] ?? '')

/** A booking that is confirmed from the beginning has two events of its first version. */
const isFirstConfirmation = ({ type, version }: SeenEvent): boolean =>
  type === 'booking.confirmed' && version === 1

/**
 * Checks the next event of a log that has `count` events: its position follows, and neither its id nor its change was
 * there before. `seen` remembers both for the next call. Answers a line for each violation.
 */
export function checkNextEvent(
  event: SeenEvent,
  count: number,
  seen: Set<string>,
): readonly string[] {
  const { id, position, type, resourceId, version } = event
  const wrong: string[] = []
  if (position !== count + 1) wrong.push(`position ${count + 1} of the log is ${position}`)
  if (seen.has(id)) wrong.push(`event ${id} is in the log twice`)
  seen.add(id)
  if (!isOfFamily(event)) return wrong
  const change = `${isFirstConfirmation(event) ? 'the confirmation of ' : ''}${resourceId} version ${version}`
  if (seen.has(change)) wrong.push(`event ${id} (${type}) is the second one of ${change}`)
  seen.add(change)
  return wrong
}

/**
 * Compares the event log with the bookings and stays at the end: positions without a gap, each event once, and for
 * each booking exactly one event per version, from 1 to its last. A stay that does not exist any more has them up to
 * its deletion, or until a booking took its place. Answers a line for each violation.
 */
export function checkEvents(
  events: readonly SeenEvent[],
  bookings: readonly FinalBooking[],
): readonly string[] {
  const wrong: string[] = []
  const versions = new Map<string, number[]>()
  const ids = new Set<string>()
  const deletedAt = new Map<string, number>()
  const adoptedIds = new Set<string>()
  for (const [index, event] of events.entries()) {
    const { id, position, type, resourceId, version } = event
    if (position !== index + 1) wrong.push(`position ${index + 1} of the log is ${position}`)
    if (ids.has(id)) wrong.push(`event ${id} is in the log twice`)
    ids.add(id)
    if (!isOfFamily(event)) continue
    if (event.adoptedStayId !== undefined) adoptedIds.add(event.adoptedStayId)
    if (isFirstConfirmation(event)) continue
    const seen = versions.get(resourceId)
    if (seen) seen.push(version)
    else versions.set(resourceId, [version])
    if (type === 'stay.deleted') deletedAt.set(resourceId, version)
  }
  for (const id of adoptedIds) deletedAt.set(id, Math.max(1, ...(versions.get(id) ?? [])))
  const ended: readonly FinalBooking[] = [...deletedAt].map(([id, version]) => ({ id, version }))
  // A request without an answer may end a stay after it was read.
  const lasting = bookings.filter(({ id }) => !deletedAt.has(id))
  for (const { id, version, hasQuietChanges } of [...lasting, ...ended]) {
    const seen = (versions.get(id) ?? []).toSorted((a, b) => a - b)
    const isComplete = seen.length === version && seen.every((each, index) => each === index + 1)
    const isInOrder = seen[0] === 1 && seen.every((each, n) => n === 0 || each > (seen[n - 1] ?? 0))
    if (hasQuietChanges ? !isInOrder : !isComplete) {
      wrong.push(
        `booking ${id} has version ${version} and events of the versions ${seen.join(', ')}`,
      )
    }
    versions.delete(id)
  }
  for (const id of versions.keys()) wrong.push(`events tell of booking ${id}, which does not exist`)
  return wrong
}
