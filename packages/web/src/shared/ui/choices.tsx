import { useId } from 'react'
import styles from './choices.module.css'

/** One of several choices. */
export interface Choice {
  readonly value: string
  readonly label: string
  /** Shown below the label. */
  readonly detail?: string | undefined
  /** Shown at the end of its line. */
  readonly price?: string | undefined
}

interface ChoicesProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** The name of its controls in the form. */
  readonly name: string
  /** Whether several can be chosen. Default: one. */
  readonly isMultiple?: boolean
  /** Whether the choices stand side by side, as short buttons. */
  readonly isCompact?: boolean
  readonly isDisabled?: boolean
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** A group of radio buttons or checkboxes with its label and error. */
export function Choices(props: ChoicesProps) {
  const { label, hint, error, name, isMultiple = false, isCompact = false } = props
  const { isDisabled = false, choices, chosen, onChange } = props
  const id = useId()
  const toggle = (value: string, isChosen: boolean) => {
    if (!isMultiple) onChange([value])
    else onChange(isChosen ? [...chosen, value] : chosen.filter((each) => each !== value))
  }
  return (
    <fieldset
      className={isCompact ? `${styles.choices} ${styles.compact}` : styles.choices}
      aria-describedby={[hint && `${id}-hint`, error && id].filter(Boolean).join(' ') || undefined}
      disabled={isDisabled}
    >
      <legend dir="auto">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.list}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={name}
              value={choice.value}
              checked={chosen.includes(choice.value)}
              aria-invalid={error === undefined ? undefined : true}
              onChange={({ target }) => toggle(choice.value, target.checked)}
            />
            <span dir="auto">
              {choice.label}
              {choice.detail && <small>{choice.detail}</small>}
            </span>
            {choice.price && <strong>{choice.price}</strong>}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
