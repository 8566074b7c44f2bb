import type { GuestStay } from '@holdfast/contracts'
import { useEffect, useState } from 'react'
import { api, asManager, CallFailure, take } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import { pathParts } from '../shared/page-path.ts'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import styles from './guest-stay-page.module.css'
import { guestStayMessages } from './messages.ts'
import { StayView } from './stay-view.tsx'

const [, CALENDAR_ID = '', STAY_ID = ''] = pathParts

// The fragment never leaves the browser but in the header of a call.
const tokenOfAddress = (): string => decodeURIComponent(location.hash.slice(1))

/** The page behind the manage link of a stay: see it, cancel it, download the invitation. */
export function GuestStayPage() {
  const t = useMessages(guestStayMessages)
  const [token, setToken] = useState(tokenOfAddress)
  const [cancelled, setCancelled] = useState<GuestStay>()
  const [isChanged, setIsChanged] = useState(false)
  const path = { id: CALENDAR_ID, stayId: STAY_ID }
  const [loaded, reload] = useLoaded(token, (signal) =>
    take(
      api.GET('/v1/stays/{id}/{stayId}', {
        params: { path },
        headers: asManager(token),
        signal,
      }),
    ),
  )
  useEffect(() => {
    document.title = t.title
    const follow = () => setToken(tokenOfAddress())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [t])
  if (loaded.state === 'failed') return <LinkFailure error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading') return <Waiting />
  return (
    <Frame>
      <Card className={styles.card ?? ''}>
        <StayView
          stay={cancelled ?? loaded.value}
          path={path}
          token={token}
          isChanged={isChanged}
          onCancelled={setCancelled}
          onChanged={() => {
            setIsChanged(true)
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
  const code = error instanceof CallFailure ? error.code : undefined
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

const Waiting = () => (
  <Frame>
    <Card className={styles.card ?? ''} aria-busy="true">
      <Skeleton width="6rem" height="1.75rem" />
      <Skeleton width="16rem" height="2.5rem" />
      <Skeleton width="14rem" height="7rem" />
      <Skeleton width="100%" height="2.75rem" />
    </Card>
  </Frame>
)
