import { useRef } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import { nextKey } from '../ui/keyed.ts'
import { LeadTimeField } from '../ui/lead-time-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import styles from './entries.module.css'
import { MAX_REFUNDS, newRefund, type PaymentDraft, type RefundDraft } from './payment-draft.ts'
import { paymentRuleMessages } from './payment-messages.ts'

interface RefundsEditorProps {
  readonly payment: PaymentDraft
  readonly errors: FieldErrors
  readonly onChange: (part: Partial<PaymentDraft>) => void
}

/** Edits what bookers get back if they cancel. */
export function RefundsEditor({ payment, errors, onChange }: RefundsEditorProps) {
  const t = useMessages(paymentRuleMessages)
  const addButton = useRef<HTMLButtonElement>(null)
  const { refunds } = payment
  const isFull = refunds.length >= MAX_REFUNDS
  const set = (next: readonly RefundDraft[]) => onChange({ refunds: next })
  return (
    <fieldset className={styles.entry}>
      <legend>{t.refunds}</legend>
      <p className={styles.soft}>{t.refundsLead}</p>
      {refunds.length === 0 && <p>{t.noRefunds}</p>}
      {refunds.map((refund, index) => (
        <fieldset key={refund.key} className={styles.entry}>
          <legend>{t.refund(index + 1)}</legend>
          <LeadTimeField
            label={t.refundUntil}
            isRequired
            time={refund.until}
            error={errors[`payment/refunds/${index}/untilMinutesBefore`]}
            onChange={(until) => set(refunds.with(index, { ...refund, until }))}
          />
          <NumberField
            label={t.percent}
            value={refund.percent}
            max={100}
            error={errors[`payment/refunds/${index}/percent`]}
            onChange={(percent) => set(refunds.with(index, { ...refund, percent }))}
          />
          <Button
            aria-label={t.removeRefund(index + 1)}
            onClick={() => {
              set(refunds.toSpliced(index, 1))
              addButton.current?.focus()
            }}
          >
            {t.remove}
          </Button>
        </fieldset>
      ))}
      <Button
        ref={addButton}
        aria-disabled={isFull}
        onClick={() => !isFull && set([...refunds, newRefund(nextKey(refunds))])}
      >
        {t.addRefund}
      </Button>
    </fieldset>
  )
}
