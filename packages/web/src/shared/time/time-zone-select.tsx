import { useEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '../i18n.tsx'
import { slotMessages } from '../slots/messages.ts'
import { Button } from '../ui/button.tsx'
import styles from './time-zone-select.module.css'
import { allZones } from './zones.ts'

interface TimeZoneSelectProps {
  readonly timeZone: string
  readonly onChange: (timeZone: string) => void
}

/** Shows the current time zone and changes it. The long list renders only when it is opened. */
export function TimeZoneSelect({ timeZone, onChange }: TimeZoneSelectProps) {
  const t = useMessages(slotMessages)
  const [isOpen, setIsOpen] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (isOpen) select.current?.focus()
  }, [isOpen])
  const zones = useMemo(() => (isOpen ? allZones(timeZone) : []), [isOpen, timeZone])
  return (
    <div className={styles.zone}>
      {isOpen ? (
        <select
          ref={select}
          aria-label={t.zone}
          value={timeZone}
          onChange={(event) => onChange(event.target.value)}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      ) : (
        <>
          <span>{t.zoneIs(timeZone.replaceAll('_', ' '))}</span>
          <Button kind="quiet" aria-label={t.changeZone} onClick={() => setIsOpen(true)}>
            {t.change}
          </Button>
        </>
      )}
    </div>
  )
}
