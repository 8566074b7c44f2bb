import type { PublicBooking } from '@holdfast/contracts'
import { useEffect, useState } from 'react'
import { api, asManager, CallFailure, take } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { useManageToken } from '../shared/managed/use-manage-token.ts'
import { Waiting } from '../shared/managed/waiting.tsx'
import { pathParts } from '../shared/page-path.ts'
import { ownZone } from '../shared/time/zones.ts'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { BookingView } from './booking-view.tsx'
import { CancelPanel } from './cancel-panel.tsx'
import { manageMessages } from './messages.ts'
import { MovePanel } from './move-panel.tsx'
import type { News } from './news.ts'

const ID = pathParts[1] ?? ''

/** The page behind a manage link: see the booking, move it, cancel it, download the invitation. */
export function ManagePage() {
  const t = useMessages(manageMessages)
  const token = useManageToken()
  const [panel, setPanel] = useState<'view' | 'move' | 'cancel'>('view')
  const [news, setNews] = useState<News>()
  const [changed, setChanged] = useState<PublicBooking>()
  const [timeZone, setTimeZone] = useState(ownZone)
  const [loaded, reload] = useLoaded(token, (signal) =>
    take(
      api.GET('/v1/bookings/{id}/details', {
        params: { path: { id: ID } },
        headers: asManager(token),
        signal,
      }),
    ),
  )
  useEffect(() => {
    document.title = t.title
  }, [t])

  const finish = (what: News, booking?: PublicBooking) => {
    setNews(what)
    setPanel('view')
    setChanged(booking)
    if (booking === undefined) reload()
  }
  if (loaded.state === 'failed') return <LinkFailure error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading') return <Waiting factsHeight="3.5rem" />
  const details = { ...loaded.value, ...(changed && { booking: changed }) }
  const shared = { details, token, timeZone, onDone: finish, onBack: () => setPanel('view') }
  return (
    <Frame isWide={panel === 'move'}>
      <Card className={styles.card ?? ''}>
        {panel === 'move' ? (
          <MovePanel {...shared} onTimeZone={setTimeZone} />
        ) : (
          <>
            <BookingView
              {...shared}
              news={news}
              isAsking={panel === 'cancel'}
              onMove={() => setPanel('move')}
              onCancel={() => setPanel('cancel')}
            />
            {panel === 'cancel' && <CancelPanel {...shared} />}
          </>
        )}
      </Card>
    </Frame>
  )
}

function LinkFailure({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry: () => void
}) {
  const t = useMessages(manageMessages)
  const code = error instanceof CallFailure ? error.code : undefined
  return (
    <Frame>
      {code === 'unauthenticated' || code === 'not_found' ? (
        <Notice tone="danger" title={t.linkTitle} headingLevel={1}>
          <p>{t.link}</p>
        </Notice>
      ) : (
        <FailureNotice error={error} onRetry={onRetry} headingLevel={1} />
      )}
    </Frame>
  )
}
