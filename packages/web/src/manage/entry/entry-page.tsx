import type { PublicWaitlistEntry } from '@holdfast/contracts'
import { useEffect, useState } from 'react'
import { api, bearer, unwrap } from '../../shared/api/api.ts'
import { useMessages } from '../../shared/i18n.tsx'
import { LoadingCard } from '../../shared/managed/loading-card.tsx'
import styles from '../../shared/managed/managed.module.css'
import { useManageToken } from '../../shared/managed/use-manage-token.ts'
import { Card } from '../../shared/ui/card.tsx'
import { Frame } from '../../shared/ui/frame.tsx'
import { useLoaded } from '../../shared/use-loaded.ts'
import { LinkFailure } from '../link-failure.tsx'
import { EntryView } from './entry-view.tsx'
import { LeavePanel } from './leave-panel.tsx'
import { entryMessages } from './messages.ts'

/** The answer to a manage token is what the person in line sees. */
const load = async (id: string, token: string, signal: AbortSignal): Promise<PublicWaitlistEntry> =>
  (await unwrap(
    api.GET('/v1/waitlist/{id}', {
      params: { path: { id } },
      headers: bearer(token),
      signal,
    }),
  )) as PublicWaitlistEntry

/** The page behind the manage link of an entry of a wait list: view it, join, leave. */
export default function EntryPage({ id }: { readonly id: string }) {
  const t = useMessages(entryMessages)
  const token = useManageToken()
  const [isLeaving, setLeaving] = useState(false)
  const [outcome, setOutcome] = useState<'joined' | 'left'>()
  const [loaded, reload] = useLoaded(token, (signal) => load(id, token, signal))
  useEffect(() => {
    document.title = t.title
  }, [t])
  if (loaded.state === 'failed') return <LinkFailure error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading') return <LoadingCard factsHeight="6rem" />
  const finish = (what?: 'joined' | 'left') => {
    setOutcome(what)
    setLeaving(false)
    reload()
  }
  return (
    <Frame>
      <Card className={styles.card ?? ''}>
        <EntryView
          entry={loaded.value}
          outcome={outcome}
          isLeaving={isLeaving}
          onJoined={() => finish('joined')}
          onLeave={() => setLeaving(true)}
        />
        {isLeaving && (
          <LeavePanel
            id={id}
            token={token}
            onDone={() => finish('left')}
            onBack={() => setLeaving(false)}
          />
        )}
      </Card>
    </Frame>
  )
}
