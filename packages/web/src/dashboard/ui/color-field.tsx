import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { commonMessages } from '../messages.ts'
import styles from './color-field.module.css'

const HEX = /^#[0-9a-f]{6}$/i

interface ColorFieldProps {
  readonly label: string
  readonly hint: string
  /** As typed; `#rrggbb` if it is valid. */
  readonly color: string
  readonly error: string | undefined
  readonly onChange: (color: string) => void
}

/** Edits a color: picked, or typed as `#rrggbb`. */
export function ColorField({ label, hint, color, error, onChange }: ColorFieldProps) {
  const t = useMessages(commonMessages)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.color}>
          <input
            type="color"
            aria-label={t.pickColor}
            value={HEX.test(color) ? color : '#000000'}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            {...control}
            required
            pattern="#[0-9a-fA-F]{6}"
            spellCheck={false}
            value={color}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
