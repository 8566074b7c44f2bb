import { providerKey } from '../../booking/keys.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { ledgerKey } from '../../ledger/keys.ts'
import type { Check } from './check.ts'
import { finding } from './finding.ts'

/** Whether a ledger day marks bookings of several providers. A malformed day marks none. */
export function marksBookings(item: Item): boolean {
  try {
    return (ledgerFromItem(item).bookings ?? []).length > 0
  } catch {
    return false
  }
}

/**
 * Checks that each provider whose ledger marks bookings of several records that it shares bookings: lists look
 * for marks only then. Its facts are the providers with marks, and those that record nothing.
 */
export function sharingCheck(inShare: InShare): Check {
  /** A marked day of each provider that has one. */
  const markedDays = new Map<string, string>()
  const recordNothing = new Set<string>()
  return {
    visit(entry) {
      const { kind, item, partitionId, sortId } = entry
      if (!inShare(partitionId)) return
      if (kind === 'ledger_day' && marksBookings(item)) markedDays.set(partitionId, sortId)
      if (kind !== 'provider' || entry.value === undefined) return
      const { sharesBookings, deletedAtEpochSeconds } = entry.value
      if (!sharesBookings && deletedAtEpochSeconds === undefined) recordNothing.add(partitionId)
    },
    get factCount() {
      return markedDays.size + recordNothing.size
    },
    *findings() {
      for (const [providerId, date] of markedDays) {
        if (!recordNothing.has(providerId)) continue
        const sentence =
          'The ledger marks bookings of several providers, but the provider does not record that it shares any. Its lists lack them.'
        const keys = [providerKey(providerId), ledgerKey(providerId, date)]
        yield finding('sharing_unrecorded', keys, sentence)
      }
    },
  }
}
