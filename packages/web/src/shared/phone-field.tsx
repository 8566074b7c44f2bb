import { Field } from './ui/field.tsx'

interface PhoneFieldProps {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (phone: string) => void
}

/** The field `phone` of a booker's form. */
export const PhoneField = ({ label, hint, error, value, onChange }: PhoneFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <input
        {...control}
        name="phone"
        type="tel"
        dir="ltr"
        autoComplete="tel"
        maxLength={40}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
