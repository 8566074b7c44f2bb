import styles from './color-mark.module.css'

/**
 * The color of an event type, `#rrggbb`, as a mark before its title. Its outline can be seen on every background,
 * whatever the color; no text depends on it.
 */
export const ColorMark = ({ color }: { readonly color: string }) => (
  <span className={styles.mark} style={{ backgroundColor: color }} aria-hidden="true" />
)
