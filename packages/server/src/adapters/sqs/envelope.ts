import { type Result, refuse } from '@holdfast/engine'
import { eventFromRepresentation } from '../../delivery/events/received-event.ts'
import { type DomainEvent, eventRepresentation } from '../../kernel/events/event.ts'

/** The message about an event that did not pass the bus, in the form of one that a rule sends. */
export const eventText = (event: DomainEvent): string =>
  JSON.stringify({ detail: eventRepresentation(event) })

/** Reads the event from a message that an EventBridge rule sent. */
export function eventFromMessage(body: string): Result<DomainEvent, string> {
  let envelope: unknown
  try {
    envelope = JSON.parse(body)
  } catch {
    return refuse('The message is not JSON.')
  }
  if (typeof envelope !== 'object' || envelope === null || !('detail' in envelope)) {
    return refuse('The message is not an EventBridge event.')
  }
  return eventFromRepresentation(envelope.detail)
}
