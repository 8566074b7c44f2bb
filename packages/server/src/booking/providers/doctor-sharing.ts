import { FactsByKey } from '../../kernel/doctor/facts-by-key.ts'
import { NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { DoctorRule, ItemRepair } from '../../kernel/doctor/rule.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { ledgerKey } from '../../ledger/keys.ts'
import { readDay } from '../../ledger/read-day.ts'
import { bookingFinding } from '../findings.ts'
import { providerKey } from '../keys.ts'
import { type Provider, providerEntity } from './provider.ts'

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

/**
 * The rule that each provider whose ledger marks bookings of several records that it shares bookings: lists look
 * for marks only then. Its facts are the marked days, and the providers that record nothing.
 */
export const sharingRule: DoctorRule<{ ledger_day: undefined; provider: Provider }> = {
  check(inShare) {
    const providers = new FactsByKey(inShare, () => ({
      markedDate: undefined as string | undefined,
      recordsNothing: false,
    }))
    return {
      visit: {
        ledger_day({ item, partitionId, sortId }) {
          if (marksBookings(item)) providers.at(partitionId).markedDate = sortId
        },
        provider({ partitionId, value }) {
          if (value === undefined || value.deletedAtEpochSeconds !== undefined) return
          if (!value.sharesBookings) providers.at(partitionId).recordsNothing = true
        },
      },
      get factCount() {
        return providers.count
      },
      *findings() {
        for (const [providerId, { markedDate, recordsNothing }] of providers) {
          if (markedDate === undefined || !recordsNothing) continue
          const sentence =
            'The ledger marks bookings of several providers, but the provider does not record that it shares any. Its lists lack them.'
          const keys = [providerKey(providerId), ledgerKey(providerId, markedDate)]
          yield bookingFinding('sharing_unrecorded', keys, sentence)
        }
      },
    }
  },
  repairs: [['sharing_unrecorded', recordSharing]],
}
