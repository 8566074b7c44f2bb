import { type Finding, type FindingCodes, findingsOf } from '../../kernel/doctor/finding.ts'

/** The codes of the rules that span contexts. */
const CODES = {
  /** Two owners claim one quantum. People decide which one stays. */
  double_claim: { severity: 'error', repairable: false },
  /** Quanta are taken without an owner, so they cannot be booked. */
  orphan_quanta: { severity: 'warning', repairable: true },
  /** Quanta of an owner are not taken, so they could be booked again. */
  claim_missing: { severity: 'error', repairable: true },
  /** A live pending booking has no hold mark, so it cannot be confirmed. */
  hold_missing: { severity: 'error', repairable: true },
  block_mark_missing: { severity: 'error', repairable: true },
  /** A booking of several providers has no mark at one of them, which therefore does not list it. */
  booking_mark_missing: { severity: 'error', repairable: true },
  /** A mark differs from its owner in range or expiry. */
  mark_wrong: { severity: 'error', repairable: true },
  /** A mark is of a booking that is not pending there, or of a block that does not exist there. */
  mark_without_owner: { severity: 'error', repairable: true },
  /** Less is counted than bookings and sessions have, so more can be claimed than there is. */
  count_too_low: { severity: 'error', repairable: true },
  /** More is counted than bookings and sessions have, so less can be claimed than there is. */
  count_too_high: { severity: 'warning', repairable: true },
  /** A live hold has no mark on a count, so it cannot be confirmed. */
  count_mark_missing: { severity: 'error', repairable: true },
  /** A mark on a count differs from its owner in amount or expiry. */
  count_mark_wrong: { severity: 'error', repairable: true },
  /** A mark on a count is of a booking or session that holds nothing there. */
  count_mark_without_owner: { severity: 'error', repairable: true },
  /** A count is malformed. */
  count_wrong: { severity: 'error', repairable: false },
  session_wrong: { severity: 'error', repairable: false },
  /** Bookings have seats in a session that does not exist. */
  session_missing: { severity: 'error', repairable: true },
  /** A session is final although nobody is confirmed, or is not although somebody is. */
  session_final_wrong: { severity: 'error', repairable: true },
  /** A session with seats has a `ttl`, so the engine would delete it. */
  session_expires: { severity: 'error', repairable: true },
  booking_wrong: { severity: 'error', repairable: false },
  block_wrong: { severity: 'error', repairable: false },
  provider_wrong: { severity: 'error', repairable: false },
  event_type_wrong: { severity: 'error', repairable: false },
  availability_wrong: { severity: 'error', repairable: false },
  schedule_wrong: { severity: 'error', repairable: false },
  time_off_wrong: { severity: 'error', repairable: false },
  api_key_wrong: { severity: 'error', repairable: false },
  calendar_wrong: { severity: 'error', repairable: false },
  calendar_event_wrong: { severity: 'error', repairable: false },
  /** An item of another kind does not fit its schema. */
  item_wrong: { severity: 'error', repairable: false },
  version_wrong: { severity: 'error', repairable: false },
  /** An item that must last has a `ttl`, so the engine would delete it. */
  lasting_item_expires: { severity: 'error', repairable: true },
  /** The index attributes of an item do not follow from its content. */
  index_wrong: { severity: 'error', repairable: true },
  /** The engine's index does not contain an item that belongs to it. */
  index_entry_missing: { severity: 'error', repairable: false },
  /** The engine's index contains an item that does not belong to it. */
  index_entry_stray: { severity: 'error', repairable: false },
  reference_missing: { severity: 'error', repairable: false },
  /** The keys of the server did not make the manage tokens in the store. */
  server_key_wrong: { severity: 'warning', repairable: false },
  /** The vault keys do not open private answers of bookings. */
  private_answers_unreadable: { severity: 'error', repairable: false },
  /** Something of a person whose erasure is complete is left from before it. */
  erased_person_left: { severity: 'error', repairable: false },
  /** An item has no known kind. A newer version may have written it. */
  unknown_item: { severity: 'warning', repairable: false },
} as const satisfies FindingCodes

/** The code of a rule that spans contexts. */
export type OpsFindingCode = keyof typeof CODES

declare module '../../kernel/doctor/finding.ts' {
  interface FindingCodesOfContexts {
    readonly ops: OpsFindingCode
  }
}

/** Creates a finding of a rule that spans contexts. */
export const finding = findingsOf(CODES)

/** Identifies a finding across passes, by its code and keys. */
export const identityOf = ({ code, keys }: Finding): string =>
  JSON.stringify([code, ...keys.map(({ PK, SK }) => [PK, SK])])

/**
 * The findings of both passes, as in the later one. Their quanta are those of both: a booking that is
 * being created can look like an orphan once, next to a real one.
 */
export function inBoth(earlier: readonly Finding[], later: readonly Finding[]): readonly Finding[] {
  const byIdentity = new Map(earlier.map((each) => [identityOf(each), each]))
  return later.flatMap((each) => {
    const before = byIdentity.get(identityOf(each))
    if (before === undefined || before.evidence !== each.evidence) return []
    if (each.quanta === undefined || before.quanta === undefined) return [each]
    const seen = new Set(before.quanta)
    const quanta = each.quanta.filter((quantum) => seen.has(quantum))
    return quanta.length === 0 ? [] : [{ ...each, quanta }]
  })
}
