import { useState } from 'react'
import { leadMinutesOf, leadTimeOf } from './lead-time.ts'
import { LeadTimeField } from './lead-time-field.tsx'

interface MinutesFieldProps {
  readonly label: string
  /** As it is sent, in minutes. */
  readonly minutes: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly onChange: (minutes: string) => void
}

const timeOf = (minutes: string) => leadTimeOf(minutes === '' ? null : Number(minutes))

/** Edits required minutes as a number with its unit: 120 shows as 2 hours. */
export function MinutesField({ label, minutes, hint, error, onChange }: MinutesFieldProps) {
  const [typed, setTyped] = useState(() => timeOf(minutes))
  // The typed unit stays until the minutes change from outside.
  const time = String(leadMinutesOf(typed) ?? '') === minutes ? typed : timeOf(minutes)
  return (
    <LeadTimeField
      label={label}
      hint={hint}
      error={error}
      isRequired
      time={time}
      onChange={(next) => {
        setTyped(next)
        onChange(String(leadMinutesOf(next) ?? ''))
      }}
    />
  )
}
