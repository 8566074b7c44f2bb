import { type RefObject, useEffect, useRef, useState } from 'react'
import { api, unwrap } from '../shared/api/api.ts'
import { useI18n } from '../shared/i18n.tsx'
import { inAccount } from '../shared/page-path.ts'
import { localZone } from '../shared/time/zones.ts'

/** Before its entry is seen: so far below the screen its times are asked for, in pixels. */
const AHEAD = '200px'

/**
 * The next free start of each event type of a provider, as texts by its id. Asked for once the entry comes near the screen, so
 * that a long directory costs what is looked at; without an answer, the entry stays as it is.
 */
export function useNextStarts(
  providerSlug: string,
  account: string | undefined,
): readonly [RefObject<HTMLLIElement | null>, ReadonlyMap<string, string>] {
  const entry = useRef<HTMLLIElement>(null)
  const [starts, setStarts] = useState<readonly (readonly [string, string])[]>([])
  const { format } = useI18n()
  useEffect(() => {
    const abort = new AbortController()
    const load = async () => {
      const query = { providerSlug, limit: 100, ...inAccount(account) }
      const { signal } = abort
      const found = await unwrap(api.GET('/v1/public/slots', { params: { query }, signal }))
      setStarts(found.data.map(({ eventTypeId, start }) => [eventTypeId, start]))
    }
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        load().catch(() => undefined)
      },
      { rootMargin: AHEAD },
    )
    if (entry.current) observer.observe(entry.current)
    return () => {
      observer.disconnect()
      abort.abort()
    }
  }, [providerSlug, account])
  const zone = localZone()
  const textOf = (start: string) => `${format.shortDate(start, zone)}, ${format.time(start, zone)}`
  return [entry, new Map(starts.map(([id, start]) => [id, textOf(start)]))]
}
