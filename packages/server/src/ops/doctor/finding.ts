import type { ItemKey } from '../../kernel/ports/store.ts'

/** `error`: a promise is broken or at risk. `warning`: time or space is lost, nothing more. */
export type Severity = 'error' | 'warning'

/** What each code means by itself; a single finding can still be beyond repair. */
const CODES = {
  /** Two owners stand on one quantum: people decide who stays. */
  double_claim: { severity: 'error', repairable: false },
  /** Quanta that nobody owns are taken: time that cannot be booked. */
  orphan_quanta: { severity: 'warning', repairable: true },
  /** Quanta that somebody owns are not taken: they could be sold a second time. */
  claim_missing: { severity: 'error', repairable: true },
  /** A live pending booking lacks its hold mark, so it cannot be confirmed. */
  hold_missing: { severity: 'error', repairable: true },
  block_mark_missing: { severity: 'error', repairable: true },
  /** A mark differs from its owner in range or expiry. */
  mark_wrong: { severity: 'error', repairable: true },
  /** A mark names a booking that is not pending there, or a block that is not there. */
  mark_without_owner: { severity: 'error', repairable: true },
  /** A ledger item that cannot be read, or whose `rev` is no positive whole number. */
  ledger_wrong: { severity: 'error', repairable: false },
  booking_wrong: { severity: 'error', repairable: false },
  block_wrong: { severity: 'error', repairable: false },
  provider_wrong: { severity: 'error', repairable: false },
  event_type_wrong: { severity: 'error', repairable: false },
  availability_wrong: { severity: 'error', repairable: false },
  api_key_wrong: { severity: 'error', repairable: false },
  calendar_wrong: { severity: 'error', repairable: false },
  calendar_event_wrong: { severity: 'error', repairable: false },
  /** Two stays stand on one night: people decide who stays. */
  nights_double: { severity: 'error', repairable: false },
  /** Nights of no stay are taken: they cannot be had. */
  nights_orphaned: { severity: 'warning', repairable: true },
  /** Nights of a stay are not taken: they could be sold a second time. */
  nights_missing: { severity: 'error', repairable: true },
  /** An event lacks one of its two items: by its id, or by its time. */
  calendar_event_copy_missing: { severity: 'error', repairable: true },
  /** An event is listed otherwise, or elsewhere, than its item by id gives. */
  calendar_event_copy_stale: { severity: 'error', repairable: true },
  /** Events or nights of a calendar that is not there, and that nothing removes. */
  calendar_contents_orphaned: { severity: 'warning', repairable: true },
  /** A calendar was deleted, and nothing removes it. */
  calendar_removal_missing: { severity: 'warning', repairable: true },
  /** A calendar that nobody deleted is in the queue of removals. */
  calendar_removal_stale: { severity: 'warning', repairable: true },
  /** A provider notes other calendars than are connected: their busy times would not be looked at. */
  connected_kinds_wrong: { severity: 'error', repairable: true },
  /** A calendar that nobody will read again, so that its time goes off the offer. */
  connection_due_missing: { severity: 'warning', repairable: true },
  connection_due_stale: { severity: 'warning', repairable: true },
  /** A calendar of a provider that was deleted. */
  connection_orphaned: { severity: 'warning', repairable: true },
  /** Busy times of a calendar that is not connected. */
  busy_month_orphaned: { severity: 'warning', repairable: true },
  version_wrong: { severity: 'error', repairable: false },
  /** An item that must last carries a `ttl`, by which the engine would delete it. */
  lasting_item_expires: { severity: 'error', repairable: true },
  /** The index attributes of an item are not those that its content gives. */
  index_wrong: { severity: 'error', repairable: true },
  /** The engine's index does not answer an item that names its partition. */
  index_entry_missing: { severity: 'error', repairable: false },
  /** The engine's index answers an item that does not name its partition. */
  index_entry_stray: { severity: 'error', repairable: false },
  trigger_missing: { severity: 'warning', repairable: true },
  trigger_stale: { severity: 'warning', repairable: true },
  /** Nothing holds the slug of a provider or event type: another could take it. */
  slug_missing: { severity: 'error', repairable: true },
  /** A slug is held for nobody who has it. */
  slug_stale: { severity: 'warning', repairable: true },
  /** A slug is held for another resource that has it too. */
  slug_shared: { severity: 'error', repairable: false },
  /** A listed API key that opens nothing. */
  api_key_hash_missing: { severity: 'error', repairable: true },
  /** A secret that opens an account, and that no list shows. */
  api_key_hash_stale: { severity: 'error', repairable: true },
  reference_missing: { severity: 'error', repairable: false },
  /** Items of two accounts, or of two providers, that refer to each other. */
  reference_crossed: { severity: 'error', repairable: false },
  /** An item of no known kind: perhaps of a newer version. */
  unknown_item: { severity: 'warning', repairable: false },
} as const satisfies Readonly<
  Record<string, { readonly severity: Severity; readonly repairable: boolean }>
>

/** The stable name of what is wrong. */
export type FindingCode = keyof typeof CODES

/** Something in the store that contradicts something else. */
export interface Finding {
  readonly code: FindingCode
  readonly severity: Severity
  readonly repairable: boolean
  /** The items concerned, the one that is wrong first; for a missing item, the key it would have. */
  readonly keys: readonly ItemKey[]
  /**
   * What is concerned of a ledger item, ascending: 5-minute quanta of a day (108 = 09:00 UTC), or
   * nights of a month (0 = the first).
   */
  readonly quanta?: readonly number[]
  /** What is wrong, in plain words. */
  readonly sentence: string
}

/** Makes a finding; `repairable: false` takes back what its code promises. */
export function finding(
  code: FindingCode,
  keys: readonly ItemKey[],
  sentence: string,
  more: { readonly quanta?: readonly number[]; readonly repairable?: false } = {},
): Finding {
  // The key alone: what else an item has is no business of a report.
  const bare = keys.map(({ PK, SK }) => ({ PK, SK }))
  return { code, ...CODES[code], ...more, keys: bare, sentence }
}

/** What makes two findings of different passes the same one: code and keys. */
export const identityOf = ({ code, keys }: Finding): string =>
  JSON.stringify([code, ...keys.map(({ PK, SK }) => [PK, SK])])

/**
 * The findings that both passes made, as the later one tells them. Of quanta, those that both name:
 * beside ten minutes that nobody owns, a booking that is being made right now looks the same once.
 */
export function inBoth(earlier: readonly Finding[], later: readonly Finding[]): readonly Finding[] {
  const known = new Map(earlier.map((each) => [identityOf(each), each]))
  return later.flatMap((each) => {
    const before = known.get(identityOf(each))
    if (before === undefined) return []
    if (each.quanta === undefined || before.quanta === undefined) return [each]
    const seen = new Set(before.quanta)
    const quanta = each.quanta.filter((quantum) => seen.has(quantum))
    return quanta.length === 0 ? [] : [{ ...each, quanta }]
  })
}
