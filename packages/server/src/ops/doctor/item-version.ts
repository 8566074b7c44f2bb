import type { ItemKind } from './item-kind.ts'

const UNVERSIONED: ReadonlySet<ItemKind> = new Set([
  'trigger',
  'ledger_day',
  'calendar_nights',
  'class_session',
  'limit_count',
  'booker_count',
  'booker_ever_count',
  'account_booker_count',
  'account_booker_ever_count',
  'waitlist_place',
  'waitlist_person',
  'booking_group',
  'photo_count',
  'photo_size',
  'credential',
])

/** Whether items of a kind have a `version`. Ledger items and counts count their writes with `rev`. */
export const isVersioned = (kind: ItemKind): boolean => !UNVERSIONED.has(kind)
