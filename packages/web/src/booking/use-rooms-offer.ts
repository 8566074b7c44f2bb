import type { AvailabilityControl } from '../shared/slots/use-availability.ts'
import { type Loaded, useLoaded } from '../shared/use-loaded.ts'
import type { LoadedRooms } from './rooms/load-rooms.ts'

/** Whether the address of the page asks for several rooms. */
const IS_ASKED = new URLSearchParams(location.search).has('room')

/** The rooms that the address of the page asks for, as they are found. */
export interface RoomsControl {
  /** Undefined if the address names less than two rooms. */
  readonly loaded: Loaded<LoadedRooms | undefined>
  readonly reload: () => void
}

/** The control with the offer of all rooms that the address asks for, if any. The code for them loads then. */
export function useRoomsOffer(
  control: AvailabilityControl,
): readonly [control: AvailabilityControl, rooms: RoomsControl | undefined] {
  const [loaded, reload] = useLoaded('rooms', async (signal) => {
    if (!IS_ASKED) return undefined
    const { loadRooms } = await import('./rooms/load-rooms.ts')
    return await loadRooms(location.search, signal)
  })
  if (!IS_ASKED) return [control, undefined]
  const { offer } = control.availability
  if (loaded.state !== 'ready' || loaded.value === undefined || offer === undefined) {
    return [control, { loaded, reload }]
  }
  const availability = { ...control.availability, offer: loaded.value.offerOf(offer) }
  return [
    { ...control, availability },
    { loaded, reload },
  ]
}
