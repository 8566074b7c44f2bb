import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'
import { addressOf } from '../shared/base-path.ts'

const BASE = addressOf('/dashboard')
const MOVED = 'holdfast:moved'

const pathInUrl = (): string => location.pathname.replace(/\/+$/, '').slice(BASE.length) || '/'
const urlOf = (path: string): string => `${BASE}${path === '/' ? '' : path}`

/** Asks before the page is left; `leave` leaves it. */
export type LeaveGuard = (leave: () => void) => void

// The shown page. It differs from the URL while a guard asks.
let shownPath = pathInUrl()
let guard: LeaveGuard | undefined

/** Sets the guard of the current page, or removes it. */
export function setLeaveGuard(next: LeaveGuard | undefined): void {
  guard = next
}

function show(path: string): void {
  shownPath = path
  dispatchEvent(new Event(MOVED))
}

addEventListener('popstate', () => {
  const path = pathInUrl()
  if (guard === undefined || path === shownPath) {
    show(path)
    return
  }
  // The browser has left already: return to the page while the guard asks.
  history.pushState(null, '', urlOf(shownPath))
  guard(() => go(path))
})

function subscribe(onMove: () => void): () => void {
  addEventListener(MOVED, onMove)
  return () => removeEventListener(MOVED, onMove)
}

/** The path within the dashboard: `/`, `/bookings`, `/event-types/ety_…`. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => shownPath)

/** Navigates to a path within the dashboard, without asking the guard. */
export function go(path: string): void {
  history.pushState(null, '', urlOf(path))
  show(path)
  document.getElementById('content')?.scrollTo(0, 0)
}

/** Shows another page in place of the current one, so that "back" does not return to it. */
export function replace(path: string): void {
  history.replaceState(null, '', urlOf(path))
  show(path)
}

/** Navigates to a path within the dashboard, unless the guard of the page objects. */
export function navigate(path: string): void {
  if (guard === undefined) go(path)
  else guard(() => go(path))
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link within the dashboard. Clicks that open a new tab or window are left to the browser. */
export function Link({ to, onClick, ...rest }: ComponentProps<'a'> & { readonly to: string }) {
  return (
    <a
      {...rest}
      href={urlOf(to)}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        navigate(to)
      }}
    />
  )
}
