import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a page with a title of its own. */
export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  )
}
