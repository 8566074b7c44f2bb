/** An event of the account's log, as far as it is checked. */
export interface SeenEvent {
  readonly id: string
  readonly position: number
  readonly type: string
  readonly resourceId: string
  readonly version: number
}

/** A booking at the end. */
export interface FinalBooking {
  readonly id: string
  readonly version: number
}

/**
 * Compares the event log with the bookings at the end: positions without a gap, each event once, and for each
 * booking exactly one event per version, from 1 to its last. Answers a line for each violation.
 */
export function checkEvents(
  events: readonly SeenEvent[],
  bookings: readonly FinalBooking[],
): readonly string[] {
  const wrong: string[] = []
  const versions = new Map<string, number[]>()
  const ids = new Set<string>()
  for (const [index, { id, position, type, resourceId, version }] of events.entries()) {
    if (position !== index + 1) wrong.push(`position ${index + 1} of the log is ${position}`)
    if (ids.has(id)) wrong.push(`event ${id} is in the log twice`)
    ids.add(id)
    if (type.startsWith('booking.')) {
      const seen = versions.get(resourceId)
      if (seen) seen.push(version)
      else versions.set(resourceId, [version])
    }
  }
  for (const { id, version } of bookings) {
    const seen = (versions.get(id) ?? []).toSorted((a, b) => a - b)
    const isComplete = seen.length === version && seen.every((each, index) => each === index + 1)
    if (!isComplete) {
      wrong.push(
        `booking ${id} has version ${version} and events of the versions ${seen.join(', ')}`,
      )
    }
    versions.delete(id)
  }
  for (const id of versions.keys()) wrong.push(`events tell of booking ${id}, which does not exist`)
  return wrong
}
