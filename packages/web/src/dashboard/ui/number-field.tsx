import { Field } from '../../shared/ui/field.tsx'

interface NumberFieldProps {
  readonly label: string
  /** As typed. */
  readonly value: string
  readonly min?: number
  readonly max?: number
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
}

/** Edits a whole number, which is required. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, min = 0, max = 366, hint, error, onChange } = props
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={min}
          max={max}
          required
          inputMode="numeric"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
