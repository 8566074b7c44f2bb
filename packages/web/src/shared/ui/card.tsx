import type { ComponentProps } from 'react'
import styles from './card.module.css'

/** A raised surface that groups content. */
export const Card = (props: ComponentProps<'section'>) => (
  <section {...props} className={`${styles.card} ${props.className ?? ''}`} />
)
