import type { BookingDetails } from '@holdfast/contracts'
import { useEffect, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { LoadingCard } from '../../shared/managed/loading-card.tsx'
import styles from '../../shared/managed/managed.module.css'
import { useManageToken } from '../../shared/managed/use-manage-token.ts'
import { localZone } from '../../shared/time/zones.ts'
import { Card } from '../../shared/ui/card.tsx'
import { Frame } from '../../shared/ui/frame.tsx'
import { useLoaded } from '../../shared/use-loaded.ts'
import { LinkFailure } from '../link-failure.tsx'
import { MovePanel } from '../move-panel.tsx'
import { CancelGroupPanel } from './cancel-group-panel.tsx'
import { type Cancelling, loadGroup, moveGroup } from './group-calls.ts'
import { type GroupOutcome, GroupView } from './group-view.tsx'
import { groupMessages } from './messages.ts'

/** The page behind the manage link of a group: view its bookings, confirm or cancel them together, and move a visit. */
export default function GroupPage({ id }: { readonly id: string }) {
  const t = useMessages(groupMessages)
  const token = useManageToken()
  const [timeZone, setTimeZone] = useState(localZone)
  const [cancelling, setCancelling] = useState<Cancelling>()
  const [moving, setMoving] = useState<BookingDetails>()
  const [outcome, setOutcome] = useState<GroupOutcome>()
  const [loaded, reload] = useLoaded(token, (signal) => loadGroup(id, token, signal))
  useEffect(() => {
    document.title = t.title
  }, [t])
  if (loaded.state === 'failed') return <LinkFailure error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading') return <LoadingCard factsHeight="12rem" />
  const finish = (what: GroupOutcome | undefined) => {
    setOutcome(what)
    setCancelling(undefined)
    setMoving(undefined)
    reload()
  }
  if (moving) {
    return (
      <Frame isWide={true}>
        <Card className={styles.card ?? ''}>
          <MovePanel
            details={moving}
            token={token}
            timeZone={timeZone}
            onTimeZone={setTimeZone}
            onMove={(start) => moveGroup(id, token, start)}
            onDone={(what) => finish(what === 'moved' ? what : undefined)}
            onBack={() => setMoving(undefined)}
          />
        </Card>
      </Frame>
    )
  }
  return (
    <Frame>
      <Card className={styles.card ?? ''}>
        <GroupView
          loaded={loaded.value}
          token={token}
          timeZone={timeZone}
          outcome={outcome}
          isCancelling={cancelling !== undefined}
          onConfirmed={() => finish('confirmed')}
          onCancel={setCancelling}
          onMove={setMoving}
        />
        {cancelling && (
          <CancelGroupPanel
            key={JSON.stringify(cancelling)}
            loaded={loaded.value}
            token={token}
            timeZone={timeZone}
            cancelling={cancelling}
            onDone={() => finish('cancelled')}
            onBack={() => setCancelling(undefined)}
          />
        )}
      </Card>
    </Frame>
  )
}
