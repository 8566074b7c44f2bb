import type { Me, OwnBooking } from '@holdfast/contracts'
import { useEffect, useState } from 'react'
import { api, bearer, unwrap } from '../shared/api/api.ts'
import { isSignInOver } from '../shared/api/booker-session.ts'
import { addressOf } from '../shared/base-path.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { BookedTime } from '../shared/nights/booked-time.tsx'
import { SignedIn } from '../shared/signed-in.tsx'
import { localZone } from '../shared/time/zones.ts'
import { Button } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { ownBookingsMessages } from './messages.ts'
import styles from './own-bookings-page.module.css'

const PAGE = 20

interface BookingListsProps {
  readonly token: string
  readonly onSignOut: () => void
  /** The token has ended. */
  readonly onEnded: () => void
}

/** The bookings of the booker who is signed in: those to come, and those before. */
export function BookingLists({ token, onSignOut, onEnded }: BookingListsProps) {
  const t = useMessages(ownBookingsMessages)
  const [now] = useState(() => `${new Date().toISOString().slice(0, 19)}Z`)
  const [counts, setCounts] = useState({ coming: 1, past: 1 })
  const [loaded, reload] = useLoaded(`${token} ${counts.coming} ${counts.past}`, (signal) =>
    loadBoth(token, now, counts, signal),
  )
  const isOver = loaded.state === 'failed' && isSignInOver(loaded.error)
  useEffect(() => {
    if (isOver) onEnded()
  }, [isOver, onEnded])
  if (loaded.state === 'failed') return <FailureNotice error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading') {
    return (
      <div className={styles.card} aria-busy="true">
        <Skeleton width="16rem" height="1.5rem" />
        <Skeleton width="100%" height="8rem" />
        <Skeleton width="100%" height="8rem" />
      </div>
    )
  }
  const { me, coming, past } = loaded.value
  const more = (which: 'coming' | 'past') =>
    setCounts((before) => ({ ...before, [which]: before[which] + 1 }))
  return (
    <>
      <SignedIn email={me.email} onSignOut={onSignOut} />
      <List title={t.coming} none={t.noneComing} found={coming} onMore={() => more('coming')} />
      {past.bookings.length > 0 && (
        <List title={t.past} none="" found={past} onMore={() => more('past')} />
      )}
    </>
  )
}

interface Found {
  readonly bookings: readonly OwnBooking[]
  readonly hasMore: boolean
}

async function loadBoth(
  token: string,
  now: string,
  counts: { readonly coming: number; readonly past: number },
  signal: AbortSignal,
): Promise<{ readonly me: Me; readonly coming: Found; readonly past: Found }> {
  const [coming, past] = await Promise.all([
    loadPages(token, { from: now }, counts.coming, signal),
    loadPages(token, { to: now, order: 'desc' }, counts.past, signal),
  ])
  return { me: coming.me, coming, past }
}

async function loadPages(
  token: string,
  range: { readonly from?: string; readonly to?: string; readonly order?: 'desc' },
  count: number,
  signal: AbortSignal,
): Promise<Found & { readonly me: Me }> {
  const read = (cursor?: string): Promise<Me> => {
    const query = { ...range, limit: PAGE, ...(cursor !== undefined && { cursor }) }
    return unwrap(api.GET('/v1/public/me', { params: { query }, headers: bearer(token), signal }))
  }
  let me = await read()
  const bookings = [...me.data]
  for (let page = 1; page < count && me.nextCursor !== null; page += 1) {
    me = await read(me.nextCursor)
    bookings.push(...me.data)
  }
  return { me, bookings, hasMore: me.nextCursor !== null }
}

interface ListProps {
  readonly title: string
  /** What an empty list says. */
  readonly none: string
  readonly found: Found
  readonly onMore: () => void
}

function List({ title, none, found, onMore }: ListProps) {
  const t = useMessages(ownBookingsMessages)
  return (
    <section className={styles.list}>
      <h2>{title}</h2>
      {found.bookings.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul>
          {found.bookings.map((booking) => (
            <li key={booking.id}>
              <Entry booking={booking} />
            </li>
          ))}
        </ul>
      )}
      {found.hasMore && <Button onClick={onMore}>{t.more}</Button>}
    </section>
  )
}

function Entry({ booking }: { readonly booking: OwnBooking }) {
  const t = useMessages(ownBookingsMessages)
  const { format } = useI18n()
  const { id, status, arrival, timeZone, eventTypeTitle, providerNames, manageToken } = booking
  const who = format.list(providerNames)
  return (
    <Card className={styles.card ?? ''}>
      <header>
        {status !== 'confirmed' && <p className={styles.status}>{t.status[status]}</p>}
        <h3 dir="auto">{eventTypeTitle ?? who}</h3>
        {eventTypeTitle !== null && arrival === null && <p dir="auto">{who}</p>}
      </header>
      <BookedTime booking={booking} timeZone={localZone()} providerZone={timeZone} />
      {manageToken !== null && (
        <p>
          <a href={addressOf(`/manage/${id}#${manageToken}`)}>{t.manage}</a>
        </p>
      )}
    </Card>
  )
}
