import type { Slot } from '@holdfast/contracts'
import type { Hold, ManagedBooking } from './hold.ts'
import type { BookedSeries } from './series/series.ts'
import type { Chosen } from './wish.ts'

/** The current step of the booking. */
export type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'details'; readonly slot: Slot }
  /** The booking is complete once it is paid. `isBack`: the booker has been on the page to pay on. */
  | { readonly kind: 'pay'; readonly hold: Hold; readonly isBack: boolean }
  | BookedStep
  /** What this tab booked before a reload is read again. */
  | { readonly kind: 'return'; readonly kept: KeptBooked }
  /** The booker joins the wait list. */
  | { readonly kind: 'wait' }

/** What a tab keeps of what it booked: enough to read it again. The details of the booker stay on the server. */
export interface KeptBooked {
  /** Of the booking, or of its group. */
  readonly id: string
  readonly token: string
  readonly chosen: Chosen
  /** Set if it is a series: the starts that were not available. */
  readonly skipped?: readonly string[]
}

/** What was booked. `isAgain`: it was shown before a reload. */
export type BookedStep = { readonly isAgain?: true } & (
  | { readonly kind: 'done'; readonly managed: ManagedBooking }
  | { readonly kind: 'series'; readonly series: BookedSeries }
)
