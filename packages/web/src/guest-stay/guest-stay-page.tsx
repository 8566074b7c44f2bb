import type { GuestStay } from '@holdfast/contracts'
import { useEffect, useState } from 'react'
import { ApiError, api, bearer, unwrap } from '../shared/api/api.ts'
import { addressOf } from '../shared/base-path.ts'
import { useMessages } from '../shared/i18n.tsx'
import { LoadingCard } from '../shared/managed/loading-card.tsx'
import styles from '../shared/managed/managed.module.css'
import { useManageToken } from '../shared/managed/use-manage-token.ts'
import { pathParts } from '../shared/page-path.ts'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { guestStayMessages } from './messages.ts'
import type { StayOutcome } from './props.ts'
import { StayView } from './stay-view.tsx'

const [, CALENDAR_ID = '', STAY_ID = ''] = pathParts

/** The page behind the manage link of a stay: view it, move it, cancel it, download the invitation. */
export function GuestStayPage() {
  const t = useMessages(guestStayMessages)
  const token = useManageToken()
  const [latest, setLatest] = useState<GuestStay>()
  const [outcome, setOutcome] = useState<StayOutcome>()
  const path = { id: CALENDAR_ID, stayId: STAY_ID }
  const [loaded, reload] = useLoaded(token, (signal) =>
    unwrap(
      api.GET('/v1/stays/{id}/{stayId}', {
        params: { path },
        headers: bearer(token),
        signal,
      }),
    ),
  )
  useEffect(() => {
    document.title = t.title
  }, [t])
  // A booking has a page of its own, which accepts the same token.
  const bookingId = loaded.state === 'ready' ? loaded.value.bookingId : null
  useEffect(() => {
    if (bookingId !== null) location.replace(`${addressOf(`/manage/${bookingId}`)}#${token}`)
  }, [bookingId, token])
  if (loaded.state === 'failed') return <LinkFailure error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading' || bookingId !== null) return <LoadingCard factsHeight="7rem" />
  return (
    <Frame>
      <Card className={styles.card ?? ''}>
        <StayView
          stay={latest ?? loaded.value}
          path={path}
          token={token}
          outcome={outcome}
          onCancelled={(stay) => {
            setLatest(stay)
            setOutcome('cancelled')
          }}
          onMoved={(stay) => {
            setLatest(stay)
            setOutcome('moved')
          }}
          onChanged={() => {
            setLatest(undefined)
            setOutcome('changed')
            reload()
          }}
        />
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
  const t = useMessages(guestStayMessages)
  const code = error instanceof ApiError ? error.code : undefined
  const isGone = code === 'not_found'
  return (
    <Frame>
      {isGone || code === 'unauthenticated' ? (
        <Notice
          tone={isGone ? 'info' : 'danger'}
          title={isGone ? t.goneTitle : t.linkTitle}
          headingLevel={1}
        >
          <p>{isGone ? t.gone : t.link}</p>
        </Notice>
      ) : (
        <FailureNotice error={error} onRetry={onRetry} headingLevel={1} />
      )}
    </Frame>
  )
}
