import { useEffect, useRef } from 'react'

/** Runs a function once, when its component appears, with the values of its first render. */
export function useOnce(run: () => void): void {
  const first = useRef(run)
  useEffect(() => first.current(), [])
}
