import type { PublicBooking } from '@holdfast/contracts'
import { useEffect, useState } from 'react'
import { ApiError, api, bearer, unwrap } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import { LoadingCard } from '../shared/managed/loading-card.tsx'
import styles from '../shared/managed/managed.module.css'
import { useManageToken } from '../shared/managed/use-manage-token.ts'
import { pathParts } from '../shared/page-path.ts'
import { localZone } from '../shared/time/zones.ts'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { BookingView } from './booking-view.tsx'
import { CancelPanel } from './cancel-panel.tsx'
import { manageMessages } from './messages.ts'
import { MovePanel } from './move-panel.tsx'
import type { Outcome } from './outcome.ts'

const ID = pathParts[1] ?? ''

/** The page behind the manage link of a booking: view, move or cancel it, download the invitation. */
export function ManagePage() {
  const t = useMessages(manageMessages)
  const token = useManageToken()
  const [panel, setPanel] = useState<'view' | 'move' | 'cancel'>('view')
  const [outcome, setOutcome] = useState<Outcome>()
  const [changed, setChanged] = useState<PublicBooking>()
  const [timeZone, setTimeZone] = useState(localZone)
  const [loaded, reload] = useLoaded(token, (signal) =>
    unwrap(
      api.GET('/v1/bookings/{id}/details', {
        params: { path: { id: ID } },
        headers: bearer(token),
        signal,
      }),
    ),
  )
  const what = loaded.state === 'ready' ? loaded.value.eventType?.title : undefined
  useEffect(() => {
    document.title = what === undefined ? t.title : `${t.title}: ${what}`
  }, [t, what])

  const finish = (what: Outcome, booking?: PublicBooking) => {
    setOutcome(what)
    setPanel('view')
    setChanged(booking)
    if (booking === undefined) reload()
  }
  if (loaded.state === 'failed') return <LinkFailure error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading') return <LoadingCard factsHeight="3.5rem" />
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
              outcome={outcome}
              isConfirming={panel === 'cancel'}
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
  const code = error instanceof ApiError ? error.code : undefined
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
