import { type ReactNode, useEffect, useRef } from 'react'
import styles from './sign-in.module.css'

interface StepProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}

/** One step of the sign-in. Its heading takes the focus unless a field of it does. */
export function Step({ title, lead, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Holdfast`
    const step = heading.current?.parentElement
    if (!step?.contains(document.activeElement)) heading.current?.focus()
  }, [title])
  return (
    <div className={styles.step}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  )
}
