import type { PublicProviderPage } from '@holdfast/contracts'
import styles from './event-type-list.module.css'
import { useI18n, useMessages } from './i18n.tsx'
import { catalog } from './language.ts'

const messages = catalog({
  en: { approval: 'on request' },
  de: { approval: 'auf Anfrage' },
})

interface EventTypeListProps {
  readonly providerSlug: string
  readonly eventTypes: PublicProviderPage['eventTypes']
  readonly headingLevel: 2 | 3
}

/** The event types of a provider, each linked to its booking page. */
export function EventTypeList({ providerSlug, eventTypes, headingLevel }: EventTypeListProps) {
  const { format } = useI18n()
  const t = useMessages(messages)
  const Heading = `h${headingLevel}` as const
  return (
    <ul className={styles.list}>
      {eventTypes.map(({ slug, title, description, durationMinutes, confirmation }) => (
        <li key={slug}>
          <a href={`/${providerSlug}/${slug}`} className={styles.item}>
            <span className={styles.text}>
              <Heading dir="auto">{title}</Heading>
              {description && (
                <span dir="auto" className={styles.description}>
                  {description}
                </span>
              )}
            </span>
            <span className={styles.facts}>
              {format.minutes(durationMinutes)}
              {confirmation === 'approval' && <span>{t.approval}</span>}
            </span>
            <span aria-hidden="true" className={styles.arrow}>
              ›
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
