import { useI18n } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { CURRENCIES } from './currencies.ts'

interface CurrencyFieldProps {
  readonly label: string
  /** A code of ISO 4217. */
  readonly currency: string
  readonly error: string | undefined
  readonly onChange: (currency: string) => void
}

/** Chooses a currency by its code and name. */
export function CurrencyField({ label, currency, error, onChange }: CurrencyFieldProps) {
  const { language } = useI18n()
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const offered = CURRENCIES.includes(currency) ? CURRENCIES : [currency, ...CURRENCIES]
  return (
    <Field label={label} error={error}>
      {(control) => (
        <select {...control} value={currency} onChange={(event) => onChange(event.target.value)}>
          {offered.map((code) => (
            <option key={code} value={code}>
              {code} · {names.of(code)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
