import type { ReactNode, Ref } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  readonly tone: 'info' | 'warn' | 'danger'
  readonly title: string
  readonly children?: ReactNode
  /** Read out at once by screen readers; else when they are done. */
  readonly isUrgent?: boolean
  /** 1 where the notice is all that is on the page. */
  readonly headingLevel?: 1 | 2
  readonly headingRef?: Ref<HTMLHeadingElement>
}

/** Something that the reader should know, with what can be done about it. */
export function Notice({
  tone,
  title,
  children,
  isUrgent = tone === 'danger',
  headingLevel = 2,
  headingRef,
}: NoticeProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <section className={`${styles.notice} ${styles[tone]}`} role={isUrgent ? 'alert' : 'status'}>
      <Heading ref={headingRef} tabIndex={-1}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
