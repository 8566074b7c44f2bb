import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'

const BASE = '/dashboard'
const MOVED = 'holdfast:moved'

const here = (): string => location.pathname.replace(/\/+$/, '').slice(BASE.length) || '/'

function subscribe(onMove: () => void): () => void {
  addEventListener('popstate', onMove)
  addEventListener(MOVED, onMove)
  return () => {
    removeEventListener('popstate', onMove)
    removeEventListener(MOVED, onMove)
  }
}

/** The path within the dashboard: `/`, `/bookings`, `/event-types/ety_…`. */
export const usePath = (): string => useSyncExternalStore(subscribe, here)

/** Navigates to a path within the dashboard. */
export function navigate(path: string): void {
  history.pushState(null, '', `${BASE}${path === '/' ? '' : path}`)
  dispatchEvent(new Event(MOVED))
  scrollTo(0, 0)
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link within the dashboard. Clicks that open a new tab or window are left to the browser. */
export function Link({ to, onClick, ...rest }: ComponentProps<'a'> & { readonly to: string }) {
  return (
    <a
      {...rest}
      href={`${BASE}${to === '/' ? '' : to}`}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        navigate(to)
      }}
    />
  )
}
