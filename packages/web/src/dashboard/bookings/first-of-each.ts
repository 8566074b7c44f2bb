/** A free time of one person for an event type. */
export interface FreeStart {
  readonly start: string
  readonly eventTypeId: string
  readonly providerId: string
}

/** The first start of each event type with each provider, by start. */
export function firstOfEach(slots: readonly FreeStart[]): readonly FreeStart[] {
  const first = new Map<string, FreeStart>()
  for (const { start, eventTypeId, providerId } of slots) {
    const key = `${eventTypeId} ${providerId}`
    const before = first.get(key)
    if (before === undefined || Date.parse(start) < Date.parse(before.start)) {
      first.set(key, { start, eventTypeId, providerId })
    }
  }
  return [...first.values()].toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
}
