import { providerEntity } from '../../booking/providers/provider.ts'
import { NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair } from '../../kernel/doctor/rule.ts'
import { marksBookings } from './check-sharing.ts'
import { readEntry, readItem } from './item-repair.ts'

/** Records that a provider shares bookings. If it no longer does, that costs one read of its lists. */
export const recordSharing: ItemRepair = async ({ store }, [key, dayKey]) => {
  const [entry, day] = [await readEntry(store, key), await readItem(store, dayKey)]
  if (entry?.kind !== 'provider' || entry.value === undefined || day === undefined) return NO_WRITES
  const before = entry.value
  if (before.sharesBookings || !marksBookings(day)) return NO_WRITES
  const after = { ...before, version: before.version + 1, sharesBookings: true }
  return { provider: providerEntity.replace(before, after) }
}
