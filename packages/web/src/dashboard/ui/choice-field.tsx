import { useId } from 'react'
import styles from './choice-field.module.css'

/** One of the choices. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** What the choice means, in one line. */
  readonly text?: string
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string
  readonly choices: readonly Choice<Value>[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
  /** Whether several can be chosen. */
  readonly isMultiple?: boolean
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** Chooses one or several of a few values, each with its meaning. Short labels stand side by side. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, choices, chosen, onChange, isMultiple = false, hint, error } = props
  const id = useId()
  const isShort = choices.every(({ text }) => text === undefined)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const toggle = (value: Value) => {
    if (!isMultiple) onChange([value])
    else if (chosen.includes(value)) onChange(chosen.filter((each) => each !== value))
    else onChange([...chosen, value])
  }
  return (
    <fieldset
      className={`${styles.choices} ${isShort ? styles.short : ''}`}
      aria-describedby={described || undefined}
    >
      <legend>{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {choices.map(({ value, label: name, text }) => (
        <label key={value} className={styles.choice}>
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={id}
            checked={chosen.includes(value)}
            // The label also holds the text, which would be part of the name.
            aria-labelledby={`${id}-${value}`}
            aria-describedby={text && `${id}-${value}-text`}
            onChange={() => toggle(value)}
          />
          <strong id={`${id}-${value}`} dir="auto">
            {name}
          </strong>
          {text && <small id={`${id}-${value}-text`}>{text}</small>}
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
