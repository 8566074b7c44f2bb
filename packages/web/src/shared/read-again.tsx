import { useEffect, useRef } from 'react'
import { ApiError } from './api/api.ts'
import { FailureNotice } from './ui/failure-notice.tsx'
import { Skeleton } from './ui/skeleton.tsx'
import { useLoaded } from './use-loaded.ts'

interface ReadAgainProps<Value extends object> {
  /** Reads what was booked. Undefined: there is nothing to show any more, as it was cancelled or is over. */
  readonly read: () => Promise<Value | undefined>
  readonly onFound: (value: Value) => void
  readonly onGone: () => void
}

/** The refusals of a link that leads to nothing any more. */
const GONE_CODES: ReadonlySet<string | undefined> = new Set(['not_found', 'unauthenticated'])

/** Reads what a tab booked before a reload, as it is now. */
export function ReadAgain<Value extends object>({ read, onFound, onGone }: ReadAgainProps<Value>) {
  const [loaded, reload] = useLoaded('booked', () =>
    read().catch((error: unknown) => {
      if (error instanceof ApiError && GONE_CODES.has(error.code)) return undefined
      throw error
    }),
  )
  const latest = useRef({ onFound, onGone })
  latest.current = { onFound, onGone }
  useEffect(() => {
    if (loaded.state !== 'ready') return
    if (loaded.value) latest.current.onFound(loaded.value)
    else latest.current.onGone()
  }, [loaded])
  return loaded.state === 'failed' ? (
    <FailureNotice error={loaded.error} onRetry={reload} />
  ) : (
    <Skeleton width="100%" height="24rem" />
  )
}
