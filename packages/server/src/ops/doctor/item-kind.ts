import {
  availabilityKey,
  blockKey,
  bookingKey,
  eventTypeKey,
  eventTypeSlugKey,
  expirationTriggerKey,
  ledgerKey,
  providerKey,
  providerSlugKey,
} from '../../booking/keys.ts'
import {
  contactBookingKey,
  contactIdKey,
  contactKey,
  deliveryKey,
  dueKey,
  eventHeadKey,
  eventLogKey,
  sentMailKey,
  webhookEndpointKey,
} from '../../delivery/keys.ts'
import {
  busyMonthKey,
  connectionDueKey,
  connectionKey,
  oauthStateKey,
  simulatedCalendarKey,
  syncedEventKey,
} from '../../external-calendars/keys.ts'
import {
  accountApiKeyKey,
  accountKey,
  apiKeyKey,
  rapidApiUserKey,
  sessionKey,
  setupKey,
} from '../../identity/keys.ts'
import { deadLetterKey, idempotencyKey, leaseKey, outboxKey, taskKey } from '../../kernel/keys.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import {
  calendarEventIdKey,
  calendarEventKey,
  calendarKey,
  calendarRemovalKey,
  importedUidKey,
  nightsKey,
  recurringEventKey,
} from '../../stays/keys.ts'
import { calendarEventProblems, calendarProblems } from './calendar-rules.ts'
import {
  apiKeyProblems,
  availabilityProblems,
  blockProblems,
  bookingProblems,
  eventTypeProblems,
  providerProblems,
} from './item-rules.ts'

/** Stands for every text that a key is built of. */
const ANY = '\u0001'

/**
 * One key of each kind. The forms of keys are learnt from the functions that build them, so the two
 * cannot drift apart.
 */
const SAMPLES = {
  account: accountKey(ANY),
  api_key: accountApiKeyKey(ANY, ANY),
  api_key_hash: apiKeyKey(ANY),
  rapidapi_user: rapidApiUserKey(ANY),
  setup: setupKey,
  provider: providerKey(ANY),
  provider_slug: providerSlugKey(ANY),
  availability: availabilityKey(ANY, ANY),
  block: blockKey(ANY, ANY),
  ledger_day: ledgerKey(ANY, ANY),
  connection: connectionKey(ANY, ANY),
  busy_month: busyMonthKey(ANY, ANY, ANY),
  connection_due: connectionDueKey(ANY, 0),
  oauth_state: oauthStateKey(ANY),
  simulated_calendar: simulatedCalendarKey(ANY),
  mirror: syncedEventKey(ANY, ANY),
  event_type: eventTypeKey(ANY),
  event_type_slug: eventTypeSlugKey(ANY, ANY),
  booking: bookingKey(ANY),
  trigger: expirationTriggerKey(ANY, 0),
  outbox: outboxKey(ANY, ANY),
  idempotency: idempotencyKey(ANY),
  event: eventLogKey(ANY, 0),
  event_head: eventHeadKey(ANY),
  task: taskKey(ANY, ANY, 0),
  dead_letter: deadLetterKey(ANY, ANY, ANY),
  due: dueKey(ANY, ANY, 0),
  calendar: calendarKey(ANY),
  calendar_nights: nightsKey(ANY, ANY),
  calendar_event: calendarEventKey(ANY, 0, 0, ANY),
  recurring_event: recurringEventKey(ANY, 0, 0, ANY),
  calendar_event_id: calendarEventIdKey(ANY),
  calendar_removal: calendarRemovalKey(ANY, 0),
  imported_uid: importedUidKey(ANY, ANY),
  contact: contactKey(ANY, ANY),
  contact_id: contactIdKey(ANY),
  contact_booking: contactBookingKey(ANY, ANY),
  webhook_endpoint: webhookEndpointKey(ANY, ANY),
  delivery: deliveryKey(ANY, ANY),
  sent_mail: sentMailKey(ANY),
  session: sessionKey(ANY),
  lease: leaseKey(ANY),
} as const satisfies Readonly<Record<string, ItemKey>>

/** The kind of an item. */
export type ItemKind = keyof typeof SAMPLES | 'unknown'

/** Every kind of item that the table holds, and one for what is of none. */
export const ITEM_KINDS: readonly ItemKind[] = [
  ...(Object.keys(SAMPLES) as (keyof typeof SAMPLES)[]),
  'unknown',
]

/** An item, its kind, what its key says beside it (empty where that is nothing), and its problems. */
export interface KindedItem {
  readonly kind: ItemKind
  readonly item: Item
  /** The first part of the partition key that is not fixed: a provider's id, a slug, a hash. */
  readonly partitionId: string
  /** The first part of the sort key that is not fixed: a date, a block's id, a slug. */
  readonly sortId: string
  /** What is wrong with it by itself, in words; none: others can be compared with it. */
  readonly problems: readonly string[]
}

// Digits are a shard, a time or a position: what a number was written as.
const pattern = (sample: string): RegExp =>
  new RegExp(`^${sample.replaceAll(/\d+/g, '\\d+').replaceAll(ANY, '(.+)')}$`)

interface Form {
  readonly kind: ItemKind
  readonly partition: RegExp
  readonly sort: RegExp
}

// The most frequent first.
const FREQUENT: readonly ItemKind[] = ['booking', 'event', 'ledger_day', 'idempotency']

const FORMS: readonly Form[] = [...FREQUENT, ...ITEM_KINDS].flatMap((kind) =>
  kind === 'unknown'
    ? []
    : [{ kind, partition: pattern(SAMPLES[kind].PK), sort: pattern(SAMPLES[kind].SK) }],
)

/** Says what kind an item is, by its key alone, and what is wrong with it. */
export function kindOf(item: Item): KindedItem {
  for (const { kind, partition, sort } of FORMS) {
    const inPartition = partition.exec(item.PK)
    const inSort = inPartition && sort.exec(item.SK)
    if (!inSort) continue
    const partitionId = inPartition[1] ?? ''
    const sortId = inSort[1] ?? ''
    const problems = problemsOf(kind, item, partitionId, sortId)
    return { kind, item, partitionId, sortId, problems }
  }
  return { kind: 'unknown', item, partitionId: '', sortId: '', problems: [] }
}

function problemsOf(
  kind: ItemKind,
  item: Item,
  partitionId: string,
  sortId: string,
): readonly string[] {
  switch (kind) {
    case 'booking':
      return bookingProblems(item)
    case 'block':
      return blockProblems(item)
    case 'provider':
      return providerProblems(item)
    case 'event_type':
      return eventTypeProblems(item)
    case 'availability':
      return availabilityProblems(item, sortId)
    case 'api_key':
      return apiKeyProblems(item, partitionId)
    case 'calendar':
      return calendarProblems(item)
    case 'calendar_event':
    case 'recurring_event':
      return calendarEventProblems(item, sortId, partitionId)
    case 'calendar_event_id':
      return calendarEventProblems(item, partitionId)
    default:
      return []
  }
}
