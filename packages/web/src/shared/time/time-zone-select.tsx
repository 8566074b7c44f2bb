import { useState } from 'react'
import { useMessages } from '../i18n.tsx'
import { slotMessages } from '../slots/messages.ts'
import { Button } from '../ui/button.tsx'
import styles from './time-zone-select.module.css'
import { ZoneField } from './zone-field.tsx'

interface TimeZoneSelectProps {
  readonly timeZone: string
  readonly onChange: (timeZone: string) => void
}

/** Shows the current time zone and changes it. */
export function TimeZoneSelect({ timeZone, onChange }: TimeZoneSelectProps) {
  const t = useMessages(slotMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.zone}>
      {isOpen ? (
        <ZoneField timeZone={timeZone} onChange={onChange} autoFocus={true} />
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
