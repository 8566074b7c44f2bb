import { useMessages } from '../../shared/i18n.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { MissingConnection } from '../payments/missing-connection.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import { Fold } from '../ui/fold.tsx'
import form from '../ui/form-page.module.css'
import { LeadTimeField } from '../ui/lead-time-field.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import type { Draft } from './draft.ts'
import styles from './entries.module.css'
import { durationsOf } from './options-draft.ts'
import type { PaymentDraft } from './payment-draft.ts'
import { paymentRuleMessages } from './payment-messages.ts'
import { RefundsEditor } from './refunds-editor.tsx'

interface PaymentEditorProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<Draft>) => void
  /** Whether rate plans have the prices. Default: no. */
  readonly isAmountOptional?: boolean
}

/** Edits what a booking costs, and how it is paid. */
export function PaymentEditor({
  draft,
  errors,
  onChange,
  isAmountOptional = false,
}: PaymentEditorProps) {
  const t = useMessages(paymentRuleMessages)
  const { payment } = draft
  const set = (part: Partial<PaymentDraft>) => onChange({ payment: { ...payment, ...part } })
  const part = { payment, errors, onChange: set }
  return (
    <Card className={form.card ?? ''}>
      <h2>{t.title}</h2>
      <CheckField isChecked={payment.isPaid} onChange={(isPaid) => set({ isPaid })}>
        {t.isPaid}
      </CheckField>
      {payment.isPaid && (
        <>
          <MissingConnection />
          <Price
            {...part}
            durations={durationsOf(draft.durationMinutes, draft.moreDurations)}
            isAmountOptional={isAmountOptional}
          />
          {(draft.counts.hasSeats || payment.isPerSeat) && (
            <CheckField isChecked={payment.isPerSeat} onChange={(isPerSeat) => set({ isPerSeat })}>
              {t.perSeat}
            </CheckField>
          )}
          <RefundsEditor {...part} />
          <FailureRules {...part} />
        </>
      )}
    </Card>
  )
}

interface PartProps {
  readonly payment: PaymentDraft
  readonly errors: FieldErrors
  readonly onChange: (part: Partial<PaymentDraft>) => void
}

interface PriceProps extends PartProps {
  /** The durations that bookers choose from, in minutes, the default first. */
  readonly durations: readonly number[]
  readonly isAmountOptional: boolean
}

function Price({ payment, errors, onChange, durations, isAmountOptional }: PriceProps) {
  const t = useMessages(paymentRuleMessages)
  const { kind, currency, amountByDuration } = payment
  const others = [...new Set(durations.slice(1))].filter((minutes) => minutes > 0)
  return (
    <>
      <div className={styles.row}>
        <MoneyField
          label={t.price}
          amount={payment.amount}
          currency={currency}
          isRequired={!isAmountOptional}
          error={errors['payment/amount']}
          onChange={(amount) => onChange({ amount })}
        />
        <CurrencyField
          label={t.currency}
          currency={currency}
          error={errors['payment/currency']}
          onChange={(next) => onChange({ currency: next })}
        />
      </div>
      <p className={styles.soft}>{t.priceHint}</p>
      {others.length > 0 && (
        <fieldset className={styles.entry}>
          <legend>{t.pricesByDuration}</legend>
          <p className={styles.soft}>{t.samePrice}</p>
          {others.map((minutes) => (
            <MoneyField
              key={minutes}
              label={t.priceFor(minutes)}
              amount={amountByDuration[minutes] ?? ''}
              currency={currency}
              error={errors[`payment/amountByDurationMinutes/${minutes}`]}
              onChange={(amount) =>
                onChange({ amountByDuration: { ...amountByDuration, [minutes]: amount } })
              }
            />
          ))}
        </fieldset>
      )}
      <ChoiceField
        label={t.kind}
        chosen={[kind]}
        choices={(['full', 'deposit'] as const).map((value) => ({ value, label: t.kinds[value] }))}
        onChange={([next]) => next && onChange({ kind: next })}
      />
      {kind === 'deposit' && (
        <MoneyField
          label={t.deposit}
          amount={payment.depositAmount}
          currency={currency}
          isRequired
          error={errors['payment/depositAmount']}
          onChange={(depositAmount) => onChange({ depositAmount })}
        />
      )}
    </>
  )
}

/** Edits until when a booker pays, and what happens if a payment fails afterwards. */
function FailureRules({ payment, errors, onChange }: PartProps) {
  const t = useMessages(paymentRuleMessages)
  const names = ['payWithinMinutes', 'onCaptureFailure', 'captureFailureMinutes']
  return (
    <Fold title={t.advanced} hasError={names.some((name) => `payment/${name}` in errors)}>
      <LeadTimeField
        label={t.payWithin}
        hint={t.payWithinHint}
        isRequired
        time={payment.payWithin}
        error={errors['payment/payWithinMinutes']}
        onChange={(payWithin) => onChange({ payWithin })}
      />
      <SelectField
        label={t.onCaptureFailure}
        value={payment.onCaptureFailure}
        error={errors['payment/onCaptureFailure']}
        onChange={(onCaptureFailure) => onChange({ onCaptureFailure })}
        options={(['keep', 'cancel'] as const).map((value) => ({
          value,
          label: t.captureFailures[value],
        }))}
      />
      <LeadTimeField
        label={t.captureFailure}
        hint={t.captureFailureHint}
        isRequired
        time={payment.captureFailure}
        error={errors['payment/captureFailureMinutes']}
        onChange={(captureFailure) => onChange({ captureFailure })}
      />
    </Fold>
  )
}
