import { Field } from '../../shared/ui/field.tsx'

interface NumberFieldProps {
  readonly label: string
  /** As typed. */
  readonly value: string
  readonly min?: number
  readonly max?: number
  /** Default: whole numbers. */
  readonly step?: number
  /** Default: true. */
  readonly isRequired?: boolean
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
}

/** Edits a number. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, min = 0, max = 366, step = 1, isRequired = true } = props
  const { hint, error, onChange } = props
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={min}
          max={max}
          step={step}
          required={isRequired}
          inputMode={step === 1 ? 'numeric' : 'decimal'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
