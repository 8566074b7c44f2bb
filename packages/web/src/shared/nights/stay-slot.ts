import type { Slot, StayQuotes } from '@holdfast/contracts'

/** Who stays. */
export interface Occupants {
  readonly adults: number
  readonly childAges: readonly number[]
}

/** A room that is booked together with others. */
export interface RoomChoice {
  readonly eventTypeId: string
  /** Absent: the event type has no rate plans. */
  readonly ratePlanId?: string
  readonly occupants: Occupants
  /** The ids of extras of its rate plan. */
  readonly extras?: readonly string[]
}

/** A room of a stay in several, as it was shown. */
export interface RoomOfStay extends RoomChoice {
  readonly title: string
  /** The name of its rate plan. */
  readonly planName?: string
  /** A code that counted in its price. */
  readonly code?: string
  /** Null: it has no price. */
  readonly price: NonNullable<Slot['price']> | null
}

/** The price of a stay by a rate plan. */
export type PlanQuote = StayQuotes['data'][number]

/** What guests choose beside a rate plan. */
export interface StayWishes {
  /** The ids of extras. */
  readonly extras: readonly string[]
  /** A code for a discount. */
  readonly code?: string
}

/** A price, with the choices that are in it. */
export interface ChosenQuote {
  readonly quote: PlanQuote
  readonly wishes: StayWishes
}

/** Nights as a booking page chooses, holds and books them: from check-in to check-out, as the clocks of the house say. */
export interface StaySlot extends Slot {
  readonly arrival: string
  readonly departure: string
  /** Wall times of the house, `HH:MM`. */
  readonly checkInTime: string
  readonly checkOutTime: string
  /** Absent: that is not asked. */
  readonly occupants?: Occupants
  /** The price by the chosen rate plan. Absent: there is none. */
  readonly chosen?: ChosenQuote
  /** The rooms of a stay in several; `price` is that of all. Absent: it is one. */
  readonly rooms?: readonly RoomOfStay[]
}

/** What a stay is made of. */
interface StayOf {
  readonly arrival: string
  readonly departure: string
  readonly checkInTime: string
  readonly checkOutTime: string
  readonly price: Slot['price']
  readonly occupants?: Occupants | undefined
  readonly chosen?: ChosenQuote | undefined
  readonly rooms?: readonly RoomOfStay[] | undefined
}

/** The nights of a stay. Its start and end only name it: the server reads `arrival` and `departure`. */
export const staySlot = (stay: StayOf): StaySlot => ({
  start: `${stay.arrival}T${stay.checkInTime}:00Z`,
  end: `${stay.departure}T${stay.checkOutTime}:00Z`,
  available: true,
  arrival: stay.arrival,
  departure: stay.departure,
  checkInTime: stay.checkInTime,
  checkOutTime: stay.checkOutTime,
  ...(stay.price && { price: stay.price }),
  ...(stay.occupants && { occupants: stay.occupants }),
  ...(stay.chosen && { chosen: stay.chosen }),
  ...(stay.rooms && { rooms: stay.rooms }),
})

/** Whether what is chosen are nights. */
export const isStaySlot = (slot: Slot): slot is StaySlot => 'arrival' in slot

/** The dates of a stay, as the API takes them. */
export const datesOf = ({ arrival, departure }: StaySlot) => ({ arrival, departure })

/** What a booking of nights says besides its dates: who stays, by which plan, with which extras and code, and the price that the guest saw. */
export const wishesOf = ({ occupants, chosen, price }: StaySlot) => ({
  ...(occupants && {
    occupants: { adults: occupants.adults, childAges: [...occupants.childAges] },
  }),
  ...(chosen && {
    ratePlanId: chosen.quote.ratePlanId,
    ...(chosen.wishes.extras.length > 0 && { extras: chosen.wishes.extras.map((id) => ({ id })) }),
    ...(chosen.wishes.code !== undefined && { code: chosen.wishes.code }),
  }),
  ...(price && { expectedAmount: price.amount }),
})
