import { useEffect, useRef, useState } from 'react'
import { api, bearer, unwrap } from '../../shared/api/api.ts'
import { useMessages } from '../../shared/i18n.tsx'
import styles from '../../shared/managed/managed.module.css'
import { Button } from '../../shared/ui/button.tsx'
import { FailureNotice } from '../../shared/ui/failure-notice.tsx'
import { entryMessages } from './messages.ts'

interface LeavePanelProps {
  readonly id: string
  readonly token: string
  readonly onDone: () => void
  readonly onBack: () => void
}

/** Asks for confirmation, then leaves the wait list. */
export function LeavePanel({ id, token, onDone, onBack }: LeavePanelProps) {
  const t = useMessages(entryMessages)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const leave = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      await unwrap(
        api.DELETE('/v1/waitlist/{id}', { params: { path: { id } }, headers: bearer(token) }),
      )
      onDone()
    } catch (failure) {
      setError(failure)
      setIsBusy(false)
    }
  }
  return (
    <section className={styles.confirm} aria-label={t.leaveTitle}>
      <h2 ref={heading} tabIndex={-1}>
        {t.leaveTitle}
      </h2>
      <p>{t.leaveNote}</p>
      {error !== undefined && <FailureNotice error={error} />}
      <div className={styles.actions}>
        <Button kind="danger" isBusy={isBusy} onClick={() => void leave()}>
          {t.leaveYes}
        </Button>
        <Button onClick={onBack}>{t.stay}</Button>
      </div>
    </section>
  )
}
