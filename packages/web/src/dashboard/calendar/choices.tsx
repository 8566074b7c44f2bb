import { cityOf } from '../../shared/format.ts'
import { useMessages } from '../../shared/i18n.tsx'
import { type Provider, zonesOf } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { ownZone } from '../zoned.ts'
import styles from './calendar-page.module.css'
import { calendarMessages } from './messages.ts'

interface ChoicesProps {
  readonly providers: readonly Provider[]
  /** Whether all of them can be shown at once. */
  readonly canShowAll: boolean
  readonly providerId: string
  readonly onProvider: (id: string) => void
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
}

/** Whose calendar is shown, and in which zone. */
export function Choices(props: ChoicesProps) {
  const { providers, canShowAll, providerId, onProvider, timeZone, onTimeZone } = props
  const t = useMessages(calendarMessages)
  const common = useMessages(commonMessages)
  const zones = [...new Set([...zonesOf(providers), ownZone()])]
  return (
    <>
      {providers.length > 0 && (
        <select
          className={styles.choice}
          aria-label={common.provider}
          value={providerId}
          onChange={(event) => onProvider(event.target.value)}
        >
          {canShowAll && <option value="">{common.allProviders}</option>}
          {providers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select
        className={styles.choice}
        aria-label={t.zone}
        value={timeZone}
        onChange={(event) => onTimeZone(event.target.value)}
      >
        {zones.map((each) => (
          <option key={each} value={each}>
            {cityOf(each)}
          </option>
        ))}
      </select>
    </>
  )
}
