import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { catalog } from '../../shared/language.ts'
import { Field } from '../../shared/ui/field.tsx'
import styles from './time-field.module.css'
import { TimeInput } from './time-input.tsx'

const momentMessages = catalog({
  en: { timeOf: (label: string) => `${label}, time` },
  de: { timeOf: (label: string) => `${label}, Uhrzeit` },
})

interface TimeFieldProps {
  readonly label: string
  /** `HH:MM`, or empty. */
  readonly value: string
  readonly isRequired?: boolean
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly onChange: (time: string) => void
}

/** Edits a time of day. */
export function TimeField({ label, hint, error, ...input }: TimeFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <TimeInput {...control} {...input} />}
    </Field>
  )
}

interface MomentFieldProps {
  readonly label: string
  /** A wall time, `YYYY-MM-DDTHH:MM`, or empty. */
  readonly value: string
  /** The earliest date. */
  readonly minDate?: string | undefined
  readonly error?: string | undefined
  /** Called with an empty text while the date or the time is missing. */
  readonly onChange: (wallTime: string) => void
}

/** Edits a required date and a time of day. */
export function MomentField({ label, value, minDate, error, onChange }: MomentFieldProps) {
  const t = useMessages(momentMessages)
  const [typed, setTyped] = useState(() => partsOf(value))
  // What is typed stays until the moment changes from outside.
  const shown = wallTimeOf(typed) === value ? typed : partsOf(value)
  const set = (part: Partial<Parts>) => {
    const next = { ...shown, ...part }
    setTyped(next)
    onChange(wallTimeOf(next))
  }
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className={styles.moment}>
          <input
            {...control}
            type="date"
            required
            min={minDate}
            value={shown.date}
            onChange={({ target }) => set({ date: target.value })}
          />
          <TimeInput
            className={control.className}
            aria-describedby={control['aria-describedby']}
            aria-invalid={control['aria-invalid']}
            aria-label={t.timeOf(label)}
            isRequired
            value={shown.time}
            onChange={(time) => set({ time })}
          />
        </div>
      )}
    </Field>
  )
}

interface Parts {
  readonly date: string
  readonly time: string
}

const partsOf = (wallTime: string): Parts => {
  const [date = '', time = ''] = wallTime.split('T')
  return { date, time }
}

const wallTimeOf = ({ date, time }: Parts): string =>
  date === '' || time === '' ? '' : `${date}T${time}`
