import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { LEAD_UNITS, type LeadTime } from './lead-time.ts'
import styles from './lead-time-field.module.css'
import { listMessages } from './list-messages.ts'

interface LeadTimeFieldProps {
  readonly label: string
  readonly time: LeadTime
  readonly onChange: (time: LeadTime) => void
  readonly isRequired?: boolean
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** Edits a length of time: a number and its unit. */
export function LeadTimeField(props: LeadTimeFieldProps) {
  const { label, time, onChange, isRequired = false, hint, error } = props
  const t = useMessages(listMessages)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.time}>
          <input
            {...control}
            type="number"
            min="0"
            step="1"
            inputMode="numeric"
            required={isRequired}
            value={time.count}
            onChange={(event) => onChange({ ...time, count: event.target.value })}
          />
          <select
            className={control.className}
            aria-label={t.unitOf(label)}
            value={time.unit}
            onChange={({ target }) => {
              const unit = LEAD_UNITS.find((each) => each === target.value)
              if (unit) onChange({ ...time, unit })
            }}
          >
            {LEAD_UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {t.units[unit]}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}
