import type { CalendarTime, ConferenceKind, Interval } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'

/** The part of a provider that its connected calendars are asked with. */
export interface CalendarOwner {
  readonly id: string
  /** IANA zone. */
  readonly timeZone: string
  /** Which calendars are connected. Absent: none. */
  readonly connectedKinds?: readonly ConnectionKind[]
}

/**
 * The calendars that providers have connected elsewhere, as booking needs them; `external-calendars`
 * provides this port. Each answer names the busy time of every calendar, and the time that it cannot
 * be relied on for.
 */
export interface ConnectedCalendars {
  /**
   * What was last read of a provider's calendars, for `reach`. Calendars that were read too long ago
   * are read again first. `consistent`: sees every write that was acknowledged before the call.
   */
  list(
    deps: Dependencies,
    provider: CalendarOwner,
    reach: Interval,
    options: { readonly consistent: boolean },
  ): Promise<readonly CalendarTime[]>
  /**
   * Starts reading before the provider itself is known; resolves to the function that completes the
   * answer of `list` from what was read. It is good for the same or a smaller `reach`.
   */
  prefetch(deps: Dependencies, providerId: string, reach: Interval): Promise<PrefetchedCalendars>
  /** Asks the calendars once more, right before time is claimed. */
  check(
    deps: Dependencies,
    provider: CalendarOwner,
    claim: Interval,
  ): Promise<readonly CalendarTime[]>
  /** Whether one of these providers has connected a calendar that creates the links of such conferences. */
  canHost(
    deps: Pick<Dependencies, 'store'>,
    providerIds: readonly string[],
    conference: ConferenceKind,
  ): Promise<boolean>
  /** Disconnects every calendar of a provider that was deleted. */
  disconnectAll(
    deps: Dependencies,
    caller: Omit<Caller, 'idempotency'>,
    providerId: string,
  ): Promise<void>
}

/** Completes `ConnectedCalendars.list` from what was read in advance. */
export type PrefetchedCalendars = (
  provider: CalendarOwner,
  reach: Interval,
) => Promise<readonly CalendarTime[]>
