import { useState } from 'react'

/** An action that runs once at a time, and its last error. */
export interface Action<Input> {
  readonly isBusy: boolean
  readonly error: unknown
  readonly run: (input: Input) => void
}

/** Wraps an asynchronous action for a button. It stays busy after a success, since the page moves on. */
export function useAction<Input = void>(act: (input: Input) => Promise<void>): Action<Input> {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = (input: Input) => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    act(input).catch((caught: unknown) => {
      setError(caught)
      setBusy(false)
    })
  }
  return { isBusy, error, run }
}
