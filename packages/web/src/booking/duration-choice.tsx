import { useState } from 'react'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { Choices } from '../shared/ui/choices.tsx'
import { bookingMessages } from './messages.ts'

interface DurationChoiceProps {
  readonly options: readonly number[] | null
  readonly durationMinutes: number
  /** Whether a time is being held for the current choice. */
  readonly isBusy: boolean
  readonly onChange: (durationMinutes: number) => void
}

/** Selects how long the booking takes. Shows nothing where there is no choice. */
export function DurationChoice({
  options,
  durationMinutes,
  isBusy,
  onChange,
}: DurationChoiceProps) {
  const { format } = useI18n()
  const t = useMessages(bookingMessages)
  // The choice takes effect once a hold of another duration is released.
  const [shown, setShown] = useState(durationMinutes)
  if (options === null || options.length < 2) return null
  return (
    <Choices
      label={t.duration}
      name="duration"
      isCompact={true}
      isDisabled={isBusy}
      choices={options.map((minutes) => ({ value: `${minutes}`, label: format.minutes(minutes) }))}
      chosen={[`${shown}`]}
      onChange={([minutes]) => {
        setShown(Number(minutes))
        onChange(Number(minutes))
      }}
    />
  )
}
