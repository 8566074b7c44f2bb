import type { EventType } from '../api.ts'

/** The nights of a new booking, as they are edited. */
export interface StayDraft {
  readonly arrival: string
  readonly departure: string
  readonly adults: string
  /** The age of each child, separated by commas. */
  readonly childAges: string
  /** Empty: the event type has no plans, or none is chosen yet. */
  readonly ratePlanId: string
  /** How many rooms with these dates and people. */
  readonly rooms: string
}

/** The first values for an event type of nights. */
export const newStay = ({ occupancy }: EventType): StayDraft => ({
  arrival: '',
  departure: '',
  adults: String(occupancy?.base ?? 2),
  childAges: '',
  ratePlanId: '',
  rooms: '1',
})

/** Whether both dates are known, so that a stay can be priced and booked. */
export const isWholeStay = ({ arrival, departure }: StayDraft): boolean =>
  arrival !== '' && departure > arrival

/** Whether prices can be asked for: the dates and the people are numbers that the server reads. */
export const isPriceable = (stay: StayDraft): boolean => {
  const { adults, childAges } = occupantsOf(stay)
  return isWholeStay(stay) && adults >= 1 && !childAges.some(Number.isNaN)
}

/** How many rooms are booked together. */
export const roomsOf = ({ rooms }: StayDraft): number => Math.max(1, Number(rooms))

/** The typed ages of children. */
const agesOf = (text: string): readonly number[] =>
  text
    .split(/[,;\s]+/)
    .filter((age) => age !== '')
    .map(Number)

/** Who stays. */
export const occupantsOf = ({ adults, childAges }: StayDraft) => ({
  adults: Number(adults),
  childAges: [...agesOf(childAges)],
})

/** The part of the request body that says which nights are booked, for whom and by which plan. */
export const stayBodyOf = (draft: StayDraft) => ({
  arrival: draft.arrival,
  departure: draft.departure,
  occupants: occupantsOf(draft),
  ...(draft.ratePlanId !== '' && { ratePlanId: draft.ratePlanId }),
})
