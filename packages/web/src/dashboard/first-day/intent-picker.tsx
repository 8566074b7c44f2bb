import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { Provider } from '../api.ts'
import styles from './first-day.module.css'
import { HoursIntentDialog } from './hours-intent-dialog.tsx'
import { HouseIntentDialog } from './house-intent-dialog.tsx'
import { intentMessages } from './intent-messages.ts'
import { INTENTS, type Intent } from './intents.ts'

interface IntentPickerProps {
  /** Whether the account has nothing that can be booked. */
  readonly isOffered: boolean
  readonly provider: Provider | undefined
}

/** Offers samples for a kind of business: services or rooms, hours and terms in one step. */
export function IntentPicker({ isOffered, provider }: IntentPickerProps) {
  const t = useMessages(intentMessages)
  const [intent, setIntent] = useState<Intent>()
  const close = () => setIntent(undefined)
  // The dialog stays if only a part could be set up.
  if (!isOffered && intent === undefined) return null
  return (
    <section className={styles.intents} aria-labelledby="intents">
      <h2 id="intents">{t.title}</h2>
      <p>{t.lead}</p>
      <div className={styles.choices}>
        {INTENTS.map((each) => (
          <Button key={each} onClick={() => setIntent(each)}>
            {t.intents[each]}
          </Button>
        ))}
      </div>
      {intent === 'guestHouse' && <HouseIntentDialog onClose={close} />}
      {intent !== undefined && intent !== 'guestHouse' && (
        <HoursIntentDialog intent={intent} provider={provider} onClose={close} />
      )}
    </section>
  )
}
