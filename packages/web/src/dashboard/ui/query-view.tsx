import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { sharedMessages } from '../../shared/messages.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Failure } from './failure.tsx'
import styles from './page.module.css'

const SLOW_MILLISECONDS = 4_000

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>
  readonly children: (data: Data) => ReactNode
}

/** Renders the data of a query; until then a placeholder, or the error with a retry button. */
export function QueryView<Data>({ query, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return <Loading />
}

/** A placeholder for a list that is loading. */
export function Loading() {
  const t = useMessages(sharedMessages)
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.loading} role="status" aria-label={t.loading}>
      {isSlow && <p>{t.slow}</p>}
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} width="100%" height="3.5rem" />
      ))}
    </div>
  )
}
