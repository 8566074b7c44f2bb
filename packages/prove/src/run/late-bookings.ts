import type { SeenEvent } from '../checker/events.ts'
import type { Api } from './api.ts'

/** A booking or a stay as it is when it is read. */
export interface ReadBooking {
  readonly id: string
  readonly version: number
  readonly paymentId: string | undefined
  /** Whether a request of its cell got no answer, so it may be changed after it was read. Default: no. */
  readonly mayChange?: boolean
}

/**
 * Bookings and stays that a request without an answer made or changed after their cell was read: the log tells of them,
 * or of a version that the cell did not see. The log follows the commit, so each is read once for each such version.
 * Deleted stays, and those that have become bookings, are left out.
 */
export class LateBookings {
  readonly #api: Pick<Api, 'ask'>
  /** The version that was read of each one; infinite for those that cannot change. */
  readonly #readVersions: Map<string, number>
  readonly #found = new Map<string, ReadBooking>()

  /** @param known what the cells have read. */
  constructor(api: Pick<Api, 'ask'>, known: readonly ReadBooking[]) {
    this.#api = api
    this.#readVersions = new Map(
      known.map(({ id, version, mayChange }) => [
        id,
        mayChange === true ? version : Number.POSITIVE_INFINITY,
      ]),
    )
  }

  /** Reads those that these events add or change; answers all that exist. Throws if nobody answers. */
  async among(events: readonly SeenEvent[]): Promise<readonly ReadBooking[]> {
    for (const { type, resourceId, adoptedStayId } of events) {
      const endedId = type === 'stay.deleted' ? resourceId : adoptedStayId
      if (endedId !== undefined) this.#readVersions.set(endedId, Number.POSITIVE_INFINITY)
    }
    for (const { resourceId, version, path } of events) {
      if (path === undefined || version <= (this.#readVersions.get(resourceId) ?? 0)) continue
      await this.#read(resourceId, version, path)
    }
    return [...this.#found.values()]
  }

  async #read(id: string, seenVersion: number, path: string): Promise<void> {
    const answer = await this.#api.ask({ method: 'GET', path })
    if (answer === undefined) throw new Error(`GET ${path}: no answer`)
    this.#readVersions.set(id, seenVersion)
    if (answer.status !== 200) return
    const version = Number(answer.body.version)
    const { id: paymentId } = (answer.body.payment ?? {}) as { readonly id?: string }
    this.#readVersions.set(id, Math.max(version, seenVersion))
    this.#found.set(id, { id, version, paymentId })
  }
}
