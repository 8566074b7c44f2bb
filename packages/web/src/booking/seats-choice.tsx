import { useState } from 'react'
import { useMessages } from '../shared/i18n.tsx'
import { slotMessages } from '../shared/slots/messages.ts'
import type { Offer } from '../shared/slots/offer.ts'
import { Field } from '../shared/ui/field.tsx'
import { bookingMessages } from './messages.ts'

/** The largest party that the page offers. */
const PARTY_MAX = 50

interface SeatsChoiceProps {
  /** The seats of a session. Null if the event type has none. */
  readonly session: Offer['seats']
  readonly seats: number
  /** Whether a time is being held for the current choice. */
  readonly isBusy: boolean
  readonly onChange: (seats: number) => void
}

/**
 * Selects how many seats of a session the party takes, and says so if one booking cannot take all of them. Shows nothing
 * if there is no choice.
 */
export function SeatsChoice({ session, seats, isBusy, onChange }: SeatsChoiceProps) {
  const t = useMessages(bookingMessages)
  const { people } = useMessages(slotMessages)
  // The choice takes effect once a hold of another size is released.
  const [shown, setShown] = useState(seats)
  if (!session) return null
  const { capacity, maxPerBooking } = session
  const most = Math.min(maxPerBooking ?? capacity, PARTY_MAX)
  if (most < 2) return null
  const sizes = Array.from({ length: most }, (_, index) => index + 1)
  const hint = most < capacity ? t.atMost(people(most)) : undefined
  return (
    <Field label={t.howMany} hint={hint}>
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
