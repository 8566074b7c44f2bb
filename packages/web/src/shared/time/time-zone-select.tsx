import { useState } from 'react'
import { useMessages } from '../i18n.tsx'
import { slotMessages } from '../slots/messages.ts'
import { Button } from '../ui/button.tsx'
import styles from './time-zone-select.module.css'
import type { ZoneField } from './zone-field.tsx'

interface TimeZoneSelectProps {
  readonly timeZone: string
  readonly onChange: (timeZone: string) => void
}

/** Shows the current time zone and changes it. The code to search for one is loaded when it is needed. */
export function TimeZoneSelect({ timeZone, onChange }: TimeZoneSelectProps) {
  const t = useMessages(slotMessages)
  const [Field, setField] = useState<typeof ZoneField>()
  const open = () => {
    import('./zone-field.tsx').then(
      (loaded) => setField(() => loaded.ZoneField),
      // The time zone stays as it is.
      () => undefined,
    )
  }
  return (
    <div className={styles.zone}>
      {Field ? (
        <Field timeZone={timeZone} onChange={onChange} takesFocus={true} />
      ) : (
        <>
          <span>{t.zoneIs(timeZone.replaceAll('_', ' '))}</span>
          <Button kind="quiet" aria-label={t.changeZone} onClick={open}>
            {t.change}
          </Button>
        </>
      )}
    </div>
  )
}
