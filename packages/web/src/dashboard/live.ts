import { followEvents, type HoldfastEvent } from '@holdfast/client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BASE_PATH } from '../shared/base-path.ts'
import { atMostEvery } from './at-most-every.ts'
import { followOtherTabs } from './other-tabs.ts'
import { invalidateBookings } from './queries.ts'

/** The query keys that an event makes stale, by the first part of its type. */
const STALE_KEYS: Readonly<Record<string, readonly string[]>> = {
  booking: ['contacts', 'deliveries'],
  event_type: ['event-types', 'deliveries'],
  stay: ['agenda', 'deliveries'],
  calendar_event: ['agenda', 'deliveries'],
  calendar: ['connections', 'agenda', 'deliveries'],
  time_off: ['time-off', 'agenda', 'deliveries'],
  closure: ['closures', 'agenda', 'deliveries'],
  webhook: ['webhooks'],
  member: ['members'],
  payment: ['payments', 'deliveries'],
  waitlist: ['deliveries'],
  session: ['deliveries'],
}

/** Stands for all queries of bookings, which are read again in their own way. */
const BOOKINGS = 'all bookings'
const CHANGES_BOOKINGS = /^(?:booking|payment|waitlist|session)\./

const staleKeysOf = (type: HoldfastEvent['type']): readonly string[] => [
  ...(STALE_KEYS[type.split('.')[0] ?? ''] ?? []),
  ...(CHANGES_BOOKINGS.test(type) ? [BOOKINGS] : []),
]

const ALL_STALE_KEYS: ReadonlySet<string> = new Set([...Object.values(STALE_KEYS).flat(), BOOKINGS])

/** How often the page reads again at most while many events come, as from an import. A single one is followed at once. */
const READ_AGAIN_MILLISECONDS = 500

/** The connection to the event stream. */
export interface LiveUpdates {
  /** False while the connection is lost. */
  readonly isLive: boolean
  /** Whether to read now. Before the stream is open, a change could be missed, so a read would be repeated. */
  readonly isReady: boolean
}

/** After this time the page reads without the stream, and again when it opens. */
const MAX_WAIT_MILLISECONDS = 1_000

/** How often a session that cannot follow the events reads its bookings again. */
const POLL_MILLISECONDS = 30_000

/** Reloads bookings now and then. Returns a function that stops this. */
function pollBookings(client: QueryClient): () => void {
  const read = () => void invalidateBookings(client).catch(() => undefined)
  const timer = setInterval(read, POLL_MILLISECONDS)
  return () => clearInterval(timer)
}

/**
 * Follows the account's events and reloads the queries they make stale. A session that is restricted to some
 * providers cannot follow them (`canFollow`) and reads its bookings now and then.
 */
export function useLiveUpdates(canFollow: boolean): LiveUpdates {
  const client = useQueryClient()
  const [isLive, setLive] = useState(true)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const unfollow = followOtherTabs(client)
    if (!canFollow) {
      setReady(true)
      const stop = pollBookings(client)
      return () => {
        stop()
        unfollow()
      }
    }
    const ended = new AbortController()
    const invalidate = (key: string) => {
      const queryKey = [key]
      // A read in progress may predate the change, but would count as fresh.
      client
        .cancelQueries({ queryKey })
        .then(() => client.invalidateQueries({ queryKey }))
        .catch(() => undefined)
    }
    const readAgain = (keys: ReadonlySet<string>) => {
      for (const key of keys) if (key !== BOOKINGS) invalidate(key)
      if (keys.has(BOOKINGS)) invalidateBookings(client).catch(() => undefined)
    }
    const stale = atMostEvery(READ_AGAIN_MILLISECONDS, readAgain)
    let hasRead = false
    const startReading = () => {
      hasRead = true
      setReady(true)
    }
    const timer = setTimeout(startReading, MAX_WAIT_MILLISECONDS)
    const follow = async () => {
      const onOpen = (isOpen: boolean) => {
        setLive(isOpen)
        const hadRead = hasRead
        startReading()
        // No event reports changes between the page's reads and the opening of the stream.
        if (!isOpen || !hadRead) return
        readAgain(ALL_STALE_KEYS)
      }
      const events = followEvents({ baseUrl: BASE_PATH, signal: ended.signal, onOpen })
      for await (const { event } of events) stale.add(staleKeysOf(event.type))
    }
    // The stream fails only without permission: the session has ended.
    follow().catch(() => client.invalidateQueries({ queryKey: ['session'] }))
    return () => {
      clearTimeout(timer)
      stale.stop()
      ended.abort()
      unfollow()
    }
  }, [client, canFollow])
  return { isLive, isReady }
}
