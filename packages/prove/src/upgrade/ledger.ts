import type { OldAccount } from './old-store.ts'

/** A booking as an answer shows it. */
export interface ShownBooking {
  readonly id: string
  readonly status: string
  readonly providerId: string | null
  readonly eventTypeId: string
  readonly start: string
  readonly end: string
  readonly booker: { readonly name: string }
}

/** What must be true of a booking after everything that was acknowledged. */
export interface Expected {
  readonly id: string
  /** RFC 3339, in UTC. */
  readonly start: string
  readonly status: string
}

/** Time alone changes a status so: `from` may also be found as one of these. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  pending: ['expired'],
  confirmed: ['completed'],
}

const MILLISECONDS = 1000
const MAX_PROBLEMS = 50

/** What clients were told, and what contradicts it. */
export class PromiseLedger {
  readonly #expected = new Map<string, Map<string, Expected>>()
  /** Event types whose bookings share their time. */
  readonly #classes: ReadonlySet<string>
  readonly problems: string[] = []
  readonly counts = { lists: 0, acknowledged: 0, refused: 0, unavailable: 0, unanswered: 0 }

  constructor(accounts: readonly OldAccount[]) {
    this.#classes = new Set(accounts.flatMap(({ classIds }) => classIds))
    for (const account of accounts) {
      const bookings = account.bookings.map(({ id, status, startEpochSeconds }): Expected => {
        const iso = new Date(startEpochSeconds * MILLISECONDS).toISOString()
        return { id, status, start: iso.replace('.000Z', 'Z') }
      })
      this.#expected.set(account.id, new Map(bookings.map((each) => [each.id, each])))
    }
  }

  /** Notes what contradicts a promise. */
  report(problem: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem)
  }

  /** A change was acknowledged: from now on, the booking must be found so. */
  acknowledged(accountId: string, booking: ShownBooking): void {
    this.counts.acknowledged += 1
    const { id, start, status } = booking
    this.#of(accountId).set(id, { id, start, status })
  }

  /** What an account was promised until now. */
  promised(accountId: string): readonly Expected[] {
    return [...this.#of(accountId).values()]
  }

  #of(accountId: string): Map<string, Expected> {
    const found = this.#expected.get(accountId)
    if (found === undefined) throw new Error(`There is no account ${accountId}.`)
    return found
  }

  /** Whether a complete list of an account has every booking that was promised before it was asked for. */
  checkWhileRunning(
    accountId: string,
    promisedBefore: readonly Expected[],
    found: readonly ShownBooking[],
  ): void {
    this.counts.lists += 1
    const ids = new Set(found.map(({ id }) => id))
    const missing = promisedBefore.filter(({ id }) => !ids.has(id))
    if (missing.length > 0) {
      this.report(`A list of ${accountId} lacked ${missing.length} of ${promisedBefore.length}.`)
    }
  }

  /** Checks the list of an account after the last change: all that was promised, as it was promised, and nothing twice. */
  checkAtTheEnd(accountId: string, found: readonly ShownBooking[]): void {
    const byId = Map.groupBy(found, ({ id }) => id)
    for (const [id, same] of byId) {
      if (same.length > 1) this.report(`${id} is listed ${same.length} times.`)
    }
    for (const { id, start, status } of this.promised(accountId)) {
      const [shown] = byId.get(id) ?? []
      const isStatus =
        shown?.status === status || LATER[status]?.includes(shown?.status ?? '') === true
      if (shown === undefined) this.report(`${id} of ${accountId} is missing.`)
      else if (shown.start !== start || !isStatus) {
        this.report(`${id} is ${shown.status} at ${shown.start}, not ${status} at ${start}.`)
      }
    }
    this.#checkMadeOnce(accountId, found)
    this.#checkApart(found)
  }

  /** Each booking of a client has a name of its own, so one that was made twice shows. */
  #checkMadeOnce(accountId: string, found: readonly ShownBooking[]): void {
    const known = new Set(this.promised(accountId).map(({ id }) => id))
    for (const { id, booker } of found) {
      if (!known.has(id))
        this.report(`${id} of ${booker.name} is there, but nobody was told of it.`)
    }
  }

  /** Live bookings of one provider do not overlap, except parties of one class. */
  #checkApart(found: readonly ShownBooking[]): void {
    const live = found.filter(({ status }) => ['pending', 'confirmed'].includes(status))
    const byProvider = Map.groupBy(live, ({ providerId }) => providerId)
    byProvider.delete(null)
    for (const same of byProvider.values()) {
      const sorted = same.toSorted((a, b) => (a.start < b.start ? -1 : 1))
      for (const [index, booking] of sorted.entries()) {
        const next = sorted[index + 1]
        if (next === undefined || next.start >= booking.end) continue
        const isOneClass =
          next.start === booking.start &&
          next.eventTypeId === booking.eventTypeId &&
          this.#classes.has(next.eventTypeId)
        if (!isOneClass) this.report(`${booking.id} and ${next.id} overlap.`)
      }
    }
  }
}
