import { type DomainEvent, eventRepresentation } from '../../kernel/events/event.ts'

/** One entry of `PutEvents`; `Time` is in epoch seconds, with a fraction. */
export interface PutEventsEntry {
  readonly EventBusName: string
  readonly Source: string
  readonly DetailType: string
  readonly Detail: string
  readonly Time: number
}

/** The source of all events. Rules on the bus match it. */
export const EVENT_SOURCE = 'holdfast'

/** EventBridge's limit on the entries of one `PutEvents` call. */
export const ENTRIES_PER_CALL = 10

/**
 * The maximum total size of the entries of one call: EventBridge's 1 MB, in its smaller meaning. A call
 * that is rejected as too large is split.
 */
export const BYTES_PER_CALL = 1_000_000

const TIME_BYTES = 14

/** The entry of an event: its type is the detail type, the whole event is the detail. */
export const entryOf = (event: DomainEvent, eventBusName: string): PutEventsEntry => ({
  EventBusName: eventBusName,
  Source: EVENT_SOURCE,
  DetailType: event.type,
  Detail: JSON.stringify(eventRepresentation(event)),
  Time: event.occurredAtEpochMilliseconds / 1000,
})

/** The size of an entry as EventBridge counts it: UTF-8 bytes of its texts, and 14 for the time. */
export const entryBytes = ({ Source, DetailType, Detail }: PutEventsEntry): number =>
  TIME_BYTES + Buffer.byteLength(Source) + Buffer.byteLength(DetailType) + Buffer.byteLength(Detail)

/** Splits entries into calls within the limits. An entry that is too large gets its own call. */
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
