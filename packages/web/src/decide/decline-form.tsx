import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { Button } from '../shared/ui/button.tsx'
import { Field } from '../shared/ui/field.tsx'
import { decideMessages } from './messages.ts'

interface DeclineFormProps {
  readonly isBusy: boolean
  readonly onDecline: (reason: string) => void
  readonly onBack: () => void
}

/** Asks for a reason, which the booker gets, and for a confirmation. */
export function DeclineForm({ isBusy, onDecline, onBack }: DeclineFormProps) {
  const t = useMessages(decideMessages)
  const [reason, setReason] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.confirm} aria-label={t.declineTitle}>
      <h2 ref={heading} tabIndex={-1}>
        {t.declineTitle}
      </h2>
      <p>{t.declineNote}</p>
      <Field label={t.reason}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            dir="auto"
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.actions}>
        <Button kind="danger" isBusy={isBusy} onClick={() => onDecline(reason.trim())}>
          {t.declineYes}
        </Button>
        <Button onClick={onBack}>{t.back}</Button>
      </div>
    </section>
  )
}
