import { useState } from 'react'
import { useMessages } from '../shared/i18n.tsx'
import { slotMessages } from '../shared/slots/messages.ts'
import { Field } from '../shared/ui/field.tsx'
import { bookingMessages } from './messages.ts'

/** The largest party that the page offers. */
const PARTY_MAX = 50

interface SeatsChoiceProps {
  /** The most seats of one booking. */
  readonly max: number
  readonly seats: number
  /** Whether a time is being held for the current choice. */
  readonly isBusy: boolean
  readonly onChange: (seats: number) => void
}

/** Selects how many seats of a session the party takes. Shows nothing if there is no choice. */
export function SeatsChoice({ max, seats, isBusy, onChange }: SeatsChoiceProps) {
  const t = useMessages(bookingMessages)
  const { people } = useMessages(slotMessages)
  // The choice takes effect once a hold of another size is released.
  const [shown, setShown] = useState(seats)
  if (max < 2) return null
  const sizes = Array.from({ length: Math.min(max, PARTY_MAX) }, (_, index) => index + 1)
  return (
    <Field label={t.howMany}>
      {(control) => (
        <select
          {...control}
          value={shown}
          disabled={isBusy}
          onChange={({ target }) => {
            setShown(Number(target.value))
            onChange(Number(target.value))
          }}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {people(size)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
