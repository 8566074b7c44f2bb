import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { fieldMessages } from './field-messages.ts'

interface GuestsFieldProps {
  readonly lines: string
  readonly error: string | undefined
  readonly onChange: (lines: string) => void
}

/** Edits guests, one a line. */
export function GuestsField({ lines, error, onChange }: GuestsFieldProps) {
  const t = useMessages(fieldMessages)
  return (
    <Field label={t.optional(t.guests)} hint={t.guestsHint} error={error}>
      {(control) => (
        <textarea
          {...control}
          dir="auto"
          value={lines}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
