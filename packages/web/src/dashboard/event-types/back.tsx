import { useMessages } from '../../shared/i18n.tsx'
import { Link } from '../router.tsx'
import styles from '../ui/form-page.module.css'
import { eventTypeMessages } from './messages.ts'

/** The link from an event type to the list. */
export function BackToEventTypes() {
  const t = useMessages(eventTypeMessages)
  return (
    <p className={styles.back}>
      <Link to="/event-types">‹ {t.title}</Link>
    </p>
  )
}
