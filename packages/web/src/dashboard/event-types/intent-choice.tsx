import { useMessages } from '../../shared/i18n.tsx'
import styles from './editor.module.css'
import { editorMessages } from './editor-messages.ts'
import { INTENTS, type Intent } from './intents.ts'

/** Asks what is offered, before the form of a new event type. */
export function IntentChoice({ onChoose }: { readonly onChoose: (intent: Intent) => void }) {
  const t = useMessages(editorMessages)
  return (
    <section className={styles.intents} aria-labelledby="intent-title">
      <h2 id="intent-title">{t.intentTitle}</h2>
      <div className={styles.choices}>
        {INTENTS.map((intent) => (
          <button
            key={intent}
            type="button"
            className={styles.intent}
            onClick={() => onChoose(intent)}
          >
            <strong>{t.intents[intent].title}</strong>
            <span>{t.intents[intent].text}</span>
          </button>
        ))}
      </div>
    </section>
  )
}
