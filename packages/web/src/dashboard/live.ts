import { followEvents, type HoldfastEvent } from '@holdfast/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bookingsChanged } from './queries.ts'
import { followWindows } from './windows.ts'

/** What an event makes stale, by the first part of its key. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  booking: ['contacts', 'deliveries'],
  event_type: ['event-types', 'deliveries'],
  stay: ['calendar-events', 'deliveries'],
  calendar_event: ['calendar-events', 'deliveries'],
  calendar: ['connections', 'busy', 'deliveries'],
  webhook: ['webhooks'],
}

const ALL_STALE: ReadonlySet<string> = new Set(Object.values(STALE).flat())

const staleKeys = (type: HoldfastEvent['type']): readonly string[] =>
  STALE[type.split('.')[0] ?? ''] ?? []

/** Whose booking an event is of; undefined where it does not say. */
const providerOf = ({ data }: HoldfastEvent): string | undefined =>
  'booking' in data ? data.booking.providerId : undefined

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
        if (!isOpen) return
        for (const queryKey of ALL_STALE) invalidate(queryKey)
        bookingsChanged(client).catch(() => undefined)
      }
      const events = followEvents({ signal: ended.signal, onOpen })
      for await (const { event } of events) {
        for (const key of staleKeys(event.type)) invalidate(key)
        if (event.type.startsWith('booking.')) {
          bookingsChanged(client, providerOf(event)).catch(() => undefined)
        }
      }
    }
    // It ends with an error only where the caller may not read it: the sign-in has ended.
    follow().catch(() => client.invalidateQueries({ queryKey: ['session'] }))
    const unfollow = followWindows(client)
    return () => {
      ended.abort()
      unfollow()
    }
  }, [client])
  return isLive
}
