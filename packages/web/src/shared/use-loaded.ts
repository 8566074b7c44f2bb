import { useCallback, useEffect, useState } from 'react'

/** The state of a load; `isSlow` becomes true after 4 seconds. */
export type Loaded<Value> =
  | { readonly state: 'loading'; readonly isSlow: boolean }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'ready'; readonly value: Value }

const SLOW_MS = 4000
const LOADING = { state: 'loading', isSlow: false } as const

/**
 * Loads a value when `key` changes, and again on `reload`. A change of the key aborts the load that is
 * running.
 */
export function useLoaded<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
): readonly [Loaded<Value>, reload: () => void] {
  const [loaded, setLoaded] = useState<Loaded<Value>>(LOADING)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key alone decides what is loaded
  useEffect(() => {
    const abort = new AbortController()
    setLoaded(LOADING)
    const slow = setTimeout(() => setLoaded({ state: 'loading', isSlow: true }), SLOW_MS)
    const finish = (next: Loaded<Value>) => {
      clearTimeout(slow)
      if (!abort.signal.aborted) setLoaded(next)
    }
    load(abort.signal).then(
      (value) => finish({ state: 'ready', value }),
      (error: unknown) => finish({ state: 'failed', error }),
    )
    return () => {
      clearTimeout(slow)
      abort.abort()
    }
  }, [key, round])
  return [loaded, useCallback(() => setRound((last) => last + 1), [])]
}
