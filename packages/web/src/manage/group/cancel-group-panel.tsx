import { useEffect, useRef, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import styles from '../../shared/managed/managed.module.css'
import { Button } from '../../shared/ui/button.tsx'
import { FailureNotice } from '../../shared/ui/failure-notice.tsx'
import { type Cancelling, cancelGroup, type LoadedGroup } from './group-calls.ts'
import { GroupRefund } from './group-refund.tsx'
import { groupMessages } from './messages.ts'

interface CancelGroupPanelProps {
  readonly loaded: LoadedGroup
  readonly token: string
  readonly timeZone: string
  readonly cancelling: Cancelling
  readonly onDone: () => void
  readonly onBack: () => void
}

/** Asks for confirmation, then cancels all bookings of a group, or those from one on. */
export function CancelGroupPanel(props: CancelGroupPanelProps) {
  const { loaded, token, timeZone, cancelling, onDone, onBack } = props
  const { format } = useI18n()
  const t = useMessages(groupMessages)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const from = cancelling.scope === 'following' ? cancelling.from : undefined
  const title =
    from === undefined ? t.cancelAllTitle : t.cancelFollowingTitle(format.shortDate(from, timeZone))
  const cancel = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      await cancelGroup(loaded.group.id, token, from)
      onDone()
    } catch (failure) {
      setError(failure)
      setIsBusy(false)
    }
  }
  return (
    <section className={styles.confirm} aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{t.cancelNote}</p>
      <GroupRefund
        loaded={loaded}
        token={token}
        timeZone={timeZone}
        cancelling={cancelling}
        isCancelling={true}
      />
      {error !== undefined && <FailureNotice error={error} />}
      <div className={styles.actions}>
        <Button kind="danger" isBusy={isBusy} onClick={() => void cancel()}>
          {t.cancelYes}
        </Button>
        <Button onClick={onBack}>{t.keep}</Button>
      </div>
    </section>
  )
}
