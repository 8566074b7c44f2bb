import type { PublicBooking } from '@holdfast/contracts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { api, bearer, unwrap } from '../shared/api/api.ts'
import { PartError } from '../shared/error-boundary.tsx'
import { tellHost } from '../shared/host-page.ts'
import { useMessages } from '../shared/i18n.tsx'
import { LoadingCard } from '../shared/managed/loading-card.tsx'
import styles from '../shared/managed/managed.module.css'
import { emailProofInUrl, useManageToken } from '../shared/managed/use-manage-token.ts'
import { localZone } from '../shared/time/zones.ts'
import { Card } from '../shared/ui/card.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { BookingView } from './booking-view.tsx'
import { CancelPanel } from './cancel-panel.tsx'
import { LinkFailure } from './link-failure.tsx'
import { manageMessages } from './messages.ts'
import { MovePanel } from './move-panel.tsx'
import type { Outcome } from './outcome.ts'

const part = <Module,>(load: Promise<Module>): Promise<Module> =>
  load.catch((cause: unknown) => {
    throw new PartError('the page did not load', { cause })
  })
const MoveNights = lazy(() => part(import('./move-nights.tsx')))
const GroupPage = lazy(() => part(import('./group/group-page.tsx')))

/** Tells the site around the page what the booker did. */
function tellOutcome(outcome: Outcome, { id, start }: PublicBooking): void {
  if (outcome === 'moved') tellHost('rescheduled', { id, start })
  if (outcome === 'cancelled') tellHost('cancelled', { id, start })
  if (outcome === 'confirmed') tellHost('booked', { id, start, status: 'confirmed' })
}

/** The page behind the manage link of a booking: view, move or cancel it, download the invitation. */
export function ManagePage({ id }: { readonly id: string }) {
  const t = useMessages(manageMessages)
  const token = useManageToken()
  const [panel, setPanel] = useState<'view' | 'move' | 'cancel'>('view')
  const [outcome, setOutcome] = useState<Outcome>()
  const [changed, setChanged] = useState<PublicBooking>()
  const [timeZone, setTimeZone] = useState(localZone)
  const [loaded, reload] = useLoaded(token, (signal) =>
    unwrap(
      api.GET('/v1/bookings/{id}/details', {
        params: { path: { id } },
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
    if (booking !== undefined) tellOutcome(what, booking)
    setOutcome(what)
    setPanel('view')
    setChanged(booking)
    if (booking === undefined) reload()
  }
  if (loaded.state === 'failed') return <LinkFailure error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading') return <LoadingCard factsHeight="3.5rem" />
  const details = { ...loaded.value, ...(changed && { booking: changed }) }
  const { booking } = details
  const isProving = booking.emailUnconfirmed && emailProofInUrl() !== undefined
  // The token of a part opens the whole visit.
  if (details.together && booking.groupId !== null && !isProving) {
    return <GroupPage id={booking.groupId} />
  }
  const shared = { details, token, timeZone, onDone: finish, onBack: () => setPanel('view') }
  return (
    <Frame isWide={panel === 'move'}>
      <Card className={styles.card ?? ''}>
        {panel === 'move' && details.booking.arrival !== null ? (
          <Suspense fallback={<Skeleton width="100%" height="24rem" />}>
            <MoveNights {...shared} />
          </Suspense>
        ) : panel === 'move' ? (
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
