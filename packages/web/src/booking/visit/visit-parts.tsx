import type { PublicBooking } from '@holdfast/contracts'
import { useI18n } from '../../shared/i18n.tsx'
import type { Offer } from '../../shared/slots/offer.ts'
import styles from './visit.module.css'

/** When a part of a visit is, and by whom if that is known. */
interface PlacedPart extends Pick<PublicBooking, 'start' | 'end' | 'eventTypeId'> {
  readonly assignments?: PublicBooking['assignments']
}

interface VisitPartsProps {
  readonly parts: readonly PlacedPart[]
  /** What its services are called. */
  readonly names: NonNullable<Offer['parts']>
  readonly timeZone: string
}

/** The parts of a visit, each with its time, its name and its people. */
export function VisitParts({ parts, names, timeZone }: VisitPartsProps) {
  const { format } = useI18n()
  return (
    <ol className={styles.parts}>
      {parts.map(({ start, end, eventTypeId, assignments = [] }) => (
        <li key={start}>
          <time dateTime={start}>
            {format.time(start, timeZone)}–{format.time(end, timeZone)}
          </time>
          <span dir="auto">
            <strong>{names.find((name) => name.eventTypeId === eventTypeId)?.title}</strong>
            {assignments.length > 0 && (
              <small>{format.list(assignments.map(({ providerName }) => providerName))}</small>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
