import { type DomainEvent, eventRepresentation } from '../../kernel/events/event.ts'

/** One entry of `PutEvents`; `Time` is in epoch seconds, with a fraction. */
export interface PutEventsEntry {
  readonly EventBusName: string
  readonly Source: string
  readonly DetailType: string
  readonly Detail: string
  readonly Time: number
}

/** Who says it: rules on the bus match on this. */
export const EVENT_SOURCE = 'holdfast'

/** Entries in one call at most (EventBridge: PutEvents, 10). */
export const ENTRIES_PER_CALL = 10

/**
 * Bytes of all entries of one call at most: EventBridge's 1 MB, read in its smaller sense. Where
 * less is allowed the call is refused, and its entries are sent in smaller ones.
 */
export const BYTES_PER_CALL = 1_000_000

const TIME_BYTES = 14

/** An event as it goes to the bus: its key as the detail type, the whole event as the detail. */
export const entryOf = (event: DomainEvent, eventBusName: string): PutEventsEntry => ({
  EventBusName: eventBusName,
  Source: EVENT_SOURCE,
  DetailType: event.type,
  Detail: JSON.stringify(eventRepresentation(event)),
  Time: event.occurredAtEpochMilliseconds / 1000,
})

/** Bytes of an entry as EventBridge counts them: source, detail type and detail in UTF-8, and 14 for the time. */
export const entryBytes = ({ Source, DetailType, Detail }: PutEventsEntry): number =>
  TIME_BYTES + Buffer.byteLength(Source) + Buffer.byteLength(DetailType) + Buffer.byteLength(Detail)

/** Cuts a list into runs that fit into one call each; one that fits into none is a run of its own. */
export function callsOf<Sized extends { readonly bytes: number }>(
  entries: readonly Sized[],
): readonly (readonly Sized[])[] {
  const calls: Sized[][] = []
  let call: Sized[] = []
  let bytes = 0
  for (const entry of entries) {
    const isFull = call.length === ENTRIES_PER_CALL || bytes + entry.bytes > BYTES_PER_CALL
    if (isFull && call.length > 0) {
      calls.push(call)
      call = []
      bytes = 0
    }
    call.push(entry)
    bytes += entry.bytes
  }
  return call.length === 0 ? calls : [...calls, call]
}
