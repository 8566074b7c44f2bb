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

const ALL_STALE: ReadonlySet<string> = new Set(Object.values(STALE).flat())

const staleKeys = (type: HoldfastEvent['type']): readonly string[] =>
  STALE[type.split('.')[0] ?? ''] ?? []

/** Follows the account's events, and reads again what they make stale; says whether it does so now. */
export function useLiveUpdates(): boolean {
  const client = useQueryClient()
  const [isLive, setLive] = useState(true)
  useEffect(() => {
    const ended = new AbortController()
    const invalidate = (key: string) => {
      const queryKey = [key]
      // A first read that is under way may have begun before the change; it would count as fresh.
      client
        .cancelQueries({ queryKey })
        .then(() => client.invalidateQueries({ queryKey }))
        .catch(() => undefined)
    }
    const follow = async () => {
      const onOpen = (isOpen: boolean) => {
        setLive(isOpen)
        // What happened before the stream was open, and after the page had read, is told by no event.
        if (isOpen) for (const queryKey of ALL_STALE) invalidate(queryKey)
      }
      const events = followEvents({ signal: ended.signal, onOpen })
      for await (const { event } of events) {
        for (const key of staleKeys(event.type)) {
          invalidate(key)
        }
      }
    }
    // It ends with an error only where the caller may not read it: the sign-in has ended.
    follow().catch(() => client.invalidateQueries({ queryKey: ['session'] }))
    return () => ended.abort()
  }, [client])
  return isLive
}
