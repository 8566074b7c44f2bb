import { type CalendarTime, fromUnsorted, type Interval } from '@holdfast/engine'
import type {
  CalendarOwner,
  ConnectedCalendars,
} from '../../src/booking/ports/connected-calendars.ts'

/** The busy and unknown time of one calendar, in RFC 3339 instants `[start, end)`. */
export interface MemoryCalendar {
  readonly source: string
  readonly busy?: readonly (readonly [start: string, end: string])[]
  readonly unknown?: readonly (readonly [start: string, end: string])[]
}

/** A call of the port, with what it asked for. */
export interface CalendarCall {
  readonly method: 'list' | 'prefetch' | 'complete' | 'check' | 'disconnectAll'
  readonly providerId: string
  /** The reach of the call as RFC 3339 instants; absent for `disconnectAll`. */
  readonly reach?: readonly [start: string, end: string]
  readonly consistent?: boolean
}

const instant = (epochMinutes: number): string =>
  `${new Date(epochMinutes * 60_000).toISOString().slice(0, 16)}Z`

const minutesOf = (text: string): number => Date.parse(text) / 60_000

const setOf = (intervals: MemoryCalendar['busy'] = []) =>
  fromUnsorted(
    intervals.map(([start, end]) => ({
      startEpochMinutes: minutesOf(start),
      endEpochMinutes: minutesOf(end),
    })),
  )

const timeOf = ({ source, busy, unknown }: MemoryCalendar): CalendarTime => ({
  source,
  busy: setOf(busy),
  unknown: setOf(unknown),
  gap: 'stale',
})

/**
 * Connected calendars in memory, with the calls that were made. `disconnectAll` empties a provider's
 * calendars. What `prefetch` read stays as it was then, as with the real calendars.
 */
export class MemoryCalendars implements ConnectedCalendars {
  readonly calls: CalendarCall[] = []
  /** Runs while a check is under way. */
  duringCheck: () => void = () => {}
  readonly #calendars = new Map<string, readonly MemoryCalendar[]>()

  /** Sets the calendars of a provider. */
  set(providerId: string, ...calendars: readonly MemoryCalendar[]): void {
    this.#calendars.set(providerId, calendars)
  }

  /** The calls since the last time that this was asked. */
  taken(): readonly CalendarCall[] {
    return this.calls.splice(0)
  }

  async list(
    _deps: unknown,
    provider: CalendarOwner,
    reach: Interval,
    { consistent }: { readonly consistent: boolean },
  ): Promise<readonly CalendarTime[]> {
    this.#called('list', provider.id, reach, { consistent })
    return this.#times(provider.id)
  }

  async prefetch(_deps: unknown, providerId: string, reach: Interval) {
    this.#called('prefetch', providerId, reach)
    const times = this.#times(providerId)
    return async (provider: CalendarOwner, within: Interval) => {
      this.#called('complete', provider.id, within)
      return times
    }
  }

  async check(
    _deps: unknown,
    provider: CalendarOwner,
    claim: Interval,
  ): Promise<readonly CalendarTime[]> {
    this.#called('check', provider.id, claim)
    this.duringCheck()
    return this.#times(provider.id)
  }

  /** Nobody here writes into calendars. */
  async canHost(): Promise<boolean> {
    return false
  }

  async disconnectAll(_deps: unknown, _caller: unknown, providerId: string): Promise<void> {
    this.calls.push({ method: 'disconnectAll', providerId })
    this.#calendars.delete(providerId)
  }

  #times(providerId: string): readonly CalendarTime[] {
    return (this.#calendars.get(providerId) ?? []).map(timeOf)
  }

  #called(
    method: CalendarCall['method'],
    providerId: string,
    { startEpochMinutes, endEpochMinutes }: Interval,
    more: Pick<CalendarCall, 'consistent'> = {},
  ): void {
    const reach = [instant(startEpochMinutes), instant(endEpochMinutes)] as const
    this.calls.push({ method, providerId, reach, ...more })
  }
}
