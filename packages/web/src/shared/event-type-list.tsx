import type { PublicProviderPage } from '@holdfast/contracts'
import { addressOf } from './base-path.ts'
import styles from './event-type-list.module.css'
import { useI18n, useMessages } from './i18n.tsx'
import { texts } from './language.ts'
import { formatMoney } from './money.ts'
import { OPENED_DATES } from './opened-dates.ts'
import { ColorMark } from './ui/color-mark.tsx'

/** The texts of a list of event types. */
export const eventTypeListMessages = texts('eventTypes', {
  approval: 'on request',
  dates: 'Appointment',
  from: (day: string) => `from ${day}`,
  next: (when: string) => `Next: ${when}`,
})

interface EventTypeListProps {
  /** The path of the provider's page. */
  readonly providerPath: string
  readonly eventTypes: PublicProviderPage['eventTypes']
  /** The first date on which the provider opened times without an event type. */
  readonly nextOpenedDate: string | null
  readonly headingLevel: 2 | 3
  /** When each event type is free next, by its id, as a text. */
  readonly nextStarts?: ReadonlyMap<string, string>
}

/** The event types of a provider and the dates it opened, each linked to its booking page. */
export function EventTypeList(props: EventTypeListProps) {
  const { providerPath, eventTypes, nextOpenedDate, headingLevel, nextStarts } = props
  const { format, language } = useI18n()
  const t = useMessages(eventTypeListMessages)
  const Heading = `h${headingLevel}` as const
  return (
    <ul className={styles.list}>
      {eventTypes.map(
        ({ id, slug, title, description, color, confirmation, priceRange, ...times }) => (
          <li key={slug}>
            <a href={addressOf(`${providerPath}/${slug}`)} className={styles.item}>
              <span className={styles.text}>
                <Heading dir="auto">
                  {color !== null && <ColorMark color={color} />}
                  {title}
                </Heading>
                {description && (
                  <span dir="auto" className={styles.description}>
                    {description}
                  </span>
                )}
                {nextStarts?.has(id) && (
                  <span className={styles.next}>{t.next(nextStarts.get(id) ?? '')}</span>
                )}
              </span>
              <span className={styles.facts}>
                {range(times.durationsMinutes, format.minutes)}
                {priceRange && (
                  <span>
                    {range([priceRange.lowest, priceRange.highest], (amount) =>
                      formatMoney(amount, priceRange.currency, language),
                    )}
                  </span>
                )}
                {confirmation === 'approval' && <span>{t.approval}</span>}
              </span>
              <span aria-hidden="true" className={styles.arrow}>
                ›
              </span>
            </a>
          </li>
        ),
      )}
      {nextOpenedDate !== null && (
        <li>
          <a href={addressOf(`${providerPath}?${OPENED_DATES}`)} className={styles.item}>
            <span className={styles.text}>
              <Heading>{t.dates}</Heading>
            </span>
            <span className={styles.facts}>{t.from(format.shortDay(nextOpenedDate))}</span>
            <span aria-hidden="true" className={styles.arrow}>
              ›
            </span>
          </a>
        </li>
      )}
    </ul>
  )
}

/** The least and the most of some numbers: `30 min – 1 hr`. */
function range(values: readonly number[], write: (value: number) => string): string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return least === most ? write(least) : `${write(least)} – ${write(most)}`
}
