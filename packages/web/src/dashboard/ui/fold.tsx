import { type ReactNode, useEffect, useRef } from 'react'
import { Card } from '../../shared/ui/card.tsx'
import styles from './fold.module.css'
import form from './form-page.module.css'

interface FoldProps {
  readonly title: ReactNode
  /** What the folded part holds, in a few words. */
  readonly summary?: ReactNode
  /** Opens it, so that the error inside is seen. */
  readonly hasError?: boolean
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A part that is folded until it is opened. An invalid value inside opens it, too. */
export function Fold({ title, summary, hasError = false, isOpenAtFirst, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if ((hasError || isOpenAtFirst) && details.current) details.current.open = true
  }, [hasError, isOpenAtFirst])
  return (
    <details
      ref={details}
      className={styles.fold}
      // The browser shows its message only beside a visible field.
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true
      }}
    >
      <summary>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        {summary && <span className={styles.state}>{summary}</span>}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}

/** A card with a title of the second level whose content is folded. */
export const FoldedCard = ({ title, ...rest }: FoldProps) => (
  <Card className={`${form.card} ${styles.card}`}>
    <Fold title={<h2>{title}</h2>} {...rest} />
  </Card>
)
