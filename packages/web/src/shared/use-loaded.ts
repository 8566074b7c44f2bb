import { useCallback, useEffect, useState } from 'react'

/** Something that is loaded: on its way (perhaps for long), here, or failed. */
export type Loaded<Value> =
  | { readonly state: 'loading'; readonly isSlow: boolean }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'ready'; readonly value: Value }

const SLOW_MS = 4000
const LOADING = { state: 'loading', isSlow: false } as const

/**
 * Loads something when `key` changes, and again on `reload`. What is on its way when the key changes
 * is dropped.
 */
export function useLoaded<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
): readonly [Loaded<Value>, reload: () => void] {
  const [loaded, setLoaded] = useState<Loaded<Value>>(LOADING)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded is named by the key alone
  useEffect(() => {
    const abort = new AbortController()
    setLoaded(LOADING)
    const slow = setTimeout(() => setLoaded({ state: 'loading', isSlow: true }), SLOW_MS)
    const settle = (next: Loaded<Value>) => {
      clearTimeout(slow)
      if (!abort.signal.aborted) setLoaded(next)
    }
    load(abort.signal).then(
      (value) => settle({ state: 'ready', value }),
      (error: unknown) => settle({ state: 'failed', error }),
    )
    return () => {
      clearTimeout(slow)
      abort.abort()
    }
  }, [key, round])
  return [loaded, useCallback(() => setRound((last) => last + 1), [])]
}
