import type { GuestStay } from '@holdfast/contracts'

/** The guest cancelled or moved the stay here, or somebody changed it elsewhere. */
export type StayOutcome = 'cancelled' | 'moved' | 'changed'

/** The problem codes that mean the stay has changed since it was shown. */
export const IS_CHANGED: ReadonlySet<string | undefined> = new Set([
  'invalid_transition',
  'not_found',
  'version_mismatch',
])

/** The props that the parts of the page share. */
export interface StayViewProps {
  readonly stay: GuestStay
  readonly path: { readonly id: string; readonly stayId: string }
  readonly token: string
  /** What has happened to the stay since the reader first saw it. */
  readonly outcome: StayOutcome | undefined
  readonly onCancelled: (stay: GuestStay) => void
  readonly onMoved: (stay: GuestStay) => void
  readonly onChanged: () => void
}
