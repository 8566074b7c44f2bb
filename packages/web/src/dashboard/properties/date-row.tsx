import { useMessages } from '../../shared/i18n.tsx'
import styles from '../event-types/entries.module.css'
import type { FieldErrors } from '../ui/field-errors.ts'
import { TextField } from '../ui/text-field.tsx'
import { planMessages } from './plan-messages.ts'

interface Dates {
  readonly from: string
  /** Exclusive. */
  readonly to: string
}

interface DateRowProps {
  readonly dates: Dates
  /** The path of the entry in the body, such as `nightly/0`. */
  readonly path: string
  readonly errors: FieldErrors
  readonly onChange: (dates: Partial<Dates>) => void
}

/** The first night of a rule, and the night after its last one. */
export function DateRow({ dates, path, errors, onChange }: DateRowProps) {
  const t = useMessages(planMessages)
  return (
    <div className={styles.row}>
      <TextField
        label={t.firstNight}
        type="date"
        isRequired
        value={dates.from}
        error={errors[`${path}/from`]}
        onChange={(from) => onChange({ from })}
      />
      <TextField
        label={t.lastDay}
        type="date"
        isRequired
        value={dates.to}
        error={errors[`${path}/to`]}
        onChange={(to) => onChange({ to })}
      />
    </div>
  )
}
