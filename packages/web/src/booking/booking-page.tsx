import { type ReactNode, useEffect, useRef, useState } from 'react'
import { NO_DETAILS } from '../shared/details-form.tsx'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { isEmbedded, pathParts } from '../shared/page-path.ts'
import { SlotPicker } from '../shared/slots/slot-picker.tsx'
import { closestSlots, type OfferControl, useOffer } from '../shared/slots/use-offer.ts'
import { ownZone } from '../shared/time/zones.ts'
import { Button } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { About } from './about.tsx'
import styles from './booking-page.module.css'
import { DetailsStep } from './details-step.tsx'
import { DoneStep } from './done-step.tsx'
import { bookingMessages } from './messages.ts'
import { type BookingFlow, useBooking } from './use-booking.ts'

const PATH = `/${pathParts.join('/')}`

/** Books a time of an event type: choose, hold, give details, confirm. */
export function BookingPage() {
  const t = useMessages(bookingMessages)
  const [timeZone, setTimeZone] = useState(ownZone)
  const [details, setDetails] = useState(NO_DETAILS)
  const control = useOffer(PATH, timeZone)
  const { offer } = control
  const { eventType } = offer
  const flow = useBooking({
    eventType,
    timeZone,
    onStale: (start) => control.refresh(start.slice(0, 10)),
  })
  const { step } = flow
  const back = useBackButton(step.kind === 'details', flow.back)
  useEffect(() => {
    if (eventType) document.title = t.pageTitle(eventType.title, eventType.provider.name)
  }, [eventType, t])

  if (offer.error !== undefined && eventType === undefined) {
    return (
      <Frame isEmbedded={isEmbedded}>
        <FailureNotice headingLevel={1} error={offer.error} onRetry={control.retry} />
      </Frame>
    )
  }
  return (
    <Frame isWide={true} isEmbedded={isEmbedded}>
      <Card className={styles.card ?? ''}>
        <About eventType={eventType} isShort={step.kind !== 'choose'} />
        <StepPanel key={step.kind} isFirst={step.kind === 'choose' && !flow.trouble}>
          {step.kind === 'choose' && (
            <>
              <ChooseNotice flow={flow} control={control} />
              <SlotPicker
                control={control}
                timeZone={timeZone}
                onTimeZone={setTimeZone}
                providerZone={eventType?.provider.timeZone}
                pending={flow.pending}
                onPick={flow.pick}
              />
            </>
          )}
          {step.kind === 'details' && eventType && (
            <DetailsStep
              flow={flow}
              slot={step.slot}
              eventType={eventType}
              timeZone={timeZone}
              details={details}
              onDetails={setDetails}
              onBack={back}
            />
          )}
          {step.kind === 'done' && eventType && (
            <DoneStep
              managed={step.managed}
              eventType={eventType}
              timeZone={timeZone}
              onAnother={() => restart(flow, control)}
            />
          )}
        </StepPanel>
      </Card>
    </Frame>
  )
}

function restart(flow: BookingFlow, control: OfferControl): void {
  if (flow.step.kind === 'done') control.refresh(flow.step.managed.booking.start.slice(0, 10))
  flow.restart()
}

/** A step of the way; each but the first gets the focus when it comes, so that it is read out. */
function StepPanel({
  isFirst,
  children,
}: {
  readonly isFirst: boolean
  readonly children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step comes
  useEffect(() => {
    if (!isFirst) panel.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [])
  return (
    <div ref={panel} className={styles.panel}>
      {children}
    </div>
  )
}

interface ChooseNoticeProps {
  readonly flow: BookingFlow
  readonly control: OfferControl
}

/** What the booker should know before choosing: a lost time, one that is still held, a failure. */
function ChooseNotice({ flow, control }: ChooseNoticeProps) {
  const { format } = useI18n()
  const t = useMessages(bookingMessages)
  const { trouble, hold } = flow
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone the times are far below what is told here.
  useEffect(() => {
    if (trouble) heading.current?.focus()
  }, [trouble])
  const when = (start: string) => `${format.shortDay(start.slice(0, 10))}, ${start.slice(11, 16)}`
  if (trouble?.kind === 'failed')
    return (
      <FailureNotice
        error={trouble.error}
        headingRef={heading}
        isBusy={flow.pending === trouble.slot.start}
        onRetry={() => flow.pick(trouble.slot)}
      />
    )
  if (trouble?.kind === 'lost') {
    const { offer } = control
    const lostTitle = trouble.isWithdrawn ? t.withdrawnTitle : t.takenTitle
    const lost = trouble.isWithdrawn ? t.withdrawn : t.taken
    const free = offer.isLoading ? [] : closestSlots(offer, trouble.slot.start, 3)
    return (
      <Notice
        tone="warn"
        title={lostTitle(when(trouble.slot.start))}
        isUrgent={true}
        headingRef={heading}
      >
        <p>{offer.isLoading ? t.findingAlternatives : free.length > 0 ? lost : t.noAlternatives}</p>
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

/** Lets the browser's back button lead from the details to the times, instead of off the page. */
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
