import { useEffect, useRef, useState } from 'react'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { sharedMessages } from '../shared/messages.ts'
import { nightsMessages } from '../shared/nights/messages.ts'
import { type Found, type FoundPages, searchPages } from '../shared/nights/search-stays.ts'
import { readStayQuery, type StayQuery, stayQueryText } from '../shared/nights/stay-query.ts'
import { pathParts } from '../shared/page-path.ts'
import { Button } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { BookLink } from './book-link.tsx'
import { FoundStay, type RoomOffer } from './found-stay.tsx'
import { staySearchMessages } from './messages.ts'
import { FIRST_OCCUPANTS, SearchForm } from './search-form.tsx'
import { SeveralRooms } from './several-rooms.tsx'
import styles from './stay-search-page.module.css'

/** `stays/ppt_…`. */
const PROPERTY_ID = pathParts[1] ?? ''

/** The page on which guests search the stays of a property by their dates. */
export function StaySearchPage() {
  const t = useMessages(staySearchMessages)
  // The server wrote the name of the property.
  const [name] = useState(() => document.title)
  const [asked, setAsked] = useState(() => readStayQuery(location.search))
  const [isSeveral, setSeveral] = useState(asked.rooms !== undefined)
  const search = (stay: StayQuery) => {
    setAsked(stay)
    history.replaceState(null, '', `${location.pathname}${stayQueryText(stay)}`)
  }
  const { dates, rooms, ...whom } = asked
  const results = useRef<HTMLDivElement>(null)
  const chooseSeveral = (wanted: boolean) => {
    setSeveral(wanted)
    // The button goes with its list.
    results.current?.focus({ preventScroll: true })
  }
  return (
    <Frame isWide={true}>
      <header className={styles.head}>
        <h1 dir="auto">{name}</h1>
      </header>
      <Card>
        <SearchForm first={asked} onSearch={search} />
      </Card>
      <div ref={results} tabIndex={-1} className={styles.results}>
        {dates === undefined ? (
          <p className={styles.soft}>{t.prompt}</p>
        ) : isSeveral ? (
          <SeveralRooms
            key={stayQueryText({ ...whom, dates })}
            search={{ propertyId: PROPERTY_ID, dates, code: asked.code }}
            party={asked.occupants ?? FIRST_OCCUPANTS}
            rooms={rooms ?? []}
            onRooms={(chosen) => search({ ...whom, dates, rooms: chosen })}
            onOne={() => {
              chooseSeveral(false)
              search({ ...whom, dates })
            }}
          />
        ) : (
          <Results stay={asked} onSeveral={() => chooseSeveral(true)} />
        )}
      </div>
    </Frame>
  )
}

async function readPages(stay: StayQuery, pages: number, signal: AbortSignal): Promise<FoundPages> {
  const { dates, occupants = FIRST_OCCUPANTS, code } = stay
  if (dates === undefined) return { found: [], hasMore: false }
  return await searchPages({ propertyId: PROPERTY_ID, dates, occupants, code }, pages, signal)
}

interface ResultsProps {
  readonly stay: StayQuery
  /** Chooses several rooms instead of one. */
  readonly onSeveral: () => void
}

function Results({ stay, onSeveral }: ResultsProps) {
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
  const isTooLarge = others.some(({ reasons }) =>
    reasons.some(({ code }) => code === 'too_many_occupants'),
  )
  const hasSeveral = isTooLarge || free.length > 1 || free.some(({ unitsLeft }) => unitsLeft > 1)
  const several = hasSeveral && <Button onClick={onSeveral}>{t.several}</Button>
  const link = (offer: RoomOffer) => (
    <BookLink offer={offer} stay={{ ...stay, propertyId: PROPERTY_ID }} />
  )
  return (
    <div className={styles.results}>
      <House found={found[0]} />
      {free.length === 0 && !hasMore ? (
        <Notice tone="info" title={isTooLarge ? t.noneForAllTitle : t.noneTitle} isUrgent={true}>
          <p>{isTooLarge ? t.noneForAll : t.none}</p>
          {isTooLarge && several}
        </Notice>
      ) : (
        <div className={styles.status}>
          <p role="status">{t.found(free.length)}</p>
          {several}
        </div>
      )}
      {free.map((each) => (
        <FoundStay key={each.eventTypeId} found={each} choice={link} />
      ))}
      {hasMore && <Button onClick={() => setShown({ key, pages: pages + 1 })}>{t.more}</Button>}
      {others.length > 0 && <h2 className={styles.others}>{t.unavailableTitle}</h2>}
      {others.map((each) => (
        <FoundStay key={each.eventTypeId} found={each} choice={link} />
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
