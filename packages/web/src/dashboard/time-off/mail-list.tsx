import { useMessages } from '../../shared/i18n.tsx'
import type { Appointment } from '../calendar/appointments.ts'
import styles from '../ui/summary.module.css'
import type { Decision } from './decisions.ts'
import { type MailWorld, mailsOf } from './mail-preview.ts'
import { timeOffMessages } from './messages.ts'

interface MailListProps {
  readonly appointments: readonly Appointment[]
  readonly decisionOf: (appointment: Appointment) => Decision
  readonly world: MailWorld
}

/** Says which emails decisions cause, before anything is sent. */
export function MailList({ appointments, decisionOf, world }: MailListProps) {
  const t = useMessages(timeOffMessages)
  const lines = mailsOf(appointments, decisionOf, world)
  return (
    <section className={styles.summary} aria-label={t.emails}>
      <h3>{t.emails}</h3>
      {lines.length === 0 && <p>{t.noEmails}</p>}
      <ul aria-live="polite">
        {lines.map(({ kind, name = t.whoeverTakesOver, count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no state
          <li key={index}>{t.mails[kind](name, count)}</li>
        ))}
      </ul>
    </section>
  )
}
