import { ok, type Result, refuse } from '@holdfast/engine'
import type { DomainEvent, EventData, EventType } from '../../kernel/events/event.ts'

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PARTS: Readonly<Record<keyof DomainEvent, (value: unknown) => boolean>> = {
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
 * An event that came from elsewhere, if every part of it is there; refused with the name of the
 * first that is not. What its data holds is the business of the one who reads it.
 */
export function receivedEvent(event: DomainEvent): Result<DomainEvent, string> {
  for (const [name, isGood] of Object.entries(PARTS)) {
    if (!isGood(event[name as keyof DomainEvent])) {
      return refuse(`the event has no valid ${name}`)
    }
  }
  return ok(event)
}

/** Reads an event from the form in which it is sent (`eventRepresentation`). */
export function eventFromRepresentation(view: unknown): Result<DomainEvent, string> {
  if (!isObject(view)) return refuse('the event is not an object')
  const resource = isObject(view.resource) ? view.resource : {}
  return receivedEvent({
    id: view.id as string,
    type: view.type as EventType,
    schemaVersion: view.schemaVersion as number,
    accountId: view.accountId as string,
    resourceId: resource.id as string,
    resourceVersion: resource.version as number,
    occurredAtEpochMilliseconds: Date.parse(view.occurredAt as string),
    data: view.data as EventData,
  })
}
