import type { ReactNode, Ref } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  readonly tone: 'info' | 'warn' | 'danger'
  readonly title: string
  readonly children?: ReactNode
  /** Makes screen readers announce it immediately. Default: true for `danger`. */
  readonly isUrgent?: boolean
  /** 1 if the notice is the whole page. Default: 2. */
  readonly headingLevel?: 1 | 2
  readonly headingRef?: Ref<HTMLHeadingElement>
}

/** A highlighted message, with its actions as children. */
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
