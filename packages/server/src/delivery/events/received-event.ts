import { ok, type Result, refuse } from '@holdfast/engine'
import { z } from 'zod'
import type { DomainEvent, DomainEventName, EventData } from '../../kernel/events/event.ts'

const text = z.string().min(1)

/** An event as `eventRepresentation` writes it. Each consumer checks the content of `data` itself. */
const REPRESENTATION = z.object({
  id: text,
  // Any name: an event of a later version of the server is left to the consumers.
  type: z.custom<DomainEventName>((value) => typeof value === 'string' && value !== ''),
  schemaVersion: z.int(),
  occurredAt: z.string().refine((instant) => !Number.isNaN(Date.parse(instant))),
  accountId: text,
  resource: z.object({ id: text, version: z.int() }),
  data: z.custom<EventData>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ),
})

/** Reads an event from its representation. Refuses an invalid one with the name of an invalid member. */
export function eventFromRepresentation(representation: unknown): Result<DomainEvent, string> {
  const parsed = REPRESENTATION.safeParse(representation)
  if (!parsed.success) {
    const member = parsed.error.issues[0]?.path.join('.')
    return refuse(member ? `the event has no valid ${member}` : 'the event is not an object')
  }
  const { resource, occurredAt, ...rest } = parsed.data
  return ok({
    ...rest,
    resourceId: resource.id,
    resourceVersion: resource.version,
    occurredAtEpochMilliseconds: Date.parse(occurredAt),
  })
}
