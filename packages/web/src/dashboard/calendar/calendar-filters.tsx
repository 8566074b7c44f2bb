import type { ReactNode } from 'react'
import { cityOf } from '../../shared/format.ts'
import { useMessages } from '../../shared/i18n.tsx'
import { type Provider, zonesOf } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { localZone } from '../zoned.ts'
import styles from './calendar-page.module.css'
import { calendarMessages } from './messages.ts'
import type { ChosenLook } from './use-look.ts'

interface CalendarFiltersProps {
  /** The choice of providers, instead of the list with one or all. */
  readonly choice?: ReactNode
  readonly providers: readonly Provider[]
  /** Whether "All providers" is offered. */
  readonly canShowAll: boolean
  readonly providerId: string
  readonly onProvider: (id: string) => void
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
  readonly look: ChosenLook
}

/** Selects the provider and the time zone of the calendar, and whether classes without bookings are shown. */
export function CalendarFilters(props: CalendarFiltersProps) {
  const { choice, providers, canShowAll, providerId, onProvider, timeZone, onTimeZone } = props
  const { look } = props
  const t = useMessages(calendarMessages)
  const common = useMessages(commonMessages)
  const zones = [...new Set([...zonesOf(providers), localZone()])]
  return (
    <>
      {choice}
      {!choice && providers.length > 0 && (
        <select
          className={styles.filter}
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
        className={styles.filter}
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
      {look.emptyClasses.isOffered && (
        <label className={styles.toggle}>
          <input
            type="checkbox"
            checked={look.emptyClasses.areShown}
            onChange={({ target }) => look.emptyClasses.show(target.checked)}
          />
          {t.emptyClasses}
        </label>
      )}
    </>
  )
}
