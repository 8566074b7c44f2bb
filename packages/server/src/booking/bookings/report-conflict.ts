import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Offer } from './offer.ts'

/** Reports the refusal of an offered start, if it was refused because its time is taken. */
export function reportConflict(
  deps: Pick<BookingDependencies, 'reportConflict'>,
  refusal: Refusal,
  { provider, eventType }: Offer,
  startEpochSeconds: number,
): void {
  if (refusal.code !== 'slot_taken') return
  deps.reportConflict?.({
    accountId: provider.accountId,
    providerId: provider.id,
    ...(eventType === undefined ? {} : { eventTypeId: eventType.id }),
    resourceVersion: (eventType ?? provider).version,
    startEpochSeconds,
  })
}
