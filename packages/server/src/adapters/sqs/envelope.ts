import { type Result, refuse } from '@holdfast/engine'
import { eventFromRepresentation } from '../../delivery/events/received-event.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'

/** Reads the event out of a message that an EventBridge rule put into the queue. */
export function eventFromMessage(body: string): Result<DomainEvent, string> {
  let envelope: unknown
  try {
    envelope = JSON.parse(body)
  } catch {
    return refuse('the message is not JSON')
  }
  if (typeof envelope !== 'object' || envelope === null || !('detail' in envelope)) {
    return refuse('the message is not an event of EventBridge')
  }
  return eventFromRepresentation(envelope.detail)
}
