import type { Finding } from '../../kernel/doctor/finding.ts'
import { versionProblem } from '../../kernel/items/item-version.ts'
import type { Check } from './check.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { isDecoded } from './entities.ts'
import { finding, type OpsFindingCode } from './finding.ts'
import { wrongIndexAttributes } from './index-attributes.ts'
import type { ItemKind } from './item-kind.ts'
import { isVersioned } from './item-version.ts'

/** Kinds of items that only a decision deletes. The engine may delete other items at their `ttl`. */
const LASTING: ReadonlySet<ItemKind> = new Set([
  'account',
  'account_slug',
  'account_deletion',
  'api_key',
  'api_key_hash',
  'member',
  'person_member',
  'passkey',
  'person_passkey',
  'rapidapi_user',
  'setup',
  'server_key',
  'format',
  'index_version',
  'known_instant',
  'provider',
  'provider_slug',
  'availability',
  'block',
  'time_off',
  'absence',
  'closure',
  'closure_state',
  'property',
  'photo',
  'photo_count',
  'photo_size',
  'rate_plan',
  'schedule',
  'schedule_users',
  'ledger_day',
  'limit_count',
  'booker_count',
  'booker_ever_count',
  'account_booker_count',
  'account_booker_ever_count',
  'waitlist_place',
  'waitlist_person',
  'booking_group',
  'event_type',
  'event_type_slug',
  'booking',
  'booking_guests',
  'guest_index',
  'unit_nights',
  'event_head',
  'contact',
  'contact_id',
  'contact_booking',
  'contact_phone',
  'contact_note',
  'search_token',
  'webhook_endpoint',
  'message_template',
  'payment',
  'order',
  'payment_due',
  'payment_connection',
  'simulated_checkout',
  'connection',
  'connection_due',
  'credential',
  'busy_month',
  'simulated_calendar',
  'mirror',
  'calendar',
  'calendar_nights',
  'calendar_event',
  'recurring_event',
  'calendar_event_id',
  'cancelled_stay',
  'calendar_removal',
  'imported_uid',
])

/** Whether only a decision deletes items of a kind. */
export const isLasting = (kind: ItemKind): boolean => LASTING.has(kind)

/** The codes for invalid items. Other invalid items are `item_wrong`. */
const PROBLEM_CODES: Readonly<Partial<Record<ItemKind, OpsFindingCode>>> = {
  booking: 'booking_wrong',
  block: 'block_wrong',
  class_session: 'session_wrong',
  limit_count: 'count_wrong',
  booker_count: 'count_wrong',
  booker_ever_count: 'count_wrong',
  account_booker_count: 'count_wrong',
  account_booker_ever_count: 'count_wrong',
  photo_count: 'count_wrong',
  provider: 'provider_wrong',
  event_type: 'event_type_wrong',
  availability: 'availability_wrong',
  schedule: 'schedule_wrong',
  time_off: 'time_off_wrong',
  api_key: 'api_key_wrong',
  calendar: 'calendar_wrong',
  calendar_event: 'calendar_event_wrong',
  recurring_event: 'calendar_event_wrong',
  calendar_event_id: 'calendar_event_wrong',
  cancelled_stay: 'calendar_event_wrong',
}

/** Kinds that follow from other items. Other checks compare them with these, so they need no code here. */
const DERIVED: ReadonlySet<ItemKind> = new Set([
  'api_key_hash',
  'provider_slug',
  'event_type_slug',
  'schedule_users',
  'trigger',
  'calendar_removal',
])

const canBeRewritten = (entry: ClassifiedItem): { readonly repairable?: false } =>
  versionProblem(entry.item) === undefined && entry.problems.length === 0
    ? {}
    : { repairable: false }

/** Checks an item alone, whatever else is in the store. */
export function checkItem(entry: ClassifiedItem): readonly Finding[] {
  const { kind, item, problems } = entry
  if (kind === 'unknown') {
    return [finding('unknown_item', [item], 'This version of Holdfast does not know the item.')]
  }
  const findings: Finding[] = []
  if (problems.length > 0 && !DERIVED.has(kind)) {
    findings.push(finding(PROBLEM_CODES[kind] ?? 'item_wrong', [item], problems.join(' ')))
  }
  const version = isLasting(kind) && isVersioned(kind) ? versionProblem(item) : undefined
  if (version) findings.push(finding('version_wrong', [item], version))
  if (item.ttl !== undefined && isLasting(kind)) {
    const sentence = 'The item has a ttl, so DynamoDB would delete it without a decision.'
    findings.push(finding('lasting_item_expires', [item], sentence, canBeRewritten(entry)))
  }
  return [...findings, ...indexFinding(entry)]
}

function indexFinding(entry: ClassifiedItem): readonly Finding[] {
  const { kind, item, value } = entry
  // The index attributes of an invalid item are unknown.
  if (isDecoded(kind) && value === undefined) return []
  const wrong = wrongIndexAttributes(entry)
  if (wrong.length === 0) return []
  const sentence = `Index attributes that differ from the content: ${wrong.join(', ')}.`
  return [finding('index_wrong', [item], sentence, canBeRewritten(entry))]
}

/** Checks each item alone. Its facts are its findings. */
export function itemsCheck(): Check {
  const found: Finding[] = []
  return {
    visit(entry) {
      found.push(...checkItem(entry))
    },
    get factCount() {
      return found.length
    },
    findings: () => found,
  }
}
