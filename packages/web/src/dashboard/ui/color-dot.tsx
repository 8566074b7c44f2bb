import styles from './color-dot.module.css'

/** A dot in the color of an event type, beside its name; nothing without a color. */
export const ColorDot = ({ color }: { readonly color: string | null | undefined }) =>
  color && <span className={styles.dot} style={{ background: color }} aria-hidden="true" />
