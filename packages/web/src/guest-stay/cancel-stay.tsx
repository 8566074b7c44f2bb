import { useEffect, useRef, useState } from 'react'
import { api, asManager, CallFailure, take } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { guestStayMessages } from './messages.ts'
import type { StayViewProps } from './props.ts'

interface CancelStayProps extends StayViewProps {
  readonly onBack: () => void
}

/** What says that the stay is another than the one that the reader was asked about. */
const CHANGED: ReadonlySet<string | undefined> = new Set([
  'invalid_transition',
  'not_found',
  'version_mismatch',
])

/** Asks once more before a stay is cancelled: the one that is shown, and no later one. */
export function CancelStay({ stay, path, token, onCancelled, onChanged, onBack }: CancelStayProps) {
  const t = useMessages(guestStayMessages)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const cancel = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      onCancelled(
        await take(
          api.POST('/v1/stays/{id}/{stayId}/cancel', {
            params: { path },
            headers: { ...asManager(token), 'If-Match': `"${stay.version}"` },
            body: {},
          }),
        ),
      )
    } catch (failure) {
      if (failure instanceof CallFailure && CHANGED.has(failure.code)) onChanged()
      else setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <section className={styles.ask} aria-label={t.cancelTitle}>
      <h2 ref={heading} tabIndex={-1}>
        {t.cancelTitle}
      </h2>
      <p>{t.cancelNote}</p>
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
