import type { SeenEvent } from '../checker/events.ts'
import type { Api } from './api.ts'

/** A booking or a stay as it is when it is read. */
export interface ReadBooking {
  readonly id: string
  readonly version: number
  readonly paymentId: string | undefined
}

/**
 * Bookings and stays that the log tells of, but that were not there when their cell was read: a request without an
 * answer may be committed later. Each is read once, since the log follows the commit. Deleted stays are left out.
 */
export class LateBookings {
  readonly #api: Pick<Api, 'ask'>
  readonly #known: Set<string>
  readonly #found: ReadBooking[] = []

  /** @param knownIds what the cells have read. */
  constructor(api: Pick<Api, 'ask'>, knownIds: readonly string[]) {
    this.#api = api
    this.#known = new Set(knownIds)
  }

  /** Reads those that these events add; answers all that exist. Throws if nobody answers. */
  async among(events: readonly SeenEvent[]): Promise<readonly ReadBooking[]> {
    for (const { type, resourceId } of events) {
      if (type === 'stay.deleted') this.#known.add(resourceId)
    }
    for (const { resourceId, path } of events) {
      if (path === undefined || this.#known.has(resourceId)) continue
      const answer = await this.#api.ask({ method: 'GET', path })
      if (answer === undefined) throw new Error(`GET ${path}: no answer`)
      this.#known.add(resourceId)
      if (answer.status !== 200) continue
      const { version, payment } = answer.body
      const { id: paymentId } = (payment ?? {}) as { readonly id?: string }
      this.#found.push({ id: resourceId, version: Number(version), paymentId })
    }
    return this.#found
  }
}
