import { dayAfter } from '../support/wall-times.ts'
import { type Dates, nightsOf } from './prices.ts'

/** Who sleeps where: a list of nights for each room, kept by hand. */
export class RoomBooks {
  readonly #rooms: ReadonlyMap<string, Map<string, string>>
  readonly #closed = new Map<string, ReadonlySet<string>>()

  constructor(units: readonly string[]) {
    this.#rooms = new Map(units.map((unit) => [unit, new Map<string, string>()]))
  }

  /** The nights that a room is closed. */
  close(unit: string, dates: Dates): void {
    this.#closed.set(unit, new Set(nightsOf(dates)))
  }

  /** Who has a night of a room. */
  sleeper(unit: string, date: string): string | undefined {
    return this.#of(unit).get(date)
  }

  /** Whether a night of a room can be taken, by somebody who may have it already. */
  isFree(unit: string, date: string, id?: string): boolean {
    const sleeper = this.sleeper(unit, date)
    if (sleeper !== undefined) return sleeper === id
    return this.isOpen(unit, date)
  }

  /** Whether a room is not closed in a night. */
  isOpen(unit: string, date: string): boolean {
    return this.#closed.get(unit)?.has(date) !== true
  }

  /** The rooms of some that are free in all nights of a stay. */
  freeRooms(units: readonly string[], dates: Dates, id?: string): readonly string[] {
    return units.filter((unit) => nightsOf(dates).every((date) => this.isFree(unit, date, id)))
  }

  /** Whether nobody sleeps in a room in all nights of a stay, also where it is closed. */
  isEmpty(unit: string, dates: Dates): boolean {
    return nightsOf(dates).every((date) => this.sleeper(unit, date) === undefined)
  }

  /** The nights in which none of some rooms is free. */
  fullNights(units: readonly string[], dates: Dates, id?: string): readonly string[] {
    return nightsOf(dates).filter((date) => units.every((unit) => !this.isFree(unit, date, id)))
  }

  /** Of rooms that are free for a stay, those that lose the fewest nights to gaps in which nobody can stay. */
  tightest(free: readonly string[], dates: Dates, minNights: number, today: string, id?: string) {
    const lost = free.map((unit) => {
      const before = this.#gap(unit, dayAfter(dates.arrival, -1), -1, today, id)
      const after = this.#gap(unit, dates.departure, 1, today, id)
      const whole = before + nightsOf(dates).length + after
      const useless = (nights: number) => (nights < minNights ? nights : 0)
      return useless(before) + useless(after) - useless(whole)
    })
    const least = Math.min(...lost)
    return free.filter((_, place) => lost[place] === least)
  }

  /** Gives nights of a room to somebody. Says which of them another one has. */
  take(unit: string, dates: Dates, id: string): readonly string[] {
    const nights = this.#of(unit)
    const refused: string[] = []
    for (const date of nightsOf(dates)) {
      const sleeper = nights.get(date)
      if (sleeper !== undefined && sleeper !== id) refused.push(date)
      else nights.set(date, id)
    }
    return refused
  }

  /** Somebody gives back all nights, or those from a date on. */
  leave(id: string, from = ''): void {
    for (const nights of this.#rooms.values()) {
      for (const [date, sleeper] of nights) if (sleeper === id && date >= from) nights.delete(date)
    }
  }

  /** How many of some rooms are free in a night. */
  unitsLeft(units: readonly string[], date: string): number {
    return units.filter((unit) => this.isFree(unit, date)).length
  }

  /** The last departure for an arrival, in one room, at most `to`. */
  lastDeparture(units: readonly string[], arrival: string, to: string): string | null {
    const ends = units
      .filter((unit) => this.isFree(unit, arrival))
      .map((unit) => {
        let end = arrival
        while (end < to && this.isFree(unit, end)) end = dayAfter(end)
        return end
      })
    return ends.sort().at(-1) ?? null
  }

  /** How many nights are free beside a stay, up to two months, and none before today. */
  #gap(unit: string, from: string, step: 1 | -1, today: string, id?: string): number {
    let nights = 0
    for (let date = from; nights < 60 && date >= today; date = dayAfter(date, step)) {
      if (!this.isFree(unit, date, id)) break
      nights += 1
    }
    return nights
  }

  #of(unit: string): Map<string, string> {
    const nights = this.#rooms.get(unit)
    if (nights === undefined) throw new Error(`${unit} is no room`)
    return nights
  }
}
