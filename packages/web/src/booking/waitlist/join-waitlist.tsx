import type { PublicWaitlistEntry } from '@holdfast/contracts'
import { useState } from 'react'
import { ApiError, api, unwrap } from '../../shared/api/api.ts'
import { asBooker, type SignedInBooker } from '../../shared/api/booker-session.ts'
import type { Details } from '../../shared/contact-field.tsx'
import { DetailsForm } from '../../shared/details-form.tsx'
import { cityOf } from '../../shared/format.ts'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { linkOutOfFrame } from '../../shared/page-path.ts'
import { withProofOfWork } from '../../shared/proof-of-work/with-proof-of-work.ts'
import { shownEmail } from '../../shared/shown-email.ts'
import { SignedIn } from '../../shared/signed-in.tsx'
import type { Offer } from '../../shared/slots/offer.ts'
import { todayIn } from '../../shared/time/dates.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { FailureNotice } from '../../shared/ui/failure-notice.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import styles from '../booking-page.module.css'
import { bookingMessages } from '../messages.ts'
import { stepMessages } from '../step-messages.ts'
import { waitlistMessages } from './messages.ts'
import { firstWish, sentWish, type Wish, wrongDates } from './wish.ts'
import { WishFields } from './wish-fields.tsx'

interface JoinWaitlistProps {
  readonly offer: Offer
  readonly waitlist: NonNullable<Offer['waitlist']>
  /** How many seats the party takes. */
  readonly seats: number
  readonly timeZone: string
  readonly details: Details
  readonly onDetails: (details: Details) => void
  readonly booker: SignedInBooker | undefined
  readonly onSignOut: () => void
  readonly onBack: () => void
}

interface Joined {
  readonly entry: PublicWaitlistEntry
  readonly token: string
}

async function join(
  { target }: Offer,
  wish: Wish,
  booker: { name: string; email: string; timeZone: string; locale: string },
  signedIn: SignedInBooker | undefined,
): Promise<Joined> {
  // Only event types have a wait list.
  if (!('eventTypeId' in target)) throw new Error('opened dates have no wait list')
  const body = { ...target, ...sentWish(wish), booker }
  const created = await asBooker(signedIn, (headers) =>
    withProofOfWork((proof) =>
      unwrap(api.POST('/v1/public/waitlist', { headers, body: { ...body, ...proof } })),
    ),
  )
  const { manageToken, ...entry } = created
  return { entry, token: manageToken }
}

/** The form that joins the wait list, and what follows. */
export default function JoinWaitlist(props: JoinWaitlistProps) {
  const { offer, waitlist, seats, timeZone, details, onDetails, onBack } = props
  const { booker, onSignOut } = props
  const { format, language: locale } = useI18n()
  const t = useMessages(waitlistMessages)
  const { joinWaitlist } = useMessages(bookingMessages)
  const { otherTime } = useMessages(stepMessages)
  const zone = offer.provider.timeZone
  const [wish, setWish] = useState(() => firstWish(todayIn(zone), seats))
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [joined, setJoined] = useState<Joined>()
  const wrong = wrongDates(wish)
  const submit = async ({ name, email }: Details) => {
    setIsBusy(true)
    setError(undefined)
    try {
      setJoined(await join(offer, wish, { name, email, timeZone, locale }, booker))
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  if (joined !== undefined) return <JoinedView joined={joined} onBack={onBack} />
  return (
    <div className={styles.details}>
      <h2 tabIndex={-1}>{joinWaitlist}</h2>
      <p className={styles.soft}>{t.lead(format.minutes(waitlist.offerMinutes))}</p>
      {error !== undefined && <JoinFailure error={error} />}
      {booker && <SignedIn email={booker.email} onSignOut={onSignOut} />}
      <DetailsForm
        details={details}
        onChange={onDetails}
        onSubmit={(sent) => void submit(sent)}
        isBusy={isBusy}
        submitText={joinWaitlist}
        emailHint={t.emailHint}
        hasNote={false}
        more={{
          errors: wrong ? { until: t[wrong] } : {},
          render: (errorOf) => (
            <>
              <WishFields
                wish={wish}
                today={todayIn(zone)}
                session={offer.seats}
                error={errorOf('until')}
                onChange={setWish}
              />
              {zone !== timeZone && <p className={styles.soft}>{t.zone(cityOf(zone))}</p>}
            </>
          ),
        }}
      >
        <Button kind="quiet" onClick={onBack}>
          {otherTime}
        </Button>
      </DetailsForm>
    </div>
  )
}

/** An error: some are only about wait lists. */
function JoinFailure({ error }: { readonly error: unknown }) {
  const t = useMessages(waitlistMessages)
  switch (error instanceof ApiError && error.code) {
    case 'already_waiting':
      return (
        <Notice tone="warn" title={t.alreadyTitle} isUrgent={true}>
          <p>{t.already}</p>
        </Notice>
      )
    case 'waitlist_full':
      return (
        <Notice tone="warn" title={t.fullTitle} isUrgent={true}>
          <p>{t.full}</p>
        </Notice>
      )
    case 'waitlist_closed':
      return (
        <Notice tone="warn" title={t.closedTitle} isUrgent={true}>
          <p>{t.closed}</p>
        </Notice>
      )
    default:
      return <FailureNotice error={error} />
  }
}

interface JoinedViewProps {
  readonly joined: Joined
  readonly onBack: () => void
}

function JoinedView({ joined: { entry, token }, onBack }: JoinedViewProps) {
  const t = useMessages(waitlistMessages)
  const page = useMessages(stepMessages)
  const email = shownEmail(entry.booker.email ?? '')
  const isOpen = entry.status === 'unconfirmed'
  return (
    <div className={styles.done}>
      <p className={styles.tick} aria-hidden="true">
        ✓
      </p>
      {/* The heading of the form had the focus. */}
      <h2 tabIndex={-1} ref={(heading) => heading?.focus()}>
        {isOpen ? page.checkEmailTitle : t.joinedTitle}
      </h2>
      <p className={styles.soft}>{isOpen ? t.checkEmail(email) : t.joined(email)}</p>
      <p className={styles.soft}>{t.manageHint}</p>
      <div className={styles.actions}>
        <ButtonLink kind="primary" {...linkOutOfFrame(`/manage/${entry.id}#${token}`)}>
          {t.manage}
        </ButtonLink>
        <Button kind="quiet" onClick={onBack}>
          {page.otherTime}
        </Button>
      </div>
    </div>
  )
}
