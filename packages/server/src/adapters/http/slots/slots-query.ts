import { isTimeZone, ok, type Result } from '@holdfast/engine'
import type { Dependencies } from '../../../application/dependencies.ts'
import { getEventType } from '../../../application/event-types/event-types.ts'
import { getProvider } from '../../../application/providers/providers.ts'
import { invalid, type Refusal } from '../../../application/refusals.ts'
import type { SlotsQuery as SlotsWanted } from '../../../application/slots/slots.ts'
import { isDate, minutesOfInstantOrDate } from '../instants.ts'

/** A range of starts as a query gives it. */
export interface RangeQuery {
  readonly from: string
  readonly to: string
  readonly timeZone?: string | undefined
}

/** Reads a range; a date in it is its midnight in `timeZone`, or in the provider's zone, which is asked for only then. */
export async function slotsWanted(
  query: RangeQuery,
  includeUnavailable: boolean,
  providerZone: () => Promise<Result<string, Refusal>>,
): Promise<Result<SlotsWanted, Refusal>> {
  const { from, to, timeZone } = query
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    return invalid(
      '/query/timeZone',
      `"${timeZone}" is not an IANA time zone, such as Europe/Berlin`,
    )
  }
  let zone = timeZone ?? 'UTC'
  if (timeZone === undefined && (isDate(from) || isDate(to))) {
    const found = await providerZone()
    if (!found.ok) return found
    zone = found.value
  }
  return ok({
    fromEpochMinutes: minutesOfInstantOrDate(from, zone),
    toEpochMinutes: minutesOfInstantOrDate(to, zone),
    includeUnavailable,
  })
}

/** The zone of the provider of an event type. */
export async function zoneOfEventType(
  deps: Dependencies,
  caller: { readonly accountId: string },
  eventTypeId: string,
): Promise<Result<string, Refusal>> {
  const eventType = await getEventType(deps, caller, eventTypeId)
  if (!eventType.ok) return eventType
  const provider = await getProvider(deps, caller, eventType.value.providerId)
  return provider.ok ? ok(provider.value.timeZone) : provider
}
