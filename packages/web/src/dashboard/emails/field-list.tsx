import { useMessages } from '../../shared/i18n.tsx'
import { Card } from '../../shared/ui/card.tsx'
import styles from '../ui/form-page.module.css'
import type { Message } from './email-queries.ts'
import own from './emails.module.css'
import { fieldMessages } from './field-messages.ts'
import { emailMessages } from './messages.ts'

interface FieldListProps {
  readonly message: Message
  /** Called with the field as it is written in a template. */
  readonly onInsert: (field: string) => void
}

const DEFAULT_EXAMPLE = '{{ booker.name | default: "…" }}'

/** The fields of a message, each with a button that inserts it. */
export function FieldList({ message, onInsert }: FieldListProps) {
  const t = useMessages(emailMessages)
  const texts = useMessages(fieldMessages)
  return (
    <Card className={styles.card ?? ''}>
      <div className={styles.cardHead}>
        <h2>{t.fields}</h2>
        <p>{t.fieldsLead}</p>
      </div>
      <ul className={own.fields}>
        {message.fields.map(({ name, description }) => {
          const field = `{{ ${name} }}`
          // The id of a question is for the reader to enter.
          const inserted = field.replace('<id>', 'id')
          return (
            <li key={name}>
              <button type="button" aria-label={t.insert(name)} onClick={() => onInsert(inserted)}>
                <code>{field}</code>
              </button>
              <span>{texts[name] ?? description}</span>
            </li>
          )
        })}
      </ul>
      {message.recipient === 'booker' && (
        <p className={own.hint}>
          {t.unproven} <code>{DEFAULT_EXAMPLE}</code>
        </p>
      )}
    </Card>
  )
}
