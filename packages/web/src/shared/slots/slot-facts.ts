import type { Slot } from '@holdfast/contracts'
import { isStaySlot, wishesOf } from '../nights/stay-slot.ts'

/** Names a slot among those of a list, which may have several of one start. */
export const slotKey = (slot: Slot): string =>
  `${slot.start} ${slot.end} ${slot.price?.amount ?? ''}${isStaySlot(slot) ? JSON.stringify(wishesOf(slot)) : ''}`

/** How long a slot is. */
export const minutesOf = ({ start, end }: Slot): number =>
  (Date.parse(end) - Date.parse(start)) / 60_000

/** What of slots differs, so that each has to show it. */
export interface Varying {
  readonly prices: boolean
  readonly durations: boolean
}

/** Whether the prices and the durations of slots differ. */
export function varying(slots: readonly Slot[]): Varying {
  const [first] = slots
  if (first === undefined) return { prices: false, durations: false }
  const minutes = minutesOf(first)
  return {
    prices: slots.some(({ price }) => price?.amount !== first.price?.amount),
    durations: slots.some((slot) => minutesOf(slot) !== minutes),
  }
}

/** One slot of each start, for a booking that keeps its duration and its price. */
export const oneOfEachStart = (slots: readonly Slot[]): readonly Slot[] =>
  slots.filter(({ start }, index) => start !== slots[index - 1]?.start)
