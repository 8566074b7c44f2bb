import { useEffect, useRef, useState } from 'react'
import { ApiError, api, bearer, unwrap } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { guestStayMessages } from './messages.ts'
import { IS_CHANGED, type StayViewProps } from './props.ts'

interface CancelStayProps extends StayViewProps {
  readonly onBack: () => void
}

/** Asks for confirmation, then cancels the stay, but only in the version that is shown. */
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
        await unwrap(
          api.POST('/v1/stays/{id}/{stayId}/cancel', {
            params: { path },
            headers: { ...bearer(token), 'If-Match': `"${stay.version}"` },
            body: {},
          }),
        ),
      )
    } catch (failure) {
      if (failure instanceof ApiError && IS_CHANGED.has(failure.code)) onChanged()
      else setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <section className={styles.confirm} aria-label={t.cancelTitle}>
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
