import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { KeptLink } from '../../shared/kept-link.tsx'
import { linkOutOfFrame } from '../../shared/page-path.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import page from '../booking-page.module.css'
import { outcomeOf } from '../outcome-of.ts'
import { stepMessages } from '../step-messages.ts'
import { seriesMessages } from './messages.ts'
import styles from './series.module.css'
import type { BookedSeries } from './series.ts'

interface SeriesDoneProps {
  readonly series: BookedSeries
  readonly timeZone: string
  readonly onAnother: () => void
}

/** The finished series: its dates, those that were not available, and the link to manage it. */
export function SeriesDone({ series, timeZone, onAnother }: SeriesDoneProps) {
  const { format } = useI18n()
  const t = useMessages(seriesMessages)
  const texts = useMessages(stepMessages)
  const { id, token, bookings, skipped } = series
  const [first] = bookings
  const when = (start: string) =>
    `${format.shortDate(start, timeZone)}, ${format.time(start, timeZone)}`
  const another = (
    <Button kind="quiet" onClick={onAnother}>
      {texts.bookAnother}
    </Button>
  )
  if (first === undefined) {
    return (
      <Notice tone="warn" title={t.noneTitle} isUrgent={true}>
        <p>{t.none}</p>
        {another}
      </Notice>
    )
  }
  const email = first.booker?.email
  const isConfirmed = first.status === 'confirmed'
  const [oneTitle, text] = outcomeOf(first, texts)
  const title = first.emailUnconfirmed
    ? oneTitle
    : isConfirmed
      ? t.doneTitle(bookings.length)
      : t.requestedTitle(bookings.length)
  return (
    <div className={page.done}>
      <p className={page.tick} aria-hidden="true">
        ✓
      </p>
      <h2 tabIndex={-1}>{title}</h2>
      <ol className={styles.dates}>
        {bookings.map(({ start }) => (
          <li key={start}>{when(start)}</li>
        ))}
      </ol>
      {skipped.length > 0 && (
        <section aria-label={t.skipped}>
          <h3>{t.skipped}</h3>
          <ol className={`${styles.dates} ${styles.skipped}`}>
            {skipped.map((start) => (
              <li key={start}>{when(start)}</li>
            ))}
          </ol>
        </section>
      )}
      <p className={page.soft}>{text}</p>
      {email ? (
        <p className={page.soft}>{t.manageHint}</p>
      ) : (
        <KeptLink path={`/manage/${id}#${token}`} />
      )}
      <div className={page.actions}>
        <ButtonLink kind="primary" {...linkOutOfFrame(`/manage/${id}#${token}`)}>
          {t.manage}
        </ButtonLink>
        {another}
      </div>
    </div>
  )
}
