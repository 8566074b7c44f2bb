import { useMessages } from '../../shared/i18n.tsx'
import { catalog } from '../../shared/language.ts'
import { Card } from '../../shared/ui/card.tsx'
import { depositMessages } from '../bookings/deposit-messages.ts'
import rows from '../event-types/entries.module.css'
import { paymentRuleMessages } from '../event-types/payment-messages.ts'
import { CheckField } from '../ui/check-field.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { MoneyField } from '../ui/money-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import type { SecurityDraft } from './security-draft.ts'
import type { StayTypeDraft } from './stay-type-draft.ts'

const messages = catalog({
  en: {
    isAsked: 'Ask for a security deposit',
    lead: 'It is reserved on the card of the guest and released two days after the departure, unless you take it. Banks end a reservation after about a week.',
    amount: 'Amount',
    daysBefore: 'Ask for it so many days before the arrival',
  },
  de: {
    isAsked: 'Kaution verlangen',
    lead: 'Sie wird auf der Karte des Gastes reserviert und zwei Tage nach der Abreise freigegeben, wenn Sie sie nicht einziehen. Banken beenden eine Reservierung nach etwa einer Woche.',
    amount: 'Betrag',
    daysBefore: 'So viele Tage vor der Anreise darum bitten',
  },
})

interface SecurityEditorProps {
  readonly draft: StayTypeDraft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<StayTypeDraft>) => void
}

/** Edits what guests authorize as security before they arrive. */
export function SecurityEditor({ draft, errors, onChange }: SecurityEditorProps) {
  const t = useMessages(messages)
  const { title } = useMessages(depositMessages)
  const { currency: currencyLabel } = useMessages(paymentRuleMessages)
  const { security } = draft
  const set = (part: Partial<SecurityDraft>) => onChange({ security: { ...security, ...part } })
  return (
    <Card className={styles.card ?? ''}>
      <h2>{title}</h2>
      <CheckField isChecked={security.isAsked} onChange={(isAsked) => set({ isAsked })}>
        {t.isAsked}
      </CheckField>
      {security.isAsked && (
        <>
          <p className={rows.soft}>{t.lead}</p>
          <div className={rows.row}>
            <MoneyField
              label={t.amount}
              amount={security.amount}
              currency={security.currency}
              isRequired
              error={errors['securityDeposit/amount']}
              onChange={(amount) => set({ amount })}
            />
            <CurrencyField
              label={currencyLabel}
              currency={security.currency}
              error={errors['securityDeposit/currency']}
              onChange={(currency) => set({ currency })}
            />
          </div>
          <NumberField
            label={t.daysBefore}
            min={0}
            max={7}
            value={security.daysBefore}
            error={errors['securityDeposit/daysBefore'] ?? errors.securityDeposit}
            onChange={(daysBefore) => set({ daysBefore })}
          />
        </>
      )}
    </Card>
  )
}
