import type { SeenEvent } from './events.ts'

/** What was delivered of an event. */
export type DeliveredEvent = Pick<SeenEvent, 'type' | 'resourceId' | 'version'>

/**
 * Compares what a receiver of all events was sent with the event log: each event of the log at least once and as it is
 * there, and nothing else. Answers a line for each violation.
 */
export function checkDeliveries(
  events: readonly SeenEvent[],
  delivered: ReadonlyMap<string, DeliveredEvent>,
): readonly string[] {
  const wrong: string[] = []
  const logged = new Set<string>()
  for (const { id, type, resourceId, version } of events) {
    logged.add(id)
    const sent = delivered.get(id)
    const isSame = sent?.type === type && sent.resourceId === resourceId && sent.version === version
    if (sent === undefined) wrong.push(`event ${id} (${type}) was not delivered`)
    else if (!isSame) wrong.push(`event ${id} was delivered as ${JSON.stringify(sent)}`)
  }
  for (const id of delivered.keys()) {
    if (!logged.has(id)) wrong.push(`event ${id} was delivered, but is not in the log`)
  }
  return wrong
}
