import type { ReactNode, Ref } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  readonly tone: 'info' | 'warn' | 'danger'
  readonly title: string
  readonly children?: ReactNode
  /** Read out at once by screen readers; else when they are done. */
  readonly isUrgent?: boolean
  readonly headingRef?: Ref<HTMLHeadingElement>
}

/** Something that the reader should know, with what can be done about it. */
export function Notice({
  tone,
  title,
  children,
  isUrgent = tone === 'danger',
  headingRef,
}: NoticeProps) {
  return (
    <section className={`${styles.notice} ${styles[tone]}`} role={isUrgent ? 'alert' : 'status'}>
      <h2 ref={headingRef} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}
