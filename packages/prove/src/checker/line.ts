/** A start that somebody on the wait list got, as a hold. Times are milliseconds of the run's clock. */
export interface LineOffer {
  readonly bookingId: string
  /** In epoch minutes. */
  readonly start: number
  /** When it can have been made at the earliest, and at the latest. */
  readonly earliest: number
  readonly latest: number
}

/** Somebody in the line of an event type. Times are milliseconds of the run's clock. */
export interface LineEntry {
  /** Ids are in the order of the wait list. */
  readonly id: string
  /** When the request to join was sent and answered. */
  readonly joinedFrom: number
  readonly joinedBy: number
  /** The starts that are wanted, `[from, to)` in epoch minutes. */
  readonly from: number
  readonly to: number
  /** When the first request to leave was sent. */
  readonly leftFrom: number
  readonly offers: readonly LineOffer[]
}

/** Whether an entry was on the wait list, without a change, from its answer until a time. */
const waitedUntil = ({ leftFrom, offers }: LineEntry, time: number): boolean =>
  time < Math.min(leftFrom, ...offers.map(({ earliest }) => earliest))

const wants = ({ from, to }: LineEntry, start: number): boolean => from <= start && start < to

/**
 * Checks the offers of a line: everybody gets only starts that they want, and none twice; and nobody gets a start that
 * somebody wants who is earlier on the wait list. Two who joined at the same time may be in either order, and whoever may have had an
 * offer before, or may have left, is in nobody's way. Answers a line for each violation.
 */
export function checkLine(entries: readonly LineEntry[]): readonly string[] {
  const wrong: string[] = []
  for (const entry of entries) {
    const starts = new Set<number>()
    for (const { bookingId, start, latest } of entry.offers) {
      const offer = `offer ${bookingId} of start ${start} to ${entry.id}`
      if (!wants(entry, start)) wrong.push(`${offer} is not wanted`)
      if (starts.has(start)) wrong.push(`${offer} is the second one of this start`)
      starts.add(start)
      for (const other of entries) {
        const isEarlier = other.id < entry.id && other.joinedBy < entry.joinedFrom
        if (isEarlier && wants(other, start) && waitedUntil(other, latest)) {
          wrong.push(`${offer} passes over ${other.id}, who is earlier on the wait list`)
        }
      }
    }
  }
  return wrong
}
