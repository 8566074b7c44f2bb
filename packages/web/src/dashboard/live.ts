import { followEvents, type HoldfastEvent } from '@holdfast/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** What an event makes stale, by the first part of its key. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  booking: ['bookings', 'contacts', 'deliveries'],
  event_type: ['event-types', 'deliveries'],
  stay: ['calendar-events', 'deliveries'],
  calendar_event: ['calendar-events', 'deliveries'],
  calendar: ['connections', 'busy', 'deliveries'],
  webhook: ['webhooks'],
}

const staleKeys = (type: HoldfastEvent['type']): readonly string[] =>
  STALE[type.split('.')[0] ?? ''] ?? []

/** Follows the account's events, and reads again what they make stale; says whether it does so now. */
export function useLiveUpdates(): boolean {
  const client = useQueryClient()
  const [isLive, setLive] = useState(true)
  useEffect(() => {
    const ended = new AbortController()
    const follow = async () => {
      const events = followEvents({ signal: ended.signal, onOpen: setLive })
      for await (const { event } of events) {
        for (const key of staleKeys(event.type)) {
          client.invalidateQueries({ queryKey: [key] }).catch(() => undefined)
        }
      }
    }
    // It ends with an error only where the caller may not read it: the sign-in has ended.
    follow().catch(() => client.invalidateQueries({ queryKey: ['session'] }))
    return () => ended.abort()
  }, [client])
  return isLive
}
