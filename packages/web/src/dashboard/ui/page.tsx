import type { ReactNode } from 'react'
import { useEffect } from 'react'
import styles from './page.module.css'

interface PageProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** The back link above the title. */
  readonly back?: ReactNode
  readonly children: ReactNode
}

/** A page of the dashboard: title, actions and content. */
export function Page({ title, lead, actions, back, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Holdfast`
  }, [title])
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          {back}
          <h1 dir="auto">{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** An empty state: why nothing is shown, and what to do next. */
export const Empty = ({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ReactNode
}) => (
  <div className={styles.empty}>
    <h2>{title}</h2>
    {children}
  </div>
)

/** A colored label for a status. */
export const Badge = ({
  tone,
  children,
}: {
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet'
  readonly children: ReactNode
}) => <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>

/** A list of rows. */
export const Rows = ({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) => (
  <ul className={styles.rows} aria-label={label}>
    {children}
  </ul>
)

/** One row: title, badge, details and actions. */
export const Row = ({
  title,
  meta,
  badge,
  actions,
}: {
  readonly title: ReactNode
  readonly meta?: ReactNode
  readonly badge?: ReactNode
  readonly actions?: ReactNode
}) => (
  <li className={styles.row}>
    <div className={styles.what}>
      <div className={styles.rowTitle}>
        <span dir="auto">{title}</span>
        {badge}
      </div>
      {meta && (
        <div className={styles.meta} dir="auto">
          {meta}
        </div>
      )}
    </div>
    {actions && <div className={styles.rowActions}>{actions}</div>}
  </li>
)

/** The filters of a list. */
export const Filters = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.filters}>{children}</div>
)
