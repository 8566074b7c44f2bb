import type { Dependencies } from '../dependencies.ts'
import type { Refusal } from '../refusals.ts'
import type { Offer } from './offer.ts'

/** Notes a refusal of a start that is on offer, if it was refused because the time is taken. */
export function noteConflict(
  deps: Dependencies,
  refusal: Refusal,
  { provider, eventType }: Offer,
  startEpochSeconds: number,
): void {
  if (refusal.code !== 'slot_taken') return
  deps.noteConflict?.({
    accountId: provider.accountId,
    providerId: provider.id,
    ...(eventType === undefined ? {} : { eventTypeId: eventType.id }),
    resourceVersion: (eventType ?? provider).version,
    startEpochSeconds,
  })
}
