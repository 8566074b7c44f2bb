import { useSyncExternalStore } from 'react'

/** Whether an account's list of first steps is offered: until it is hidden, once it was opened. */
export type FirstDayState = 'open' | 'hidden' | undefined

const CHANGED = 'holdfast:first-day'
const keyOf = (accountId: string): string => `holdfast.first-day.${accountId}`

function read(accountId: string): FirstDayState {
  const kept = localStorage.getItem(keyOf(accountId))
  return kept === 'open' || kept === 'hidden' ? kept : undefined
}

/** Remembers in this browser that the list was opened, or is to be hidden. */
export function rememberFirstDay(accountId: string, state: 'open' | 'hidden'): void {
  localStorage.setItem(keyOf(accountId), state)
  dispatchEvent(new Event(CHANGED))
}

function subscribe(onChange: () => void): () => void {
  addEventListener(CHANGED, onChange)
  return () => removeEventListener(CHANGED, onChange)
}

/** What this browser remembers of an account's list. */
export const useFirstDayState = (accountId: string): FirstDayState =>
  useSyncExternalStore(subscribe, () => read(accountId))
