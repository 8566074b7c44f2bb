import { type ReactNode, useId } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { shownEmail } from '../../shared/shown-email.ts'
import type { OneBooking } from '../api.ts'
import { optionMessages } from '../event-types/option-messages.ts'
import { useNames } from '../use-names.ts'
import styles from './booking-dialog.module.css'
import { Fact } from './fact.tsx'
import type { Answer } from './field-draft.ts'
import { fieldMessages } from './field-messages.ts'

interface FieldFactsProps {
  readonly booking: OneBooking
}

/** Where a booking takes place, and who else comes. */
export function PlaceFacts({ booking }: FieldFactsProps) {
  const t = useMessages(fieldMessages)
  const { location, guests, booker, seats } = booking
  const { seats: shared = null } = useNames().eventType(booking.eventTypeId) ?? {}
  return (
    <>
      {(shared !== null || seats > 1) && <Fact name={t.seats}>{seats}</Fact>}
      {location && (
        <Fact name={t.location}>
          <Place location={location} />
        </Fact>
      )}
      {booker?.phone && (
        <Fact name={t.phone}>
          <a href={`tel:${booker.phone}`}>{booker.phone}</a>
        </Fact>
      )}
      {guests.length > 0 && (
        <Fact name={t.guests}>
          <ul>
            {guests.map(({ name, email }) => (
              <li key={email}>
                {name && `${name}, `}
                <a href={`mailto:${email}`}>{shownEmail(email)}</a>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  )
}

/** A web address as a link; anything else as text. */
function WebLink({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  if (!/^https?:\/\//i.test(url)) return url
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

function Place({ location }: { readonly location: NonNullable<OneBooking['location']> }) {
  const t = useMessages(fieldMessages)
  const { locationKinds } = useMessages(optionMessages)
  const { kind, label, address, phone, url } = location
  const isOnline = kind === 'google_meet' || kind === 'teams'
  return (
    <>
      {label ?? locationKinds[kind]}
      {address && <div>{address}</div>}
      {phone && (
        <div>
          <a href={`tel:${phone}`}>{phone}</a>
        </div>
      )}
      {kind === 'phone' && !phone && <div>{t.callBooker}</div>}
      {url && (
        <div>
          <WebLink url={url}>{t.join}</WebLink>
        </div>
      )}
      {isOnline && !url && <div className={styles.none}>{t.noLinkYet}</div>}
    </>
  )
}

/** The answers of a booking, with those to private questions, and its metadata. */
export function AnswerFacts({ booking }: FieldFactsProps) {
  const t = useMessages(fieldMessages)
  const id = useId()
  const names = useNames()
  const questions = names.eventType(booking.eventTypeId)?.questions ?? []
  // Questions that were removed since are named by their ids.
  const labelOf = (answerId: string) =>
    questions.find((each) => each.id === answerId)?.label ?? answerId
  const answers = Object.entries(booking.answers)
  const privateAnswers = Object.entries(booking.privateAnswers ?? {})
  const metadata = Object.entries(booking.metadata)
  const hasAnswers = answers.length + privateAnswers.length > 0
  return (
    <>
      {hasAnswers && (
        <section className={styles.part} aria-labelledby={`${id}-answers`}>
          <h3 id={`${id}-answers`}>{t.answers}</h3>
          <dl className={styles.answers}>
            {answers.map(([answerId, answer]) => (
              <Fact key={answerId} name={labelOf(answerId)}>
                <AnswerText answer={answer} />
              </Fact>
            ))}
            {privateAnswers.map(([answerId, answer]) => (
              <Fact key={answerId} name={`${labelOf(answerId)} (${t.privateAnswer})`}>
                <AnswerText answer={answer} />
              </Fact>
            ))}
          </dl>
        </section>
      )}
      {metadata.length > 0 && (
        <section className={styles.part} aria-labelledby={`${id}-metadata`}>
          <h3 id={`${id}-metadata`}>{t.metadata}</h3>
          <dl className={styles.answers}>
            {metadata.map(([name, value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

function AnswerText({ answer }: { readonly answer: Answer }) {
  const t = useMessages(fieldMessages)
  const { format } = useI18n()
  if (typeof answer === 'boolean') return answer ? t.yes : t.no
  if (typeof answer !== 'string') return Array.isArray(answer) ? format.list(answer) : answer
  return <WebLink url={answer}>{answer}</WebLink>
}
