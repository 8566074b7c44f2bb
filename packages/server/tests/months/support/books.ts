import {
  dayAfter,
  instantOf,
  type WallTime,
  type Weekday,
  wallOf,
  weekdayOf,
} from './wall-times.ts'

/** `[from, to)` in minutes since midnight. */
export type Minutes = readonly [from: number, to: number]

/** Hours of a week, in minutes since midnight. A weekday that is missing is closed. */
export type Week = Readonly<Partial<Record<Weekday, readonly Minutes[]>>>

/** Whom a service needs. */
export interface Need {
  readonly name: string
  readonly pool: readonly string[]
  /** Who can take over a booking, where others can than those who can be booked. */
  readonly standIns?: readonly string[]
  /** Who is only offered for starts that are at most so many minutes ahead. Default: nobody. */
  readonly keptBack?: Readonly<Record<string, number>>
  /** Default: 1. */
  readonly count?: number
  /** In minutes from the start. Default: all the time. */
  readonly spans?: readonly Minutes[]
  /** Minutes that are kept free after each span. Default: 0. */
  readonly after?: number
}

/** A service, as its owner would say it. */
export interface Service {
  readonly id: string
  readonly minutes: number
  readonly stepMinutes: number
  readonly hours: Week
  readonly needs: readonly Need[]
  /** What a start costs, in minor units, where a list of starts says it. */
  readonly priceAt?: (at: WallTime) => number
}

/** Who serves which requirement of a booking, as its answer says. */
export interface Told {
  readonly id: string
  readonly start: string
  readonly end: string
  readonly assignments: readonly {
    readonly requirement: string
    readonly providerId: string
    readonly spans?: readonly { readonly start: string; readonly end: string }[] | undefined
  }[]
}

interface Entry {
  readonly owner: string
  readonly minutes: Minutes
}

const meet = (a: Minutes, b: Minutes): boolean => a[0] < b[1] && b[0] < a[1]
const within = (inner: Minutes, hours: readonly Minutes[]): boolean =>
  hours.some(([from, to]) => from <= inner[0] && inner[1] <= to)

/**
 * Who is where, kept by hand beside the server: wall times of days on which nobody works at the change of the clocks. It decides
 * from these alone what can be booked, so that each answer of the server can be compared.
 */
export class Books {
  readonly zone: string
  readonly #hours = new Map<string, Week>()
  readonly #away = new Map<string, Entry[]>()
  readonly #taken = new Map<string, Entry[]>()
  /** The time on the server's clock. Needed only if somebody is kept back. */
  now: WallTime | undefined

  constructor(zone: string) {
    this.zone = zone
  }

  /** Somebody works in these hours. Without this: always. */
  works(providerId: string, hours: Week): void {
    this.#hours.set(providerId, hours)
  }

  /** Somebody is away, from a minute of a date to another one. */
  isAway(providerId: string, date: string, minutes: Minutes): void {
    this.#list(this.#away, providerId, date).push({ owner: 'away', minutes })
  }

  /**
   * The starts of a service on a date at which everybody whom it needs is free, in minutes since midnight. `named`: who can be
   * taken although they are kept back.
   */
  starts(service: Service, date: string, named: readonly string[] = []): readonly number[] {
    const windows = service.hours[weekdayOf(date)] ?? []
    const starts: number[] = []
    for (const [from, to] of windows) {
      for (let at = from; at + service.minutes <= to; at += service.stepMinutes) {
        if (this.fits(service, { date, minute: at }, named)) starts.push(at)
      }
    }
    return starts
  }

  /** Whether each requirement of a service can have people of its own: a matching, found by augmenting paths. */
  fits(service: Service, at: WallTime, named: readonly string[] = []): boolean {
    const places = service.needs.flatMap((need) => {
      const free = this.free(service, need, at, named)
      return Array.from({ length: need.count ?? 1 }, () => free)
    })
    const placeOf = new Map<string, number>()
    const seat = (place: number, tried: Set<string>): boolean =>
      (places[place] ?? []).some((providerId) => {
        if (tried.has(providerId)) return false
        tried.add(providerId)
        const seated = placeOf.get(providerId)
        if (seated !== undefined && !seat(seated, tried)) return false
        placeOf.set(providerId, place)
        return true
      })
    return places.every((_, place) => seat(place, new Set()))
  }

  /** Who can serve a requirement at a start. */
  free(
    { minutes }: Service,
    need: Need,
    at: WallTime,
    named: readonly string[] = [],
  ): readonly string[] {
    const spans = need.spans ?? [[0, minutes] as const]
    const offered = need.pool.filter((id) => named.includes(id) || this.#isOffered(need, id, at))
    return offered.filter((providerId) =>
      spans.every(([from, to]) => {
        const own: Minutes = [at.minute + from, at.minute + to]
        const claimed: Minutes = [own[0], own[1] + (need.after ?? 0)]
        const hours = this.#hours.get(providerId)
        const works = hours === undefined || within(own, hours[weekdayOf(at.date)] ?? [])
        const away = this.#list(this.#away, providerId, at.date)
        const taken = this.#list(this.#taken, providerId, at.date)
        return (
          works &&
          !away.some((each) => meet(each.minutes, own)) &&
          !taken.some((each) => meet(each.minutes, claimed))
        )
      }),
    )
  }

  #isOffered({ keptBack = {} }: Need, providerId: string, at: WallTime): boolean {
    const minutes = keptBack[providerId]
    if (minutes === undefined || this.now === undefined) return true
    const epochOf = (wall: WallTime) => Date.parse(instantOf(this.zone, wall))
    return epochOf(at) - epochOf(this.now) <= minutes * 60_000
  }

  /**
   * Writes down a booking. Says what is wrong with it: nothing, if everybody was free and is needed. `named`: as in `starts`.
   */
  take(
    service: Service,
    at: WallTime,
    told: Told,
    named: readonly string[] = [],
  ): readonly string[] {
    const wrong: string[] = []
    const people = told.assignments.map(({ providerId }) => providerId)
    if (new Set(people).size < people.length) wrong.push(`${told.id}: somebody serves twice`)
    for (const need of service.needs) {
      const serving = told.assignments.filter(({ requirement }) => requirement === need.name)
      if (serving.length !== (need.count ?? 1)) {
        wrong.push(`${told.id}: ${serving.length} serve ${need.name}`)
      }
      const free = this.free(service, need, at, named)
      for (const { providerId, spans } of serving) {
        if (!free.includes(providerId)) wrong.push(`${told.id}: ${need.name} was not free`)
        const expected = need.spans ?? [[0, service.minutes] as const]
        const given = spans ?? [{ start: told.start, end: told.end }]
        const said = given.map(({ start, end }) => this.#minutesOf(at.date, start, end))
        const wanted = expected.map(([from, to]) => [at.minute + from, at.minute + to])
        if (JSON.stringify(said) !== JSON.stringify(wanted)) {
          wrong.push(`${told.id}: ${need.name} is needed ${said.join()}, not ${wanted.join()}`)
        }
        for (const [from, to] of expected) {
          const minutes: Minutes = [at.minute + from, at.minute + to + (need.after ?? 0)]
          this.#list(this.#taken, providerId, at.date).push({ owner: told.id, minutes })
        }
      }
    }
    return wrong
  }

  /** A booking is gone, and its time is free. */
  release(bookingId: string): void {
    for (const [key, entries] of this.#taken) {
      this.#taken.set(
        key,
        entries.filter(({ owner }) => owner !== bookingId),
      )
    }
  }

  /** All entries of a provider on a date, such as `bkg_… 540-570`, by time. */
  dayOf(providerId: string, date: string): readonly string[] {
    return this.#list(this.#taken, providerId, date)
      .toSorted((a, b) => a.minutes[0] - b.minutes[0])
      .map(({ owner, minutes }) => `${owner} ${minutes.join('-')}`)
  }

  #minutesOf(date: string, start: string, end: string): Minutes {
    const since = (instant: string): number => {
      const wall = wallOf(this.zone, instant)
      if (wall.date === date) return wall.minute
      return wall.date === dayAfter(date) ? wall.minute + 1440 : Number.NaN
    }
    return [since(start), since(end)]
  }

  #list(lists: Map<string, Entry[]>, providerId: string, date: string): Entry[] {
    const key = `${providerId} ${date}`
    let list = lists.get(key)
    if (list === undefined) {
      list = []
      lists.set(key, list)
    }
    return list
  }
}
