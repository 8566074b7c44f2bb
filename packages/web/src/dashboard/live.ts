import { followEvents, type HoldfastEvent } from '@holdfast/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followOtherTabs } from './other-tabs.ts'
import { invalidateBookings } from './queries.ts'

/** The query keys that an event makes stale, by the first part of its type. */
const STALE_KEYS: Readonly<Record<string, readonly string[]>> = {
  booking: ['contacts', 'deliveries'],
  event_type: ['event-types', 'deliveries'],
  stay: ['calendar-events', 'deliveries'],
  calendar_event: ['calendar-events', 'deliveries'],
  calendar: ['connections', 'busy', 'deliveries'],
  webhook: ['webhooks'],
}

const ALL_STALE_KEYS: ReadonlySet<string> = new Set(Object.values(STALE_KEYS).flat())

const staleKeysOf = (type: HoldfastEvent['type']): readonly string[] =>
  STALE_KEYS[type.split('.')[0] ?? ''] ?? []

/** The provider of the event's booking; undefined for other events. */
const providerOf = ({ data }: HoldfastEvent): string | undefined =>
  'booking' in data ? data.booking.providerId : undefined

/** Follows the account's events and reloads the queries they make stale. Returns whether it is connected. */
export function useLiveUpdates(): boolean {
  const client = useQueryClient()
  const [isLive, setLive] = useState(true)
  useEffect(() => {
    const ended = new AbortController()
    const invalidate = (key: string) => {
      const queryKey = [key]
      // A read in progress may predate the change, but would count as fresh.
      client
        .cancelQueries({ queryKey })
        .then(() => client.invalidateQueries({ queryKey }))
        .catch(() => undefined)
    }
    const follow = async () => {
      const onOpen = (isOpen: boolean) => {
        setLive(isOpen)
        // No event reports changes between the page's reads and the opening of the stream.
        if (!isOpen) return
        for (const queryKey of ALL_STALE_KEYS) invalidate(queryKey)
        invalidateBookings(client).catch(() => undefined)
      }
      const events = followEvents({ signal: ended.signal, onOpen })
      for await (const { event } of events) {
        for (const key of staleKeysOf(event.type)) invalidate(key)
        if (event.type.startsWith('booking.')) {
          invalidateBookings(client, providerOf(event)).catch(() => undefined)
        }
      }
    }
    // The stream fails only without permission: the session has ended.
    follow().catch(() => client.invalidateQueries({ queryKey: ['session'] }))
    const unfollow = followOtherTabs(client)
    return () => {
      ended.abort()
      unfollow()
    }
  }, [client])
  return isLive
}
