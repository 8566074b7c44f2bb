import type { BookingDetails, Slot } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api, bearer, bookersView, unwrap } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import styles from '../shared/managed/managed.module.css'
import type { OfferSource } from '../shared/slots/offer.ts'
import { SlotPicker } from '../shared/slots/slot-picker.tsx'
import { useAvailability } from '../shared/slots/use-availability.ts'
import { TimeRange } from '../shared/time-range.tsx'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { OthersStay } from './booked-together.tsx'
import { manageMessages } from './messages.ts'
import type { OnOutcome } from './outcome.ts'
import { chosenName, PersonChoice } from './person-choice.tsx'

interface MovePanelProps {
  readonly details: BookingDetails
  readonly token: string
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
  readonly onDone: OnOutcome
  readonly onBack: () => void
  /** Moves more than this booking, to a start of it. Absent: this one alone. */
  readonly onMove?: (start: string) => Promise<unknown>
}

const UNAVAILABLE: ReadonlySet<string | undefined> = new Set([
  'slot_taken',
  'session_full',
  'session_cancelled',
  'slot_not_bookable',
])
const OVER: ReadonlySet<string | undefined> = new Set(['invalid_transition', 'hold_expired'])

/** The times to which a booking can move: with the person whom its booker chose, until they ask for others. */
function useTimes(
  { booking, provider, eventType, chosenProviderId }: BookingDetails,
  token: string,
  timeZone: string,
) {
  const [source] = useState(
    (): OfferSource =>
      eventType
        ? {
            kind: 'event_type',
            path: eventType.path,
            moving: { id: booking.id, start: booking.start, token },
          }
        : { kind: 'opened', path: provider.path },
  )
  const keptId = chosenProviderId ?? undefined
  const [personId, setPersonId] = useState(keptId)
  const control = useAvailability(source, timeZone, { chosenId: personId })
  const { error: loadError } = control.availability
  const isGone = loadError instanceof ApiError && loadError.code === 'not_a_candidate'
  // Nobody can book with them any more: shows the times of the others.
  useEffect(() => {
    if (isGone) setPersonId(undefined)
  }, [isGone])
  return { control, keptId, personId, setPersonId }
}

/** Moves a booking to another time. The booking keeps its old time until the new one is taken. */
export function MovePanel({
  details,
  token,
  timeZone,
  onTimeZone,
  onDone,
  onBack,
  onMove,
}: MovePanelProps) {
  const t = useMessages(manageMessages)
  const { booking, provider } = details
  const { control, keptId, personId, setPersonId } = useTimes(details, token, timeZone)
  const [slot, setSlot] = useState<Slot>()
  const [returnTo, setReturnTo] = useState<Slot>()
  const [error, setError] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { offer } = control.availability
  const isUnavailable = error instanceof ApiError && UNAVAILABLE.has(error.code)

  const move = async ({ start }: Slot) => {
    setIsBusy(true)
    setError(undefined)
    try {
      if (onMove) {
        await onMove(start)
        onDone('moved')
        return
      }
      const booked = await unwrap(
        api.POST('/v1/bookings/{id}/reschedule', {
          params: { path: { id: booking.id } },
          headers: bearer(token),
          body: { start, ...withPerson(personId, keptId) },
        }),
      )
      onDone('moved', bookersView(booked))
    } catch (failure) {
      const code = failure instanceof ApiError ? failure.code : undefined
      if (OVER.has(code)) onDone('changed')
      else setError(failure)
      if (UNAVAILABLE.has(code)) {
        setReturnTo(undefined)
        setSlot(undefined)
      }
      // If a calendar does not respond, other times may be unavailable too.
      if (UNAVAILABLE.has(code) || code === 'calendar_unavailable')
        control.refresh(start.slice(0, 10))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {t.moveTitle}
        </h1>
        <p className={styles.soft}>{t.moveNote}</p>
        {!onMove && <OthersStay details={details} />}
      </header>
      {isUnavailable && (
        <Notice tone="warn" title={t.unavailableTitle} isUrgent={true}>
          <p>{t.unavailable}</p>
        </Notice>
      )}
      {error !== undefined && !isUnavailable && <FailureNotice error={error} />}
      {slot === undefined ? (
        <>
          {offer && !onMove && (
            <PersonChoice
              details={details}
              choices={offer.choices}
              personId={personId}
              onChange={setPersonId}
            />
          )}
          <SlotPicker
            control={control}
            keepsPrice={true}
            timeZone={timeZone}
            onTimeZone={onTimeZone}
            providerZone={provider.timeZone}
            pending={undefined}
            onPick={setSlot}
            returnTo={returnTo}
          />
          <Button onClick={onBack}>{t.back}</Button>
        </>
      ) : (
        <ConfirmMove
          slot={slot}
          timeZone={timeZone}
          providerZone={provider.timeZone}
          otherThan={personId === keptId ? undefined : chosenName(details)}
          isBusy={isBusy}
          onYes={() => void move(slot)}
          onNo={() => {
            setReturnTo(slot)
            setSlot(undefined)
          }}
        />
      )}
    </>
  )
}

/** Who is to take part in a moved booking: who was chosen, or whoever is free instead. */
function withPerson(personId: string | undefined, keptId: string | undefined) {
  if (personId !== undefined) return { providerId: personId }
  return keptId === undefined ? {} : { anyProvider: true }
}

interface ConfirmMoveProps {
  readonly slot: Slot
  readonly timeZone: string
  readonly providerZone: string
  /** The person whom the booker chose, if somebody else may take part. */
  readonly otherThan: string | undefined
  readonly isBusy: boolean
  readonly onYes: () => void
  readonly onNo: () => void
}

function ConfirmMove(props: ConfirmMoveProps) {
  const { slot, timeZone, providerZone, otherThan, isBusy, onYes, onNo } = props
  const t = useMessages(manageMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.confirm} aria-label={t.confirmMove}>
      <h2 ref={heading} tabIndex={-1}>
        {t.confirmMove}
      </h2>
      <TimeRange
        start={slot.start}
        end={slot.end}
        timeZone={timeZone}
        providerZone={providerZone}
      />
      {otherThan !== undefined && <p>{t.otherPerson(otherThan)}</p>}
      <div className={styles.actions}>
        <Button kind="primary" isBusy={isBusy} onClick={onYes}>
          {t.moveYes}
        </Button>
        <Button onClick={onNo}>{t.back}</Button>
      </div>
    </section>
  )
}
