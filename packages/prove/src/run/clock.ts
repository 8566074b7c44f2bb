import type { Fleet } from './fleet.ts'

/** The clock of a run: the machine's, moved forward now and then, so that holds lapse in a short run. */
export class RunClock {
  #fleet: Pick<Fleet, 'urls' | 'offset' | 'setOffset'> = NO_FLEET
  #advanceMilliseconds = 0
  /** The largest difference to a server's clock, from a time on. */
  #skews: { readonly at: number; readonly milliseconds: number }[] = []

  constructor() {
    this.#note(0)
  }

  /** From now on, the clock moves those of these servers. */
  follow(fleet: Pick<Fleet, 'urls' | 'offset' | 'setOffset'>): void {
    this.#fleet = fleet
  }

  now(): number {
    return Date.now() + this.#advanceMilliseconds
  }

  #note(milliseconds: number): void {
    this.#skews.push({ at: this.now(), milliseconds })
  }

  /** The largest difference between the run's clock and a server's since a time of the run's clock. */
  skewSince(sinceMilliseconds: number): number {
    // Clients ask for the last seconds, so the search begins at the end, however long the run is.
    const from = Math.max(
      0,
      this.#skews.findLastIndex(({ at }) => at <= sinceMilliseconds),
    )
    const known = this.#skews.slice(from).map(({ milliseconds }) => milliseconds)
    return Math.max(...known) + SLACK_MILLISECONDS
  }

  /** Moves the clocks of all servers and of the run forward. */
  async advance(milliseconds: number): Promise<void> {
    this.#note(this.#currentSkew() + milliseconds)
    const target = this.#advanceMilliseconds + milliseconds
    await Promise.all(
      this.#fleet.urls.map((_, index) =>
        this.#fleet.setOffset(index, target + this.#offsetOf(index)),
      ),
    )
    this.#advanceMilliseconds = target
    this.#note(this.#currentSkew())
  }

  /** Moves the clock of one server away from the run's. */
  async skew(index: number, milliseconds: number): Promise<void> {
    this.#note(Math.max(this.#currentSkew(), Math.abs(milliseconds)))
    await this.#fleet.setOffset(index, this.#advanceMilliseconds + milliseconds)
    this.#note(this.#currentSkew())
  }

  #offsetOf(index: number): number {
    return this.#fleet.offset(index) - this.#advanceMilliseconds
  }

  #currentSkew(): number {
    return Math.max(0, ...this.#fleet.urls.map((_, index) => Math.abs(this.#offsetOf(index))))
  }
}

const NO_FLEET = { urls: [], offset: () => 0, setOffset: async () => {} }

/** Holds end on whole seconds, and a server reads its clock a moment before its answer arrives. */
const SLACK_MILLISECONDS = 1_500
