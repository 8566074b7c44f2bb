import type { BookingDetails } from '@holdfast/contracts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api, bearer, bookersView, unwrap } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { nightsMessages } from '../shared/nights/messages.ts'
import { type ChosenDates, MoveDates } from '../shared/nights/move-dates.tsx'
import type { PickableNights } from '../shared/nights/night-picker.tsx'
import { pickable, useTypeNights } from '../shared/nights/use-type-nights.ts'
import { todayIn } from '../shared/time/dates.ts'
import { OthersStay } from './booked-together.tsx'
import type { OnOutcome } from './outcome.ts'

interface MoveNightsProps {
  readonly details: BookingDetails
  readonly token: string
  readonly onDone: OnOutcome
  readonly onBack: () => void
}

/** The refusals of a booking that has changed meanwhile. */
const OVER: ReadonlySet<string | undefined> = new Set(['invalid_transition', 'hold_expired'])

/** A stay with a price that is not of a rate plan keeps its number of nights. */
function withLength(stays: PickableNights, { nights, payment, quote }: BookingDetails['booking']) {
  if (payment === null || quote !== null || nights === null) return stays
  const stayPolicy = { ...stays.stayPolicy, minNights: nights, maxNights: nights }
  return { ...stays, stayPolicy }
}

/** Moves a stay to other nights. It keeps its nights until the new ones are taken. */
export default function MoveNights({ details, token, onDone, onBack }: MoveNightsProps) {
  const t = useMessages(nightsMessages)
  const { booking, provider, eventType } = details
  const [today] = useState(() => todayIn(provider.timeZone))
  const [loaded, reload] = useTypeNights(eventType?.path ?? provider.path, today)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const answer = loaded.state === 'ready' ? loaded.value : undefined
  const stays = useMemo(() => {
    const { arrival, departure } = booking
    if (answer === undefined || arrival === null || departure === null) return undefined
    return withLength(pickable(answer, { arrival, departure }), booking)
  }, [answer, booking])

  const move = async (dates: ChosenDates, expectedAmount?: number) => {
    const body = { ...dates, ...(expectedAmount !== undefined && { expectedAmount }) }
    const call = { params: { path: { id: booking.id } }, headers: bearer(token), body }
    const moved = await unwrap(api.POST('/v1/bookings/{id}/reschedule', call))
    onDone('moved', bookersView(moved))
  }
  return (
    <>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {t.moveTitle}
        </h1>
        <p className={styles.soft}>{t.moveNote}</p>
        <OthersStay details={details} />
      </header>
      <MoveDates
        loaded={loaded}
        onReload={reload}
        stays={stays}
        today={today}
        arrivesOn={booking.arrival ?? undefined}
        move={move}
        changedCodes={OVER}
        onChanged={() => onDone('changed')}
        onBack={onBack}
      />
    </>
  )
}
