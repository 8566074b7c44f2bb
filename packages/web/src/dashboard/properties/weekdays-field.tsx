import { useI18n } from '../../shared/i18n.tsx'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import type { Weekday } from '../hours/hours.ts'
import { ChoiceField } from '../ui/choice-field.tsx'

interface WeekdaysFieldProps {
  readonly label: string
  readonly chosen: readonly Weekday[]
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly onChange: (chosen: readonly Weekday[]) => void
}

/** Chooses some weekdays, in their order. */
export function WeekdaysField({ label, chosen, hint, error, onChange }: WeekdaysFieldProps) {
  const { format } = useI18n()
  const names = format.weekdays()
  return (
    <ChoiceField
      label={label}
      isMultiple
      hint={hint}
      error={error}
      chosen={chosen}
      choices={WEEKDAYS.map((value, index) => ({ value, label: names[index]?.short ?? value }))}
      onChange={(next) => onChange(WEEKDAYS.filter((each) => next.includes(each)))}
    />
  )
}
