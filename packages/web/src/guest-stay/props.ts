import type { GuestStay } from '@holdfast/contracts'

/** The props that the parts of the page share. */
export interface StayViewProps {
  readonly stay: GuestStay
  readonly path: { readonly id: string; readonly stayId: string }
  readonly token: string
  /** Whether the stay has changed since the reader first saw it. */
  readonly isChanged: boolean
  readonly onCancelled: (stay: GuestStay) => void
  readonly onChanged: () => void
}
