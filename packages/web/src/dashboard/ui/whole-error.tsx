import styles from './whole-error.module.css'

interface WholeErrorProps {
  /** Undefined: shows nothing. */
  readonly error: string | undefined
}

/** The error of a value that no single field edits. */
export const WholeError = ({ error }: WholeErrorProps) =>
  error === undefined ? null : (
    <p data-field-error tabIndex={-1} className={styles.error}>
      {error}
    </p>
  )
