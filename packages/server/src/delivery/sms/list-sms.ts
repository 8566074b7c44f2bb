import { ok, type Result } from '@holdfast/engine'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { instantText } from '../../kernel/representations.ts'
import { sentSmsRange } from '../keys.ts'
import { type SentSms, sentSmsEntity } from './sent-sms.ts'

/** Lists the SMS about a booking of the caller's account, the oldest first. */
export async function listSms(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  bookingId: string,
  page: Page,
): Promise<Result<Listed<SentSms>, Refusal>> {
  const found = await getBooking(deps, caller, bookingId)
  if (!found.ok) return found
  const listed = await listPage(deps.store, sentSmsRange(bookingId), page, sentSmsEntity.decode)
  return ok(listed)
}

/** An SMS as the API shows it. */
export const smsRepresentation = ({
  bookingId,
  kind,
  state,
  segments,
  reason,
  createdAtEpochSeconds,
}: SentSms) => ({
  bookingId,
  kind,
  state,
  segments,
  reason: reason ?? null,
  at: instantText(createdAtEpochSeconds),
})
