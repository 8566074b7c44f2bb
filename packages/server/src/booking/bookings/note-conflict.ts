import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Offer } from './offer.ts'

/** Notes a refusal of a start that is on offer, if it was refused because the time is taken. */
export function noteConflict(
  deps: Pick<BookingDependencies, 'noteConflict'>,
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
