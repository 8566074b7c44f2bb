import type { SlotPolicy } from '@holdfast/engine'
import type { EventType } from '../event-types/event-type.ts'
import { priceOfEventType } from '../teams/price-rows.ts'
import type { TeamRow } from '../teams/team-rows.ts'

/** What the slots of a list cost, in minor units: each by its position, or all the same. */
export interface SlotPrices {
  readonly currency: string
  readonly amounts: readonly number[] | number
}

/** An event type with a price. */
export type PricedEventType = Pick<EventType, 'priceRules' | 'optionsAmount'> & {
  readonly payment: NonNullable<EventType['payment']>
}

/** Prices the slots of an event type with a price, for a party of that many seats. */
export function slotPrices(
  eventType: PricedEventType,
  { durationMinutes, timeZone }: SlotPolicy,
  {
    starts,
    rows,
  }: { readonly starts: readonly number[]; readonly rows?: readonly TeamRow[] | undefined },
  seats: number,
): SlotPrices {
  const { currency } = eventType.payment
  const priceAt = (startEpochMinutes: number, row?: TeamRow): number => {
    const minutes = row?.durationMinutes ?? durationMinutes
    const priced = { startEpochMinutes, durationMinutes: minutes, timeZone, seats }
    return priceOfEventType(eventType, { ...priced, candidate: row?.rule })?.amount ?? 0
  }
  return rows === undefined && eventType.priceRules === undefined
    ? { currency, amounts: priceAt(starts[0] ?? 0) }
    : { currency, amounts: starts.map((start, index) => priceAt(start, rows?.[index])) }
}
