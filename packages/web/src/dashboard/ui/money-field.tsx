import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { decimalsOf, majorText } from '../../shared/money.ts'
import { Field } from '../../shared/ui/field.tsx'
import { moneyMessages } from './money-messages.ts'

interface MoneyFieldProps {
  readonly label: string
  /** As typed, in major units. */
  readonly amount: string
  readonly currency: string
  readonly onChange: (amount: string) => void
  readonly isRequired?: boolean
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** Edits an amount in major units. The browser refuses more decimals than the currency has. */
export function MoneyField(props: MoneyFieldProps) {
  const { label, amount, currency, onChange, isRequired = false, hint, error } = props
  const t = useMessages(moneyMessages)
  const { language } = useI18n()
  const local = (text: string) => (language === 'de' ? text.replace('.', ',') : text)
  const decimals = decimalsOf(currency)
  const example = t.example(local(majorText(50 * 10 ** decimals, currency)))
  return (
    <Field label={`${label} (${currency})`} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          required={isRequired}
          pattern={decimals === 0 ? '\\d{1,9}' : `\\d{1,9}([.,]\\d{1,${decimals}})?`}
          title={example}
          value={local(amount)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
