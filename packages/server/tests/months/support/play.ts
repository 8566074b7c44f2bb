import { seededRandom } from '../../support/fault-proxy.ts'
import type { House } from './house.ts'

/** What happens at a business, drawn from a fixed seed, and what of it is not as the books say. */
export class Play {
  readonly house: House
  /** What differs. Nothing else ends a play, so that one run shows all of it. */
  readonly wrong: string[] = []
  /** How often each thing happened. */
  readonly counts: Record<string, number> = {}
  readonly #random: () => number
  #people = 0

  constructor(house: House, seed: number) {
    this.house = house
    this.#random = seededRandom(seed)
  }

  /** A whole number from `from` to `to`, both included. */
  drawn(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1))
  }

  /** One of a list. */
  oneOf<Item>(items: readonly Item[]): Item {
    return items[this.drawn(0, items.length - 1)] as Item
  }

  /** Somebody who books for the first time. */
  somebody(): { readonly name: string; readonly email: string } {
    this.#people += 1
    return { name: `Person ${this.#people}`, email: `person-${this.#people}@example.com` }
  }

  /** What happened less often than it should have, so that a play shows something. */
  tooSeldom(least: Readonly<Record<string, number>>): readonly string[] {
    return Object.entries(least)
      .filter(([what, times]) => (this.counts[what] ?? 0) < times)
      .map(([what]) => `${what}: ${this.counts[what] ?? 0} times`)
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }
}
