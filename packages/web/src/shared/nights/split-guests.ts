import type { FoundStays } from '@holdfast/contracts'
import type { Occupants } from './stay-slot.ts'

type Occupancy = FoundStays['data'][number]['occupancy']

/** How many can stay in a room if the house does not say it. */
const ROOM_MAX = 10

interface Room {
  readonly most: { readonly adults: number; readonly children: number; readonly total: number }
  adults: number
  readonly childAges: number[]
}

const peopleIn = ({ adults, childAges }: Room): number => adults + childAges.length

/** Whether a room is emptier than another one, for its size; of two that are alike, the one with fewer people. */
const isEmptier = (room: Room, other: Room): boolean => {
  const difference = peopleIn(room) / room.most.total - peopleIn(other) / other.most.total
  return difference === 0 ? peopleIn(room) < peopleIn(other) : difference < 0
}

const emptiest = (rooms: readonly Room[]): Room | undefined =>
  rooms.reduce<Room | undefined>(
    (found, room) => (found === undefined || isEmptier(room, found) ? room : found),
    undefined,
  )

/**
 * Splits a party over rooms: an adult in each, then everybody else where the most places are free. Who finds no place is left
 * out, and a room more than there are adults has an adult who is not of the party.
 */
export function splitGuests(
  { adults, childAges }: Occupants,
  rooms: readonly Occupancy[],
): readonly Occupants[] {
  const filled = rooms.map((occupancy): Room => {
    const { adults: most = ROOM_MAX, children = ROOM_MAX, total = ROOM_MAX } = occupancy ?? {}
    return { most: { adults: most, children, total }, adults: 1, childAges: [] }
  })
  const withPlace = () => filled.filter((room) => peopleIn(room) < room.most.total)
  for (let left = adults - filled.length; left > 0; left -= 1) {
    const room = emptiest(withPlace().filter((each) => each.adults < each.most.adults))
    if (room) room.adults += 1
  }
  for (const age of childAges) {
    const room = emptiest(withPlace().filter((each) => each.childAges.length < each.most.children))
    room?.childAges.push(age)
  }
  return filled.map((room) => ({ adults: room.adults, childAges: room.childAges }))
}
