import { type OfferableStart, offerableStart } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { LoadedEventType } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { listSlots } from '../slots/slots.ts'

// At a step of a minute, an answer holds the slots of nearly 14 days.
const WINDOW_SECONDS = 13 * 24 * 60 * 60

/** An event type whose starts are looked through, and for whom. */
export interface LookedThrough {
  readonly loaded: LoadedEventType
  readonly caller: Pick<Caller, 'accountId'>
}

/** The starts of an event type, read window by window as far as somebody needs them. */
export class LineWindows {
  readonly #deps: BookingDependencies
  readonly #looked: LookedThrough
  readonly #includeUnavailable: boolean
  readonly #windows = new Map<number, readonly OfferableStart[]>()

  /** `includeUnavailable`: also starts that nobody can book now, each as one that has a seat left. Default: false. */
  constructor(deps: BookingDependencies, looked: LookedThrough, includeUnavailable = false) {
    this.#deps = deps
    this.#looked = looked
    this.#includeUnavailable = includeUnavailable
  }

  /** The first start of a range of epoch seconds, `[from, to)`, that fits. */
  async firstOf(
    { from, to }: { readonly from: number; readonly to: number },
    fits: (start: OfferableStart) => boolean,
  ): Promise<OfferableStart | undefined> {
    const first = Math.floor(from / WINDOW_SECONDS)
    for (let window = first; window * WINDOW_SECONDS < to; window += 1) {
      const found = (await this.#startsIn(window)).find(fits)
      if (found) return found
    }
    return undefined
  }

  /** Has all windows read again. */
  forget(): void {
    this.#windows.clear()
  }

  async #startsIn(window: number): Promise<readonly OfferableStart[]> {
    const known = this.#windows.get(window)
    if (known) return known
    const { caller, loaded } = this.#looked
    const { eventType, provider } = loaded
    const listed = await listSlots(this.#deps, caller, eventType.id, {
      from: { epochMinutes: (window * WINDOW_SECONDS) / 60 },
      to: { epochMinutes: ((window + 1) * WINDOW_SECONDS) / 60 },
      includeUnavailable: this.#includeUnavailable,
      takesFreed: true,
    })
    const { starts, sessions } = listed.ok ? listed.value : { starts: [], sessions: undefined }
    const found = starts.map((start, index) => {
      const left = this.#includeUnavailable ? undefined : sessions?.seatsLeft[index]
      return offerableStart(start * 60, provider.timeZone, left)
    })
    this.#windows.set(window, found)
    return found
  }
}
