import type { Check } from './check.ts'
import { type Finding, type FindingCode, finding } from './finding.ts'
import { wrongIndexAttributes } from './index-attributes.ts'
import type { ItemKind, KindedItem } from './item-kind.ts'
import { versionProblem } from './item-rules.ts'

/** Kinds that last until a decision ends them; the engine may delete others at their `ttl`. */
const LASTING: ReadonlySet<ItemKind> = new Set([
  'account',
  'api_key',
  'api_key_hash',
  'rapidapi_user',
  'setup',
  'provider',
  'provider_slug',
  'availability',
  'block',
  'ledger_day',
  'event_type',
  'event_type_slug',
  'booking',
  'event_head',
  'contact',
  'contact_id',
  'contact_booking',
  'webhook_endpoint',
  'connection',
  'connection_due',
  'busy_month',
  'simulated_calendar',
  'mirror',
  'calendar',
  'calendar_nights',
  'calendar_event',
  'recurring_event',
  'calendar_event_id',
  'calendar_removal',
  'imported_uid',
])

/** Says whether items of a kind stay until a decision ends them. */
export const mustLast = (kind: ItemKind): boolean => LASTING.has(kind)

/** What the problems of a kind are called. */
const PROBLEM_CODES: Readonly<Partial<Record<ItemKind, FindingCode>>> = {
  booking: 'booking_wrong',
  block: 'block_wrong',
  provider: 'provider_wrong',
  event_type: 'event_type_wrong',
  availability: 'availability_wrong',
  api_key: 'api_key_wrong',
  calendar: 'calendar_wrong',
  calendar_event: 'calendar_event_wrong',
  recurring_event: 'calendar_event_wrong',
  calendar_event_id: 'calendar_event_wrong',
}

const canBeRewritten = (entry: KindedItem): { readonly repairable?: false } =>
  versionProblem(entry.item) === undefined && entry.problems.length === 0
    ? {}
    : { repairable: false }

/** What is wrong with an item by itself, whatever else the store holds. */
export function checkItem(entry: KindedItem): readonly Finding[] {
  const { kind, item, problems } = entry
  if (kind === 'unknown') {
    return [finding('unknown_item', [item], 'an item of no kind that this version knows')]
  }
  const findings: Finding[] = []
  const code = PROBLEM_CODES[kind]
  if (code && problems.length > 0) {
    findings.push(finding(code, [item], problems.join('; ')))
  }
  // Ledger items count with `rev`.
  const isVersioned = LASTING.has(kind) && kind !== 'ledger_day' && kind !== 'calendar_nights'
  const version = isVersioned ? versionProblem(item) : undefined
  if (version) findings.push(finding('version_wrong', [item], version))
  if (item.ttl !== undefined && mustLast(kind)) {
    const sentence = 'it carries a ttl, so DynamoDB would delete it; only a decision may'
    findings.push(finding('lasting_item_expires', [item], sentence, canBeRewritten(entry)))
  }
  return [...findings, ...indexFinding(entry)]
}

function indexFinding(entry: KindedItem): readonly Finding[] {
  const { kind, item, problems } = entry
  // Without sound content there is nothing to make the attributes from.
  if (problems.length > 0) return []
  const wrong = wrongIndexAttributes(kind, item)
  if (wrong.length === 0) return []
  const sentence = `${wrong.join(', ')} ${wrong.length === 1 ? 'is' : 'are'} not what the item's content gives`
  return [finding('index_wrong', [item], sentence, canBeRewritten(entry))]
}

/** Checks each item by itself; its findings are all that it remembers. */
export function itemsCheck(): Check {
  const found: Finding[] = []
  return {
    note(entry) {
      found.push(...checkItem(entry))
    },
    get factCount() {
      return found.length
    },
    findings: () => found,
  }
}
