import { useEffect, useState } from 'react'
import { PartError } from '../shared/error-boundary.tsx'
import type { Offer } from '../shared/slots/offer.ts'
import type { Extras } from './extras/extras.ts'
import type * as extrasModule from './extras/index.ts'
import type { Prefill } from './prefill.ts'

type ExtrasModule = typeof extrasModule

/** The fields, price and payment that only some event types have, and the code for them once it is loaded. */
export interface ExtrasControl {
  /** Whether the event type has any, or the booker wants to add guests. */
  readonly isNeeded: boolean
  /** Absent until the code is loaded. */
  readonly loaded?: { readonly module: ExtrasModule; readonly extras: Extras } | undefined
  readonly onChange: (extras: Extras) => void
  /** Adds a row for a guest, which loads the code if nothing else did. */
  readonly addGuest: () => void
}

const hasExtras = ({ locations, questions, payment, securityDeposit }: Offer): boolean =>
  locations.length > 0 || questions.length > 0 || payment !== null || securityDeposit !== null

/** Loads the code for the fields that an event type has, and keeps their values. `typed` are those of before a reload. */
export function useExtras(
  offer: Offer | undefined,
  prefill: Prefill,
  typed: Extras | undefined,
): ExtrasControl {
  const [isWanted, setIsWanted] = useState((typed ?? prefill).guests.length > 0)
  const [module, setModule] = useState<ExtrasModule>()
  const [extras, setExtras] = useState(typed)
  const [error, setError] = useState<unknown>()
  const isNeeded = offer !== undefined && (isWanted || hasExtras(offer))
  useEffect(() => {
    if (!isNeeded) return
    import('./extras/index.ts').then(setModule, setError)
  }, [isNeeded])
  // The error boundary offers to load the page again: browsers do not ask twice for a script that failed.
  // Guests are no reason to lose the form.
  if (error !== undefined && offer && hasExtras(offer))
    throw new PartError('the fields did not load', { cause: error })
  if (module === undefined || offer === undefined || !isNeeded) {
    return { isNeeded, onChange: setExtras, addGuest: () => setIsWanted(true) }
  }
  const first = module.initialExtras(offer, prefill)
  const hasNoRow = isWanted && first.guests.length === 0
  // An added service may ask more, and other rooms may ask something else.
  const current =
    (extras && module.typedExtras(offer, first, extras)) ??
    (hasNoRow ? { ...first, guests: [{ key: 0, email: '' }] } : first)
  const { guests } = current
  return {
    isNeeded,
    loaded: { module, extras: current },
    onChange: setExtras,
    addGuest: () =>
      setExtras({ ...current, guests: [...guests, { key: module.nextKey(guests), email: '' }] }),
  }
}
