import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { PartError } from '../shared/error-boundary.tsx'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { isEmbedded, pagePath } from '../shared/page-path.ts'
import type { Offer, OfferSource } from '../shared/slots/offer.ts'
import { SlotPicker } from '../shared/slots/slot-picker.tsx'
import {
  type AvailabilityControl,
  closestSlots,
  useAvailability,
} from '../shared/slots/use-availability.ts'
import { localZone } from '../shared/time/zones.ts'
import { Button } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { About } from './about.tsx'
import type { Chosen } from './booking-calls.ts'
import styles from './booking-page.module.css'
import { CandidateChoice } from './candidate-choice.tsx'
import { DurationChoice } from './duration-choice.tsx'
import { keptHold } from './kept-hold.ts'
import { bookingMessages } from './messages.ts'
import { type Prefill, readPrefill } from './prefill.ts'
import type * as Steps from './steps.ts'
import { type BookingFlow, useBooking } from './use-booking.ts'
import { useExtras } from './use-extras.ts'

/** The event type in the page's path. */
export const EVENT_TYPE_IN_PATH: OfferSource = {
  kind: 'event_type',
  path: pagePath,
}

// The first times appear without them. They load while the booker chooses.
const steps = () =>
  import('./steps.ts').catch((cause: unknown) => {
    throw new PartError('the next step did not load', { cause })
  })
const DetailsStep = lazy<typeof Steps.DetailsStep>(async () => ({
  default: (await steps()).DetailsStep,
}))
const DoneStep = lazy<typeof Steps.DoneStep>(async () => ({ default: (await steps()).DoneStep }))

/** The booking page: choose a time, hold it, enter details, confirm. `source` never changes. */
export function BookingPage({ source }: { readonly source: OfferSource }) {
  const t = useMessages(bookingMessages)
  const [timeZone, setTimeZone] = useState(localZone)
  const [prefill] = useState(() => readPrefill(location))
  const [details, setDetails] = useState({ name: prefill.name, email: prefill.email, note: '' })
  const [chosen, setChosen] = useState<Chosen>(() => firstChoice(prefill))
  const control = useAvailability(source, timeZone, chosen.chosenId, chosen.durationMinutes)
  const { availability } = control
  const { offer } = availability
  const extras = useExtras(offer, prefill)
  const flow = useBooking({
    offer,
    timeZone,
    chosen: offeredChoice(chosen, offer),
    onChosen: setChosen,
    onStale: (start) => control.refresh(start.slice(0, 10)),
  })
  const { step } = flow
  const { durationMinutes = offer?.durationMinutes } = offeredChoice(chosen, offer)
  const back = useBackButton(step.kind === 'details', flow.back)
  useEffect(() => {
    if (offer) document.title = t.pageTitle(offer.title ?? t.openedTitle, offer.provider.name)
  }, [offer, t])

  const isLoaded = offer !== undefined
  useEffect(() => {
    if (isLoaded) steps().catch(() => undefined)
  }, [isLoaded])

  if (availability.error !== undefined && offer === undefined) {
    return (
      <Frame isEmbedded={isEmbedded}>
        <FailureNotice headingLevel={1} error={availability.error} onRetry={control.retry} />
      </Frame>
    )
  }
  return (
    <Frame isWide={true} isEmbedded={isEmbedded}>
      <Card className={styles.card ?? ''}>
        <About
          offer={offer}
          durationMinutes={durationMinutes ?? null}
          extras={extras}
          isShort={step.kind !== 'choose'}
        />
        <Suspense key={step.kind}>
          <StepPanel isFirst={step.kind === 'choose' && !flow.issue}>
            {step.kind === 'choose' && (
              <ChooseStep
                flow={flow}
                control={control}
                chosen={chosen}
                durationMinutes={durationMinutes}
                timeZone={timeZone}
                onTimeZone={setTimeZone}
                firstDate={prefill.date}
              />
            )}
            {step.kind === 'details' && offer && (
              <DetailsStep
                flow={flow}
                slot={step.slot}
                offer={offer}
                timeZone={timeZone}
                details={details}
                onDetails={setDetails}
                extras={extras}
                onBack={back}
              />
            )}
            {step.kind === 'pay' && offer && extras.loaded && (
              <extras.loaded.module.PayStep
                hold={step.hold}
                isBack={step.isBack}
                timeZone={timeZone}
                providerZone={offer.provider.timeZone}
                onAnother={flow.restart}
              />
            )}
            {step.kind === 'done' && offer && (
              <DoneStep
                managed={step.managed}
                offer={offer}
                extras={extras}
                timeZone={timeZone}
                onAnother={() => restart(flow, control)}
              />
            )}
          </StepPanel>
        </Suspense>
      </Card>
    </Frame>
  )
}

/** What the booker chose before a reload, or what the link of the page chooses. */
function firstChoice({ durationMinutes }: Prefill): Chosen {
  const hold = keptHold()
  return hold
    ? { chosenId: hold.chosenId, durationMinutes: hold.durationMinutes }
    : { chosenId: undefined, durationMinutes }
}

/** The choice, without a duration that the event type does not have. */
function offeredChoice({ chosenId, durationMinutes }: Chosen, offer: Offer | undefined): Chosen {
  const isOffered =
    durationMinutes !== undefined && offer?.durationOptionsMinutes?.includes(durationMinutes)
  return { chosenId, durationMinutes: isOffered ? durationMinutes : undefined }
}

function restart(flow: BookingFlow, control: AvailabilityControl): void {
  if (flow.step.kind === 'done') control.refresh(flow.step.managed.booking.start.slice(0, 10))
  flow.restart()
}

/** One step of the booking. Each step but the first takes the focus, so that screen readers read it. */
function StepPanel({
  isFirst,
  children,
}: {
  readonly isFirst: boolean
  readonly children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the step appears
  useEffect(() => {
    if (!isFirst) panel.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [])
  return (
    <div ref={panel} className={styles.panel}>
      {children}
    </div>
  )
}

interface ChooseStepProps {
  readonly flow: BookingFlow
  readonly control: AvailabilityControl
  readonly chosen: Chosen
  /** The chosen duration, or else the default. */
  readonly durationMinutes: number | null | undefined
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
  readonly firstDate: string | undefined
}

/** The choices that decide which times are offered, and the times. */
function ChooseStep(props: ChooseStepProps) {
  const { flow, control, chosen, durationMinutes, timeZone, onTimeZone, firstDate } = props
  const { offer } = control.availability
  const isBusy = flow.pending !== undefined
  return (
    <>
      <ChooseNotice flow={flow} control={control} />
      {offer && (
        <>
          <DurationChoice
            options={offer.durationOptionsMinutes}
            durationMinutes={durationMinutes ?? 0}
            isBusy={isBusy}
            onChange={(minutes) => flow.choose({ ...chosen, durationMinutes: minutes })}
          />
          <CandidateChoice
            choices={offer.choices}
            chosenId={chosen.chosenId}
            isBusy={isBusy}
            onChange={(chosenId) => flow.choose({ ...chosen, chosenId })}
          />
        </>
      )}
      <SlotPicker
        control={control}
        timeZone={timeZone}
        onTimeZone={onTimeZone}
        providerZone={offer?.provider.timeZone}
        pending={flow.pending}
        onPick={flow.pick}
        returnTo={flow.issue ? undefined : flow.returnTo}
        firstDate={firstDate}
      />
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
        isBusy={flow.pending === issue.slot.start}
        onRetry={() => flow.pick(issue.slot)}
      />
    )
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
              <li key={slot.start}>
                <Button isBusy={flow.pending === slot.start} onClick={() => flow.pick(slot)}>
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

/** Makes the browser's back button return from the details to the times instead of leaving the page. */
function useBackButton(isDeep: boolean, onBack: () => void): () => void {
  const goBack = useRef(onBack)
  goBack.current = onBack
  useEffect(() => {
    if (!isDeep) return
    history.pushState({ holdfast: 'details' }, '')
    const listen = () => goBack.current()
    window.addEventListener('popstate', listen)
    return () => {
      window.removeEventListener('popstate', listen)
    }
  }, [isDeep])
  return () => (history.state?.holdfast === 'details' ? history.back() : onBack())
}
