import type { GuestStay } from '@holdfast/contracts'

/** What the parts of the page share. */
export interface StayViewProps {
  readonly stay: GuestStay
  readonly path: { readonly id: string; readonly stayId: string }
  readonly token: string
  /** Whether it was found to be another than the reader saw. */
  readonly isChanged: boolean
  readonly onCancelled: (stay: GuestStay) => void
  readonly onChanged: () => void
}
