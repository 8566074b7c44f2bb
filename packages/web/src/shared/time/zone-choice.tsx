import { useEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '../i18n.tsx'
import { slotMessages } from '../slots/messages.ts'
import { Button } from '../ui/button.tsx'
import styles from './zone-choice.module.css'
import { allZones } from './zones.ts'

interface ZoneChoiceProps {
  readonly timeZone: string
  readonly onChange: (timeZone: string) => void
}

/** Says in which zone times are shown, and lets it be changed. The long list is made when it is wanted. */
export function ZoneChoice({ timeZone, onChange }: ZoneChoiceProps) {
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
