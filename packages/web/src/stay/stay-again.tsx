import type { PublicStay } from '@holdfast/contracts'
import { api, bearer, unwrap } from '../shared/api/api.ts'
import { ReadAgain } from '../shared/read-again.tsx'
import { bookedInTab, keepBookedInTab } from '../shared/tab-storage.ts'

/** A stay that was booked. */
export interface BookedStay {
  readonly stay: Pick<PublicStay, 'id' | 'arrival' | 'departure' | 'manageToken'>
  readonly guest: { readonly name: string; readonly email: string }
  /** Whether it was shown before a reload. */
  readonly isAgain?: true
}

/** What a tab keeps of a stay that it booked: enough to read it again. The guest's details stay on the server. */
export type KeptStay = Pick<PublicStay, 'id' | 'manageToken'>

/** Keeps what was booked, so that a reload of this tab shows it again. Undefined: lets it begin another booking. */
export const keepStay = (kept: KeptStay | undefined): void => keepBookedInTab(kept)

/** The stay that was booked in this tab on this page before a reload. */
export const keptStay = (): KeptStay | undefined => bookedInTab()

interface StayAgainProps {
  readonly calendarId: string
  readonly kept: KeptStay
  /** The date of the reader. */
  readonly today: string
  readonly onFound: (booked: BookedStay) => void
  readonly onGone: () => void
}

/** Reads the stay that this tab booked before a reload, and shows it as it is now. */
export function StayAgain({ calendarId, kept, today, onFound, onGone }: StayAgainProps) {
  const read = async (): Promise<BookedStay | undefined> => {
    const { id, manageToken } = kept
    const found = await unwrap(
      api.GET('/v1/stays/{id}/{stayId}', {
        params: { path: { id: calendarId, stayId: id } },
        headers: bearer(manageToken),
      }),
    )
    const { status, arrival, departure, guest } = found
    if (status !== 'confirmed' || departure < today) return undefined
    return { stay: { id, arrival, departure, manageToken }, guest, isAgain: true }
  }
  return <ReadAgain read={read} onFound={onFound} onGone={onGone} />
}
