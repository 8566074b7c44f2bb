import { joinRule } from '../../kernel/doctor/join-rule.ts'
import { NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair } from '../../kernel/doctor/rule.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { ledgerKey } from '../../ledger/keys.ts'
import { readDay } from '../../ledger/read-day.ts'
import { bookingFinding } from '../findings.ts'
import { providerKey } from '../keys.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'

/** Whether a ledger day marks bookings of several providers. A malformed day marks none. */
function marksBookings(item: Item): boolean {
  const day = readDay(item)
  return 'state' in day && (day.state.bookings ?? []).length > 0
}

/** Records that a provider shares bookings. If it no longer does, that costs one read of its lists. */
const recordSharing: ItemRepair = async ({ read, readAs }, [key, dayKey]) => {
  const [provider, day] = [await readAs(providerEntity, key), await read(dayKey)]
  const before = provider?.value
  if (before === undefined || day === undefined) return NO_WRITES
  if (before.sharesBookings || !marksBookings(day.item)) return NO_WRITES
  const after = { ...before, version: before.version + 1, sharesBookings: true }
  return { provider: providerEntity.replace(before, after) }
}

/** What was read of one provider. */
interface SharingFacts {
  /** A day that marks bookings of several. */
  markedDate: string | undefined
  /** The provider exists, and records nothing. */
  recordsNothing: boolean
}

/**
 * The rule that each provider whose ledger marks bookings of several records that it shares bookings: lists look
 * for marks only then. Its facts are the marked days, and the providers that record nothing.
 */
export const sharingRule = joinRule<{ ledger_day: undefined; provider: Provider }, SharingFacts>({
  empty: () => ({ markedDate: undefined, recordsNothing: false }),
  visit: ({ at }) => ({
    ledger_day({ item, partitionId, sortId }) {
      if (marksBookings(item)) at(partitionId).markedDate = sortId
    },
    provider({ partitionId, value }) {
      if (value === undefined || value.deletedAtEpochSeconds !== undefined) return
      if (!value.sharesBookings) at(partitionId).recordsNothing = true
    },
  }),
  *findings(providerId, { markedDate, recordsNothing }) {
    if (markedDate === undefined || !recordsNothing) return
    const sentence =
      'The ledger marks bookings of several providers, but the provider does not record that it shares any. Its lists lack them.'
    const keys = [providerKey(providerId), ledgerKey(providerId, markedDate)]
    yield bookingFinding('sharing_unrecorded', keys, sentence)
  },
  repairs: [['sharing_unrecorded', recordSharing]],
})
