import type { Slot } from '@holdfast/contracts'
import { addressOf } from '../shared/base-path.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { isEmbedded } from '../shared/page-path.ts'
import { PhotoStrip, PhotosPlace } from '../shared/photos/photo-strip.tsx'
import type { Offer } from '../shared/slots/offer.ts'
import { ColorMark } from '../shared/ui/color-mark.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import styles from './booking-page.module.css'
import { FIRST_LOOK } from './first-look.ts'
import { bookingMessages } from './messages.ts'
import type { ExtrasControl } from './use-extras.ts'

/** How long a booking takes: from the shortest to the longest, as long as the time decides that. */
function durationText(
  { durationsMinutes, durationOptionsMinutes }: Offer,
  slot: Slot | undefined,
  durationMinutes: number,
  write: (minutes: number) => string,
): string {
  const [least, most] = [Math.min(...durationsMinutes), Math.max(...durationsMinutes)]
  const isOpen = slot === undefined && durationOptionsMinutes === null && least < most
  return isOpen ? `${write(least)} – ${write(most)}` : write(durationMinutes)
}

interface AboutProps {
  readonly offer: Offer | undefined
  /** The chosen duration. */
  readonly durationMinutes: number | null
  /** What answers add to it, where no time is chosen. */
  readonly addMinutes?: number
  /** How many seats the party takes. */
  readonly seats: number
  /** The chosen time. */
  readonly slot: Slot | undefined
  readonly extras: ExtrasControl
  /** Leaves out the description and the confirmation policy, once a time is chosen. */
  readonly isShort: boolean
  /** Whether the booker gives a phone number instead of an email address. */
  readonly isByPhone: boolean
}

/** What is booked, and its provider. */
export function About(props: AboutProps) {
  const { offer, durationMinutes, addMinutes = 0, seats, slot, extras, isShort, isByPhone } = props
  const { format } = useI18n()
  const t = useMessages(bookingMessages)
  if (offer === undefined) {
    return (
      <header className={styles.about} aria-busy="true">
        {FIRST_LOOK ? (
          <>
            <p className={styles.provider} dir="auto">
              {FIRST_LOOK.by}
            </p>
            <h1 dir="auto">{FIRST_LOOK.title}</h1>
            {FIRST_LOOK.hasPhotos && <PhotosPlace />}
          </>
        ) : (
          <>
            <Skeleton width="8rem" height="1.25rem" />
            <Skeleton width="13rem" height="2.25rem" />
          </>
        )}
        <Skeleton width="5rem" height="1.5rem" />
        <Skeleton width="15rem" height="3rem" />
      </header>
    )
  }
  const { provider } = offer
  return (
    <header className={styles.about}>
      <p className={styles.provider} dir="auto">
        {isEmbedded || offer.grain === 'nights' ? (
          provider.name
        ) : (
          <a href={addressOf(provider.path)}>{provider.name}</a>
        )}
        {provider.specialty && <span>{provider.specialty}</span>}
      </p>
      <h1 dir="auto">
        {offer.color !== null && <ColorMark color={offer.color} />}
        {offer.title ?? t.openedTitle}
      </h1>
      {durationMinutes !== null && (
        <p className={styles.duration}>
          {durationText(offer, slot, durationMinutes, (minutes) =>
            format.minutes(minutes + (slot ? 0 : addMinutes)),
          )}
        </p>
      )}
      {extras.loaded ? (
        <extras.loaded.module.PlaceAndPrice
          offer={offer}
          durationMinutes={durationMinutes}
          seats={seats}
          slotPrice={slot?.price?.amount}
          isShort={isShort}
          isByPhone={isByPhone}
        />
      ) : (
        // As many lines as there will be.
        <>
          {offer.locations.length === 1 && <Skeleton width="12rem" height="1.5rem" />}
          {offer.payment && <Skeleton width="9rem" height="1.5rem" />}
        </>
      )}
      {!isShort && (
        <>
          <PhotoStrip photos={offer.photos} label={offer.title ?? ''} />
          {offer.description && <p dir="auto">{offer.description}</p>}
          <p className={styles.soft}>{t.confirmations[offer.confirmation]}</p>
          {offer.release && (
            <p className={styles.soft}>{t.opensDaily(format.wallTime(offer.release.at))}</p>
          )}
        </>
      )}
    </header>
  )
}
