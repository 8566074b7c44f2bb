import { Field } from '../../shared/ui/field.tsx'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly type?: 'text' | 'email' | 'date'
  readonly isRequired?: boolean
  readonly maxLength?: number
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
}

/** Edits a text of one line or a date. */
export function TextField(props: TextFieldProps) {
  const { label, value, type = 'text', isRequired = false, maxLength } = props
  const { hint, error, onChange } = props
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          type={type}
          dir="auto"
          required={isRequired}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
