import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import {
  answersOf,
  areAnswered,
  type ChosenOptions,
  type DecidingAnswers,
  leadOf,
} from '../shared/slots/deciding-answers.ts'
import type { Offer } from '../shared/slots/offer.ts'
import { slotKey } from '../shared/slots/slot-facts.ts'
import { SlotPicker } from '../shared/slots/slot-picker.tsx'
import {
  type AvailabilityControl,
  closestSlots,
  loadingAgain,
} from '../shared/slots/use-availability.ts'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import styles from './booking-page.module.css'
import { CandidateChoice } from './candidate-choice.tsx'
import { DurationChoice } from './duration-choice.tsx'
import { bookingMessages } from './messages.ts'
import { SeatsChoice } from './seats-choice.tsx'
import type { BookingFlow } from './use-booking.ts'
import type { ExtrasControl } from './use-extras.ts'
import type { Chosen } from './wish.ts'

// Only for services that can be booked together with others.
const AddServices = lazy(() =>
  import('./visit/add-services.tsx').catch(() => ({ default: () => <></> })),
)

interface ChooseStepProps {
  readonly flow: BookingFlow
  readonly control: AvailabilityControl
  readonly chosen: Chosen
  /** The chosen duration, or else the default. */
  readonly durationMinutes: number | null | undefined
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
  readonly firstDate: string | undefined
  readonly extras: ExtrasControl
}

/** The choice of answers. Who an answer leads to takes part instead of who was chosen. */
function chosenAnswers(offer: Offer, options: ChosenOptions): Partial<Chosen> {
  const answers = answersOf(offer, options)
  return leadOf(offer, answers) ? { answers, chosenId: undefined } : { answers }
}

/** Whether times can be shown: what decides is answered, and leads to no other event type. */
const hasTimes = (offer: Offer, answers: DecidingAnswers): boolean =>
  areAnswered(offer, answers) && leadOf(offer, answers)?.eventTypeId === undefined

/** The choices that decide which times are offered, and the times. */
export function ChooseStep(props: ChooseStepProps) {
  const { flow, control, chosen, durationMinutes, timeZone, onTimeZone, firstDate, extras } = props
  const t = useMessages(bookingMessages)
  const { offer } = control.availability
  const [isAdding, setIsAdding] = useState(false)
  const lead = offer && leadOf(offer, chosen.answers)
  const isBusy = flow.pending !== undefined
  return (
    <>
      <ChooseNotice flow={flow} control={control} />
      {offer && (
        <>
          {extras.loaded && (
            <extras.loaded.module.DecidingFields
              offer={offer}
              answers={chosen.answers}
              onChange={(options) => flow.choose(chosenAnswers(offer, options))}
            />
          )}
          <DurationChoice
            key={chosen.added.length}
            options={offer.durationOptionsMinutes}
            durationMinutes={durationMinutes ?? 0}
            isBusy={isBusy}
            onChange={(minutes) => flow.choose({ durationMinutes: minutes })}
          />
          <SeatsChoice
            session={offer.seats}
            seats={chosen.seats}
            isBusy={isBusy}
            onChange={(seats) => flow.choose({ seats })}
          />
          {lead === undefined && (
            <CandidateChoice
              choices={offer.choices}
              chosenId={chosen.chosenId}
              isBusy={isBusy}
              onChange={(chosenId) => flow.choose({ chosenId })}
            />
          )}
          {offer.canAddServices && chosen.durationMinutes === undefined && (
            <Suspense fallback={<Skeleton width="9rem" height="var(--touch)" />}>
              <AddServices
                added={chosen.added}
                isBusy={isBusy}
                onPending={setIsAdding}
                onChange={(added) => flow.choose({ added })}
              />
            </Suspense>
          )}
        </>
      )}
      {(offer === undefined || hasTimes(offer, chosen.answers)) && (
        <SlotPicker
          control={flow.isReleasing || isAdding ? loadingAgain(control) : control}
          timeZone={timeZone}
          onTimeZone={onTimeZone}
          providerZone={offer?.provider.timeZone}
          pending={flow.pending}
          onPick={flow.pick}
          returnTo={flow.issue ? undefined : flow.returnTo}
          firstDate={firstDate}
        />
      )}
      {offer?.waitlist && (
        <p className={styles.wait}>
          {t.noneFits}
          <Button kind="quiet" onClick={flow.wait}>
            {t.joinWaitlist}
          </Button>
        </p>
      )}
    </>
  )
}

interface ChooseNoticeProps {
  readonly flow: BookingFlow
  readonly control: AvailabilityControl
}

/** A notice above the times: the time is no longer available, the booker still holds one, or an error. */
function ChooseNotice({ flow, control }: ChooseNoticeProps) {
  const { format } = useI18n()
  const t = useMessages(bookingMessages)
  const { issue, hold } = flow
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone the list of times is far below this notice.
  useEffect(() => {
    if (issue) heading.current?.focus()
  }, [issue])
  const when = (start: string) =>
    `${format.shortDay(start.slice(0, 10))}, ${format.wallTime(start.slice(11, 16))}`
  if (issue?.kind === 'failed')
    return (
      <FailureNotice
        error={issue.error}
        headingRef={heading}
        isBusy={flow.pending === slotKey(issue.slot)}
        onRetry={() => flow.pick(issue.slot)}
      />
    )
  if (issue?.kind === 'repriced') {
    return (
      <Notice
        tone="warn"
        title={t.repricedTitle(when(issue.slot.start))}
        isUrgent={true}
        headingRef={heading}
      >
        <p>{t.repriced}</p>
      </Notice>
    )
  }
  if (issue?.kind === 'unavailable') {
    const { availability } = control
    const title = issue.isWithdrawn ? t.withdrawnTitle : t.takenTitle
    const text = issue.isWithdrawn ? t.withdrawn : t.taken
    const free = availability.isLoading ? [] : closestSlots(availability, issue.slot.start, 3)
    return (
      <Notice
        tone="warn"
        title={title(when(issue.slot.start))}
        isUrgent={true}
        headingRef={heading}
      >
        <p>
          {availability.isLoading
            ? t.findingAlternatives
            : free.length > 0
              ? text
              : t.noAlternatives}
        </p>
        {free.length > 0 && (
          <ul className={styles.alternatives}>
            {free.map((slot) => (
              <li key={slotKey(slot)}>
                <Button isBusy={flow.pending === slotKey(slot)} onClick={() => flow.pick(slot)}>
                  {when(slot.start)}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    )
  }
  return hold === undefined ? null : (
    <Notice tone="info" title={t.stillHeld(when(hold.slot.start))}>
      <Button onClick={flow.resume}>{t.continue}</Button>
    </Notice>
  )
}
