import type { Slot } from '@holdfast/contracts'
import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Details } from '../shared/contact-field.tsx'
import { useMessages } from '../shared/i18n.tsx'
import { pagePath } from '../shared/page-path.ts'
import { answersOf, NO_ANSWERS } from '../shared/slots/deciding-answers.ts'
import type { Offer, OfferSource } from '../shared/slots/offer.ts'
import { minutesOf } from '../shared/slots/slot-facts.ts'
import { type ChosenTimes, useAvailability } from '../shared/slots/use-availability.ts'
import { localZone } from '../shared/time/zones.ts'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { useOnce } from '../shared/use-once.ts'
import { About } from './about.tsx'
import styles from './booking-page.module.css'
import { CurrentStep, preloadSteps } from './current-step.tsx'
import type { Extras } from './extras/extras.ts'
import { keepBooked, keptBooked } from './kept-booked.ts'
import { keepForm, keptForm } from './kept-form.ts'
import { keptHold } from './kept-hold.ts'
import { bookingMessages } from './messages.ts'
import { type Prefill, readPrefill } from './prefill.ts'
import { type BookingFlow, useBooking } from './use-booking.ts'
import { useExtras } from './use-extras.ts'
import { useHostNews } from './use-host-news.ts'
import { useRoomsOffer } from './use-rooms-offer.ts'
import { useSignedIn, withoutBooker } from './use-signed-in.ts'
import { useVisitOffer } from './use-visit-offer.ts'
import type { Chosen } from './wish.ts'

/** The event type in the page's path. */
export const EVENT_TYPE_IN_PATH: OfferSource = {
  kind: 'event_type',
  path: pagePath,
}

const PRELOAD_DELAY_MS = 1000

/** The booking page: choose a time, hold it, enter details, confirm. `source` never changes. */
export function BookingPage({ source }: { readonly source: OfferSource }) {
  const t = useMessages(bookingMessages)
  const [timeZone, setTimeZone] = useState(localZone)
  const [prefill] = useState(() => readPrefill(location))
  const [typed] = useState(keptForm)
  const [details, setDetails] = useState<Details>(
    typed?.details ?? { name: prefill.name, email: prefill.email, note: '' },
  )
  const [chosen, setChosen] = useState<Chosen>(() => firstChoice(prefill))
  const [accountSlug, setAccountSlug] = useState<string | null>()
  const booker = useSignedIn(accountSlug, setDetails)
  const [control, rooms] = useRoomsOffer(
    useVisitOffer(useAvailability(source, timeZone, timesOf(chosen), booker), chosen.added),
  )
  const { availability } = control
  const { offer } = availability
  const slugOfOffer = offer?.accountSlug
  useEffect(() => setAccountSlug(slugOfOffer), [slugOfOffer])
  const extras = useExtras(offer, prefill, typed?.extras)
  usePrefilledAnswers(offer, prefill, setChosen)
  const flow = useBooking({
    offer,
    timeZone,
    chosen: offeredChoice(chosen, offer),
    booker,
    onChosen: setChosen,
    onStale: (start) => control.refresh(start.slice(0, 10)),
  })
  const { step } = flow
  useKeptForm(details, extras.loaded?.extras ?? typed?.extras, flow)
  // With the confirmation on screen, a reload must find it.
  useLayoutEffect(() => keepBooked(step, chosen), [step, chosen])
  const { durationMinutes = offer?.durationMinutes } = offeredChoice(chosen, offer)
  const back = useBackButton(step.kind === 'details' || step.kind === 'wait', flow.back)
  useEffect(() => {
    if (offer) document.title = t.pageTitle(offer.title ?? t.openedTitle, offer.provider.name)
  }, [offer, t])

  const isLoaded = offer !== undefined
  useHostNews(flow, isLoaded)
  useEffect(() => {
    if (!isLoaded) return
    // The first times come first.
    const timer = setTimeout(preloadSteps, PRELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isLoaded])

  if (availability.error !== undefined && offer === undefined) {
    return (
      <Frame>
        <FailureNotice headingLevel={1} error={availability.error} onRetry={control.retry} />
      </Frame>
    )
  }
  const slot = step.kind === 'details' ? step.slot : slotBooked(flow)
  return (
    <Frame isWide={true}>
      <Card className={styles.card ?? ''}>
        <About
          offer={offer}
          durationMinutes={
            offer?.grain === 'nights'
              ? null
              : slot && !offer?.seats
                ? minutesOf(slot)
                : (durationMinutes ?? null)
          }
          addMinutes={chosen.answers.addMinutes}
          seats={chosen.seats}
          slot={slot}
          extras={extras}
          isShort={step.kind !== 'choose'}
          isByPhone={
            booker === undefined && offer?.takesPhones === true && details.phone !== undefined
          }
        />
        <Suspense key={step.kind}>
          <StepPanel isFirst={step.kind === 'choose' && !flow.issue}>
            <CurrentStep
              flow={flow}
              control={control}
              chosen={chosen}
              rooms={rooms}
              durationMinutes={durationMinutes}
              timeZone={timeZone}
              onTimeZone={setTimeZone}
              firstDate={prefill.date}
              details={details}
              onDetails={setDetails}
              extras={extras}
              booker={booker}
              onSignOut={() => {
                booker?.signOut()
                if (booker) setDetails(withoutBooker(details, booker))
              }}
              onBack={back}
            />
          </StepPanel>
        </Suspense>
      </Card>
    </Frame>
  )
}

/** What decides which times are offered: with the minutes that answers add to a duration. */
const timesOf = (chosen: Chosen): ChosenTimes => {
  const { durationMinutes, answers, added } = chosen
  return {
    ...chosen,
    addedIds: added.map(({ id }) => id),
    durationMinutes:
      durationMinutes === undefined ? undefined : durationMinutes + answers.addMinutes,
  }
}

/** Takes over the answers of the link that decide, once it is known what is asked. */
function usePrefilledAnswers(
  offer: Offer | undefined,
  prefill: Prefill,
  setChosen: Dispatch<SetStateAction<Chosen>>,
): void {
  const isLoaded = offer !== undefined
  const latest = useRef(offer)
  latest.current = offer
  useEffect(() => {
    const { current } = latest
    if (!isLoaded || current === undefined || prefill.answers.size === 0) return
    const answers = answersOf(current, Object.fromEntries(prefill.answers))
    if (Object.keys(answers.options).length === 0) return
    setChosen((chosen) => (chosen.answers === NO_ANSWERS ? { ...chosen, answers } : chosen))
  }, [isLoaded, prefill, setChosen])
}

/** Keeps what is typed until it is booked. */
function useKeptForm(details: Details, extras: Extras | undefined, { step }: BookingFlow): void {
  const isOpen = step.kind === 'choose' || step.kind === 'details' || step.kind === 'wait'
  useEffect(() => {
    keepForm(isOpen ? { details, extras } : undefined)
  }, [isOpen, details, extras])
}

/** The time that is held while the booker pays. */
const slotBooked = ({ step }: BookingFlow): Slot | undefined =>
  step.kind === 'pay' ? step.hold.slot : undefined

/** What the booker chose before a reload, or what the link of the page chooses. */
function firstChoice({ durationMinutes }: Prefill): Chosen {
  const hold = keptHold()
  const booked = keptBooked()
  if (hold === undefined && booked !== undefined) return booked.chosen
  return hold
    ? {
        chosenId: hold.chosenId,
        durationMinutes: hold.durationMinutes,
        answers: hold.answers ?? NO_ANSWERS,
        seats: hold.booking.seats,
        added: hold.added ?? [],
      }
    : { chosenId: undefined, durationMinutes, answers: NO_ANSWERS, seats: 1, added: [] }
}

/** The choice, without a duration that the event type does not have. */
function offeredChoice(chosen: Chosen, offer: Offer | undefined): Chosen {
  const { durationMinutes } = chosen
  const isOffered =
    durationMinutes !== undefined && offer?.durationOptionsMinutes?.includes(durationMinutes)
  return { ...chosen, durationMinutes: isOffered ? durationMinutes : undefined }
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
  useOnce(() => {
    if (!isFirst) panel.current?.querySelector<HTMLElement>('h2')?.focus()
  })
  return (
    <div ref={panel} className={styles.panel}>
      {children}
    </div>
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
