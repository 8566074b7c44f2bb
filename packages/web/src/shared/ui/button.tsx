import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** Shows that the work is under way; further presses do nothing. */
  readonly isBusy?: boolean
}

/** A button; it is of type `button` unless said otherwise. */
export function Button({ kind = 'secondary', isBusy = false, onClick, ...rest }: ButtonProps) {
  const names = [styles.button, styles[kind], isBusy && styles.busy].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      {...rest}
      // A disabled button would lose the focus, and with it the reader's place.
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={names}
    />
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  kind = 'secondary',
  ...rest
}: ComponentProps<'a'> & Pick<ButtonProps, 'kind'>) {
  return <a {...rest} className={`${styles.button} ${styles[kind]}`} />
}
