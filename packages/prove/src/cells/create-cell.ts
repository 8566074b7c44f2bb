import { BookedStayCell } from './booked-stay-cell.ts'
import { BookingCell } from './booking-cell.ts'
import type { Cell } from './cell.ts'
import { HouseCell } from './house-cell.ts'
import { PaidCell, type Payer } from './paid-cell.ts'
import { PaidStayCell } from './paid-stay-cell.ts'
import { RoomsCell } from './rooms-cell.ts'
import { StayCell } from './stay-cell.ts'
import { WaitlistCell } from './waitlist-cell.ts'
import type { World } from './world.ts'

const DAY_MINUTES = 24 * 60

/** Creates the cell of a world with an index from 0. The cells of a world share no time. */
export function createCell(
  world: World,
  firstDayEpochMinutes: number,
  index: number,
  payer: Payer | undefined,
): Cell {
  if (world.shape === 'nights') return new StayCell(world, firstDayEpochMinutes, index)
  if (world.shape === 'orders' || world.shape === 'balances') {
    if (payer === undefined) throw new Error('Nobody can pay.')
    return new PaidStayCell(world, firstDayEpochMinutes, index, payer)
  }
  if (world.today !== undefined) return new HouseCell(world, world.today, payer)
  if (world.shape === 'rooms') return new RoomsCell(world, firstDayEpochMinutes, index)
  if (world.units !== undefined) return new BookedStayCell(world, firstDayEpochMinutes, index)
  const dayEpochMinutes = firstDayEpochMinutes + index * DAY_MINUTES
  if (world.shape === 'waitlist') return new WaitlistCell(world, dayEpochMinutes)
  if (world.shape !== 'paid') return new BookingCell(world, dayEpochMinutes)
  if (payer === undefined) throw new Error('Nobody can pay.')
  return new PaidCell(world, dayEpochMinutes, payer)
}
