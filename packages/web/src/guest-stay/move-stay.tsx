import type { GuestStay, PublicStays } from '@holdfast/contracts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api, bearer, unwrap } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import { nightsMessages } from '../shared/nights/messages.ts'
import { type ChosenDates, MoveDates } from '../shared/nights/move-dates.tsx'
import { todayIn } from '../shared/time/dates.ts'
import { useNights } from '../stay/use-nights.ts'
import { IS_CHANGED, type StayViewProps } from './props.ts'

interface MoveStayProps extends StayViewProps {
  readonly onBack: () => void
}

/** The nights of a calendar with those of the stay as free: it can be moved by less than its length. */
const withOwnNights = (stays: PublicStays, { arrival, departure }: GuestStay): PublicStays => ({
  ...stays,
  nights: stays.nights.map((night) =>
    arrival <= night.date && night.date < departure ? { ...night, status: 'free' } : night,
  ),
})

/** Lets the guest choose other dates, and moves the stay, but only in the version that is shown. */
export function MoveStay({ stay, path, token, onMoved, onChanged, onBack }: MoveStayProps) {
  const n = useMessages(nightsMessages)
  const [today] = useState(() => todayIn(stay.calendar.timeZone))
  const [loaded, reload] = useNights(path.id, today)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const stays = useMemo(
    () => (loaded.state === 'ready' ? withOwnNights(loaded.value, stay) : undefined),
    [loaded, stay],
  )

  const move = async (body: ChosenDates) => {
    const headers = { ...bearer(token), 'If-Match': `"${stay.version}"` }
    const call = { params: { path }, headers, body }
    onMoved(await unwrap(api.POST('/v1/stays/{id}/{stayId}/reschedule', call)))
  }
  return (
    <section className={styles.confirm} aria-label={n.moveTitle}>
      <h2 ref={heading} tabIndex={-1}>
        {n.moveTitle}
      </h2>
      <p>{n.moveNote}</p>
      <MoveDates
        loaded={loaded}
        onReload={reload}
        stays={stays}
        today={today}
        arrivesOn={stay.arrival}
        move={move}
        changedCodes={IS_CHANGED}
        onChanged={onChanged}
        onBack={onBack}
      />
    </section>
  )
}
