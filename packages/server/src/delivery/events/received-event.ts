import { ok, type Result, refuse } from '@holdfast/engine'
import type { DomainEvent, EventData, EventType } from '../../kernel/events/event.ts'

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const VALIDATORS: Readonly<Record<keyof DomainEvent, (value: unknown) => boolean>> = {
  id: isText,
  type: isText,
  schemaVersion: isWhole,
  accountId: isText,
  resourceId: isText,
  resourceVersion: isWhole,
  occurredAtEpochMilliseconds: isWhole,
  data: isObject,
}

/**
 * Checks an event from outside the process: refuses it with the name of its first missing or invalid
 * member. Consumers check the content of `data` themselves.
 */
export function receivedEvent(event: DomainEvent): Result<DomainEvent, string> {
  for (const [name, isValid] of Object.entries(VALIDATORS)) {
    if (!isValid(event[name as keyof DomainEvent])) {
      return refuse(`the event has no valid ${name}`)
    }
  }
  return ok(event)
}

/** Reads an event from its representation (`eventRepresentation`). Refuses an invalid one. */
export function eventFromRepresentation(representation: unknown): Result<DomainEvent, string> {
  if (!isObject(representation)) return refuse('the event is not an object')
  const resource = isObject(representation.resource) ? representation.resource : {}
  return receivedEvent({
    id: representation.id as string,
    type: representation.type as EventType,
    schemaVersion: representation.schemaVersion as number,
    accountId: representation.accountId as string,
    resourceId: resource.id as string,
    resourceVersion: resource.version as number,
    occurredAtEpochMilliseconds: Date.parse(representation.occurredAt as string),
    data: representation.data as EventData,
  })
}
