import type { EventInput } from '@fullcalendar/react'
import { inkOn } from '../account/ink-on.ts'
import type { Booking, EventType, Provider } from '../api.ts'
import { providerIdsOf } from '../bookings/candidates.ts'

/** What the color of a booking says. */
export const COLORINGS = ['status', 'type', 'provider'] as const
export type Coloring = (typeof COLORINGS)[number]

/** A color of bookings, and what it stands for. */
export interface Tone {
  /** The id of an event type or a provider. */
  readonly id: string
  readonly name: string
  readonly color: string
  /** The color of text on it. */
  readonly ink: string
}

/** Colors that can be told apart beside each other, for what has no color of its own. */
const COLORS = [
  '#1d5c4d',
  '#2c5aa0',
  '#8a4b08',
  '#7a3f8f',
  '#a8324a',
  '#0f6c7d',
  '#5b6b1f',
  '#4f4a9b',
  '#b0571c',
  '#5c5f66',
] as const

const toneOf = (
  {
    id,
    name,
    color,
  }: { readonly id: string; readonly name: string; readonly color?: string | null },
  index: number,
): Tone => {
  const own = color ?? COLORS[index % COLORS.length] ?? COLORS[0]
  return { id, name, color: own, ink: inkOn(own) }
}

/** The tones of event types or providers, in their order, so that each keeps its own. */
export function tonesOf(
  coloring: Coloring,
  providers: readonly Provider[],
  eventTypes: readonly EventType[],
): ReadonlyMap<string, Tone> {
  const named =
    coloring === 'status'
      ? []
      : coloring === 'provider'
        ? providers.filter(({ kind }) => kind !== 'team').map(({ id, name }) => ({ id, name }))
        : eventTypes.map(({ id, title, color }) => ({ id, name: title, color }))
  return new Map(named.map((each, index) => [each.id, toneOf(each, index)]))
}

/** The tone of a booking that takes place; any other keeps the color of its status. */
export function toneOfBooking(
  booking: Booking,
  coloring: Coloring,
  tones: ReadonlyMap<string, Tone>,
): Tone | undefined {
  if (booking.status !== 'confirmed' && booking.status !== 'completed') return undefined
  const ids = coloring === 'type' ? [booking.eventTypeId ?? ''] : providerIdsOf(booking)
  return ids.map((id) => tones.get(id)).find((tone) => tone !== undefined)
}

/** An item of the calendar in a tone. */
export const toned = (input: EventInput, tone: Tone | undefined): EventInput =>
  tone === undefined ? input : { ...input, color: tone.color, contrastColor: tone.ink }
