/** Whether the page is in a frame of another page. */
export const isFramed = window.parent !== window

/** What a page says about a booking. Never the booker's details or the manage token: any site may embed it. */
export interface SentBooking {
  readonly id: string
  readonly start: string
}

interface HostEvents {
  readonly ready: Readonly<Record<never, never>>
  readonly held: SentBooking
  readonly booked: SentBooking & { readonly status: 'confirmed' | 'pending' }
  readonly rescheduled: SentBooking
  readonly cancelled: SentBooking
  readonly leave: { readonly url: string; readonly reason: 'payment' | 'redirect' }
}

/** Loaded in frames alone, so that other pages need not load it. */
const channel = isFramed ? import('./host-channel.ts') : undefined

/**
 * Tells the page around this one what happened, in a message `{type: 'holdfast:…', …}`. Does nothing outside of a
 * frame.
 */
export function tellHost<Name extends keyof HostEvents>(
  name: Name,
  detail: HostEvents[Name],
): void {
  void channel?.then(({ postToHost }) => postToHost({ type: `holdfast:${name}`, ...detail }))
}

/** Connects a page in a frame with the page around it, which gets its height and the Escape key. */
export function connectHost(): void {
  void channel?.then(({ openChannel }) => openChannel())
}
