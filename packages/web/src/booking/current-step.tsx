import { lazy } from 'react'
import type { SignedInBooker } from '../shared/api/booker-session.ts'
import type { Details } from '../shared/contact-field.tsx'
import { PartError } from '../shared/error-boundary.tsx'
import type { Offer } from '../shared/slots/offer.ts'
import type { AvailabilityControl } from '../shared/slots/use-availability.ts'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { ChooseStep } from './choose-step.tsx'
import { FIRST_LOOK } from './first-look.ts'
import type { Step } from './step.ts'
import type * as Steps from './steps.ts'
import type { BookingFlow } from './use-booking.ts'
import type { ExtrasControl } from './use-extras.ts'
import type { RoomsControl } from './use-rooms-offer.ts'
import type { Chosen } from './wish.ts'

// The first times appear without the other steps.
const part = <Module,>(load: Promise<Module>): Promise<Module> =>
  load.catch((cause: unknown) => {
    throw new PartError('the next step did not load', { cause })
  })
const steps = () => part(import('./steps.ts'))
const DetailsStep = lazy<typeof Steps.DetailsStep>(async () => ({
  default: (await steps()).DetailsStep,
}))
const DoneStep = lazy<typeof Steps.DoneStep>(async () => ({ default: (await steps()).DoneStep }))
const ChooseNights = lazy(() => part(import('./nights/choose-nights.tsx')))
const ChooseRooms = lazy(() => part(import('./rooms/choose-rooms.tsx')))
const SeriesDone = lazy(async () => ({
  default: (await part(import('./series/index.ts'))).SeriesDone,
}))
const ReturnStep = lazy(() => part(import('./return-step.tsx')))
const JoinWaitlist = lazy(() => part(import('./waitlist/join-waitlist.tsx')))

/** Loads the steps that follow a chosen time, while the booker chooses. */
export const preloadSteps = (): Promise<unknown> => steps().catch(() => undefined)

interface CurrentStepProps {
  readonly flow: BookingFlow
  readonly control: AvailabilityControl
  readonly chosen: Chosen
  /** Several rooms that the address asks for. Undefined: it asks for none. */
  readonly rooms: RoomsControl | undefined
  /** The chosen duration, or else the default. */
  readonly durationMinutes: number | null | undefined
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
  readonly firstDate: string | undefined
  readonly details: Details
  readonly onDetails: (details: Details) => void
  readonly extras: ExtrasControl
  /** The booker who is signed in. */
  readonly booker: SignedInBooker | undefined
  readonly onSignOut: () => void
  readonly onBack: () => void
}

/** The step of the booking that is shown. Nothing while it loads. */
export function CurrentStep(props: CurrentStepProps) {
  const { flow } = props
  const { step } = flow
  // It is read beside the offer.
  return step.kind === 'return' ? (
    <ReturnStep kept={step.kept} onFound={flow.showBooked} onGone={flow.restart} />
  ) : (
    <StepOfOffer {...props} step={step} />
  )
}

interface StepOfOfferProps extends CurrentStepProps {
  readonly step: Exclude<Step, { kind: 'return' }>
}

function StepOfOffer(props: StepOfOfferProps) {
  const { flow, step, control, chosen, timeZone, details, onDetails, extras, onBack } = props
  const { booker, onSignOut } = props
  const { offer } = control.availability
  if (offer === undefined) {
    if (step.kind !== 'choose') return null
    // A calendar of times would give way to one of nights.
    return FIRST_LOOK?.isOfNights ? (
      <Skeleton width="100%" height="24rem" />
    ) : (
      <ChooseStep {...props} />
    )
  }
  const form = {
    offer,
    seats: chosen.seats,
    timeZone,
    details,
    onDetails,
    booker,
    onSignOut,
    onBack,
  }
  switch (step.kind) {
    case 'choose':
      if (offer.grain !== 'nights') return <ChooseStep {...props} />
      return props.rooms ? (
        <RoomsStep flow={flow} offer={offer} rooms={props.rooms} />
      ) : (
        <ChooseNights flow={flow} offer={offer} />
      )
    case 'details':
      return <DetailsStep {...form} flow={flow} slot={step.slot} extras={extras} />
    case 'wait':
      return offer.waitlist && <JoinWaitlist {...form} waitlist={offer.waitlist} />
    case 'series':
      return (
        <SeriesDone
          series={step.series}
          timeZone={timeZone}
          onAnother={() => {
            control.retry()
            flow.restart()
          }}
        />
      )
    case 'pay':
      return (
        extras.loaded && (
          <extras.loaded.module.PayStep
            hold={step.hold}
            isBack={step.isBack}
            timeZone={timeZone}
            providerZone={offer.provider.timeZone}
            onBooked={(managed) => flow.showBooked({ kind: 'done', managed })}
            onAnother={flow.restart}
          />
        )
      )
    case 'done':
      return (
        <DoneStep
          managed={step.managed}
          offer={offer}
          extras={extras}
          timeZone={timeZone}
          onAnother={
            props.rooms
              ? undefined
              : () => {
                  control.refresh(step.managed.booking.start.slice(0, 10))
                  flow.restart()
                }
          }
        />
      )
  }
}

interface RoomsStepProps {
  readonly flow: BookingFlow
  readonly offer: Offer
  readonly rooms: RoomsControl
}

/** The rooms that the address asks for. An address that names only one leads to the dates of the room of the page. */
function RoomsStep({ flow, offer, rooms: { loaded, reload } }: RoomsStepProps) {
  if (loaded.state === 'failed') return <FailureNotice error={loaded.error} onRetry={reload} />
  if (loaded.state === 'loading') return <Skeleton width="100%" height="24rem" />
  return loaded.value === undefined ? (
    <ChooseNights flow={flow} offer={offer} />
  ) : (
    <ChooseRooms flow={flow} offer={offer} rooms={loaded.value} onReload={reload} />
  )
}
