import type { ComponentProps } from 'react'
import { addressOf } from '../base-path.ts'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** Shows a spinner and ignores clicks. */
  readonly isBusy?: boolean
  /** Names what the button opens, so that the focus can return to it. */
  readonly 'data-opens'?: string
}

/** A button. Default type: `button`. */
export function Button({ kind = 'secondary', isBusy = false, onClick, ...rest }: ButtonProps) {
  const names = [styles.button, styles[kind], isBusy && styles.busy].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      {...rest}
      // `disabled` would drop the keyboard focus.
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={names}
    />
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  kind = 'secondary',
  href,
  ...rest
}: ComponentProps<'a'> & Pick<ButtonProps, 'kind'>) {
  const address = href === undefined ? {} : { href: addressOf(href) }
  return <a {...rest} {...address} className={`${styles.button} ${styles[kind]}`} />
}
