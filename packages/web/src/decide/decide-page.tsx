import type { Decision } from '@holdfast/contracts'
import { useEffect, useState } from 'react'
import { ApiError, api, unwrap } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import { LoadingCard } from '../shared/managed/loading-card.tsx'
import styles from '../shared/managed/managed.module.css'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { type DecisionLink, readDecisionLink } from './decision-link.ts'
import { DecisionView } from './decision-view.tsx'
import { decideMessages } from './messages.ts'

/** The page behind the links of an email that asks a provider to approve or decline a request. */
export function DecidePage() {
  const t = useMessages(decideMessages)
  const [link, setLink] = useState(readDecisionLink)
  useEffect(() => {
    const follow = () => setLink(readDecisionLink())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  const [loaded, reload] = useLoaded(link.token, (signal) => loadDecision(link, signal))
  const what = loaded.state === 'ready' ? loaded.value.title : null
  useEffect(() => {
    document.title = what === null ? t.title : `${t.title}: ${what}`
  }, [t, what])
  if (loaded.state === 'loading') return <LoadingCard factsHeight="6rem" />
  if (loaded.state === 'failed') return <LinkFailure error={loaded.error} onRetry={reload} />
  return (
    <Frame>
      <Card className={styles.card ?? ''}>
        <DecisionView key={`${link.token} ${link.action}`} link={link} first={loaded.value} />
      </Card>
    </Frame>
  )
}

const loadDecision = ({ bookingId, token }: DecisionLink, signal: AbortSignal): Promise<Decision> =>
  unwrap(
    api.GET('/v1/public/decisions/{bookingId}', {
      params: { path: { bookingId }, header: { 'Decision-Token': token } },
      signal,
    }),
  )

/** Codes that say that the link is incomplete. */
const BROKEN: ReadonlySet<string | undefined> = new Set(['not_found', 'validation_failed'])

function LinkFailure({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry: () => void
}) {
  const t = useMessages(decideMessages)
  return (
    <Frame>
      {error instanceof ApiError && BROKEN.has(error.code) ? (
        <Notice tone="danger" title={t.linkTitle} headingLevel={1}>
          <p>{t.link}</p>
        </Notice>
      ) : (
        <FailureNotice error={error} onRetry={onRetry} headingLevel={1} />
      )}
    </Frame>
  )
}
