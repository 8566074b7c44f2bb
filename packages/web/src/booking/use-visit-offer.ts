import { useEffect, useState } from 'react'
import { PartError } from '../shared/error-boundary.tsx'
import type { AvailabilityControl } from '../shared/slots/use-availability.ts'
import type { AddedService } from './visit/added-service.ts'
import type * as visitModule from './visit/index.ts'

/** The control with the offer of the whole visit, if the booker added services. The code for it loads with the first one. */
export function useVisitOffer(
  control: AvailabilityControl,
  added: readonly AddedService[],
): AvailabilityControl {
  const [module, setModule] = useState<typeof visitModule>()
  const [error, setError] = useState<unknown>()
  const isNeeded = added.length > 0
  useEffect(() => {
    if (isNeeded) import('./visit/index.ts').then(setModule, setError)
  }, [isNeeded])
  if (error !== undefined) throw new PartError('the services did not load', { cause: error })
  const { offer } = control.availability
  if (!isNeeded || module === undefined || offer === undefined) return control
  const availability = { ...control.availability, offer: module.visitOffer(offer, added) }
  return { ...control, availability }
}
