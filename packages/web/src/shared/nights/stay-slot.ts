import type { Slot } from '@holdfast/contracts'

/** Nights as a booking page chooses, holds and books them: from check-in to check-out, as the clocks of the house say. */
export interface StaySlot extends Slot {
  readonly arrival: string
  readonly departure: string
  /** Wall times of the house, `HH:MM`. */
  readonly checkInTime: string
  readonly checkOutTime: string
}

/** What a stay is made of. */
interface StayOf {
  readonly arrival: string
  readonly departure: string
  readonly checkInTime: string
  readonly checkOutTime: string
  readonly price: Slot['price']
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
})

/** Whether what is chosen are nights. */
export const isStaySlot = (slot: Slot): slot is StaySlot => 'arrival' in slot

/** The dates of a stay, as the API takes them. */
export const datesOf = ({ arrival, departure }: StaySlot) => ({ arrival, departure })
