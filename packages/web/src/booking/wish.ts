import type { Slot } from '@holdfast/contracts'
import type { SignedInBooker } from '../shared/api/booker-session.ts'
import type { DecidingAnswers } from '../shared/slots/deciding-answers.ts'
import type { Offer } from '../shared/slots/offer.ts'
import type { AddedService } from './visit/added-service.ts'

/** The booker's details, as the API takes them. */
export interface BookingInput {
  readonly booker: {
    readonly name: string
    /** Absent: `phone` stands for it. */
    readonly email?: string
    readonly timeZone: string
    readonly locale: string
    readonly phone?: string
  }
  readonly note?: string
  readonly location?: { readonly option: number; readonly value?: string }
  readonly answers?: Readonly<Record<string, string | number | boolean | string[]>>
  readonly guests?: { readonly email: string }[]
}

/** What the booker chose before a time. */
export interface Chosen {
  /** The candidate. Undefined: no preference. */
  readonly chosenId: string | undefined
  /** One of the durations to choose from. Undefined: the default. */
  readonly durationMinutes: number | undefined
  /** The answers that decide which times are offered. */
  readonly answers: DecidingAnswers
  /** How many seats of a session the party takes. */
  readonly seats: number
  /** The services that follow that of the page in one visit. */
  readonly added: readonly AddedService[]
}

/** What the booker wants: a time of an offer, and what they chose before. */
export interface Wish extends Chosen {
  readonly offer: Offer
  readonly slot: Slot
  /** The booker who is signed in. */
  readonly booker: SignedInBooker | undefined
}
