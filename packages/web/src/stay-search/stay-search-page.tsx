import type { FoundStays } from '@holdfast/contracts'
import { useEffect, useState } from 'react'
import { api, unwrap } from '../shared/api/api.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { sharedMessages } from '../shared/messages.ts'
import { nightsMessages } from '../shared/nights/messages.ts'
import { readStayQuery, type StayQuery, stayQueryText } from '../shared/nights/stay-query.ts'
import { pathParts } from '../shared/page-path.ts'
import { Button } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { type Found, FoundStay } from './found-stay.tsx'
import { staySearchMessages } from './messages.ts'
import { FIRST_OCCUPANTS, SearchForm } from './search-form.tsx'
import styles from './stay-search-page.module.css'

/** `stays/ppt_…`. */
const PROPERTY_ID = pathParts[1] ?? ''

/** The page on which guests search the stays of a property by their dates. */
export function StaySearchPage() {
  const t = useMessages(staySearchMessages)
  // The server wrote the name of the property.
  const [name] = useState(() => document.title)
  const [asked, setAsked] = useState(() => readStayQuery(location.search))
  const search = (stay: StayQuery) => {
    setAsked(stay)
    history.replaceState(null, '', `${location.pathname}${stayQueryText(stay)}`)
  }
  return (
    <Frame isWide={true}>
      <header className={styles.head}>
        <h1 dir="auto">{name}</h1>
      </header>
      <Card>
        <SearchForm first={asked} onSearch={search} />
      </Card>
      {asked.dates ? <Results stay={asked} /> : <p className={styles.soft}>{t.prompt}</p>}
    </Frame>
  )
}

/** The pages of a search that were read. */
interface Pages {
  readonly found: readonly Found[]
  readonly hasMore: boolean
}

async function readPages(stay: StayQuery, pages: number, signal: AbortSignal): Promise<Pages> {
  const { dates, occupants = FIRST_OCCUPANTS, code } = stay
  if (dates === undefined) return { found: [], hasMore: false }
  const { adults, childAges } = occupants
  const found: Found[] = []
  let cursor: string | null = null
  for (let page = 0; page < pages; page += 1) {
    const query = {
      propertyId: PROPERTY_ID,
      from: dates.arrival,
      to: dates.departure,
      adults,
      ...(childAges.length > 0 && { childAges: childAges.map(String) }),
      ...(code !== undefined && { code }),
      include: 'unavailable' as const,
      limit: 100,
      ...(cursor !== null && { cursor }),
    }
    const answer: FoundStays = await unwrap(
      api.GET('/v1/stays/search', { params: { query }, signal }),
    )
    found.push(...answer.data)
    cursor = answer.nextCursor
    if (cursor === null) break
  }
  return { found, hasMore: cursor !== null }
}

function Results({ stay }: { readonly stay: StayQuery }) {
  const t = useMessages(staySearchMessages)
  const shared = useMessages(sharedMessages)
  const key = stayQueryText(stay)
  const [shown, setShown] = useState({ key, pages: 1 })
  // Another search begins with its first page.
  const pages = shown.key === key ? shown.pages : 1
  const [loaded, reload] = useLoaded(`${key}#${pages}`, (signal) => readPages(stay, pages, signal))
  if (loaded.state === 'failed') return <FailureNotice error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading') {
    return (
      <div className={styles.results} aria-busy="true">
        <Skeleton width="100%" height="14rem" />
        <Skeleton width="100%" height="14rem" />
        {loaded.isSlow && <p role="status">{shared.slow}</p>}
      </div>
    )
  }
  const { found, hasMore } = loaded.value
  const free = found.filter(({ bookable }) => bookable)
  const others = found.filter(({ bookable }) => !bookable)
  return (
    <div className={styles.results}>
      <House found={found[0]} />
      {free.length === 0 && !hasMore ? (
        <Notice tone="info" title={t.noneTitle} isUrgent={true}>
          <p>{t.none}</p>
        </Notice>
      ) : (
        <p role="status">{t.found(free.length)}</p>
      )}
      {free.map((each) => (
        <FoundStay key={each.eventTypeId} found={each} stay={stay} />
      ))}
      {hasMore && <Button onClick={() => setShown({ key, pages: pages + 1 })}>{t.more}</Button>}
      {others.length > 0 && <h2 className={styles.others}>{t.unavailableTitle}</h2>}
      {others.map((each) => (
        <FoundStay key={each.eventTypeId} found={each} stay={stay} />
      ))}
    </div>
  )
}

/** Where the property is, and when guests arrive and leave. */
function House({ found }: { readonly found: Found | undefined }) {
  const n = useMessages(nightsMessages)
  const { format } = useI18n()
  useEffect(() => {
    if (found) document.title = found.property.name
  }, [found])
  if (found === undefined) return null
  const { address, checkInTime, checkOutTime } = found.property
  return (
    <p className={styles.soft} dir="auto">
      {[address, n.lead(format.wallTime(checkInTime), format.wallTime(checkOutTime))]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}
