import {
  absenceKey,
  availabilityKey,
  blockKey,
  bookingGroupKey,
  bookingGuestsKey,
  bookingKey,
  sessionKey as classSessionKey,
  closureKey,
  closureStateKey,
  eventTypeKey,
  eventTypeSlugKey,
  expirationTriggerKey,
  guestIndexKey,
  photoCountKey,
  photoKey,
  photoSizeKey,
  propertyKey,
  providerKey,
  providerSlugKey,
  ratePlanKey,
  scheduleKey,
  scheduleUsersKey,
  timeOffKey,
  unitNightsKey,
  waitlistDueKey,
  waitlistEntryKey,
  waitlistPersonKey,
  waitlistPlaceKey,
} from '../../booking/keys.ts'
import {
  deletedEndpointKey,
  deliveryKey,
  dueKey,
  eventHeadKey,
  eventLogKey,
  messageTemplateKey,
  resolutionKey,
  sentMailKey,
  sentMessageKey,
  suppressionKey,
  webhookEndpointKey,
} from '../../delivery/keys.ts'
import {
  busyMonthKey,
  connectionDueKey,
  connectionKey,
  oauthStateKey,
  sealedCredentialKey,
  simulatedCalendarKey,
  syncedEventKey,
} from '../../external-calendars/keys.ts'
import {
  accountApiKeyKey,
  accountDeletionKey,
  accountKey,
  accountSlugKey,
  apiKeyKey,
  apiKeyUseKey,
  memberKey,
  passkeyChallengeKey,
  passkeyKey,
  personMemberKey,
  personPasskeyKey,
  personSessionKey,
  rapidApiUserKey,
  retentionKey,
  serverCounterKey,
  sessionKey,
  setupKey,
  signInLinkKey,
  spentProofKey,
  windowCounterKey,
} from '../../identity/keys.ts'
import {
  auditKey,
  deadLetterKey,
  formatKey,
  idempotencyKey,
  indexVersionKey,
  knownInstantKey,
  leaseKey,
  outboxKey,
  serverKeyRecordKey,
  taskKey,
} from '../../kernel/keys.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { counterKey, ledgerKey, nightsKey } from '../../ledger/keys.ts'
import {
  orderKey,
  paymentConnectionKey,
  paymentDueKey,
  paymentKey,
  simulatedCheckoutKey,
} from '../../payments/keys.ts'
import {
  bookerTokenKey,
  contactBookingKey,
  contactIdKey,
  contactKey,
  contactNoteKey,
  contactPhoneKey,
  erasureDueKey,
  erasureKey,
  searchTokenKey,
} from '../../people/keys.ts'
import {
  calendarEventIdKey,
  calendarEventKey,
  calendarKey,
  calendarRemovalKey,
  cancelledStayKey,
  importedUidKey,
  recurringEventKey,
} from '../../stays/keys.ts'

/** A placeholder for every text in a key. */
const ANY = '\u0001'

/** A count of one person's bookings over all event types of an account. Its prefix is a part of the id. */
function ofAccount(kind: 'booker' | 'ever'): ItemKey {
  const { PK, SK } = counterKey(`acc_${ANY}:${kind}:${ANY}`)
  return { PK: PK.replace('#acc_', '#'), SK }
}

/**
 * One key of each kind. The patterns of keys are derived from the functions that build them, so the two
 * cannot diverge.
 */
const SAMPLES = {
  account: accountKey(ANY),
  account_slug: accountSlugKey(ANY),
  account_deletion: accountDeletionKey(ANY, 0),
  api_key: accountApiKeyKey(ANY, ANY),
  api_key_hash: apiKeyKey(ANY),
  api_key_use: apiKeyUseKey(ANY, ANY),
  audit: auditKey(ANY, 0, ANY),
  rapidapi_user: rapidApiUserKey(ANY),
  setup: setupKey,
  server_key: serverKeyRecordKey,
  format: formatKey,
  index_version: indexVersionKey,
  known_instant: knownInstantKey,
  provider: providerKey(ANY),
  provider_slug: providerSlugKey(ANY),
  availability: availabilityKey(ANY, ANY),
  block: blockKey(ANY, ANY),
  time_off: timeOffKey(ANY, 0, ANY),
  absence: absenceKey(ANY, ANY),
  closure: closureKey(ANY, 0, ANY),
  closure_state: closureStateKey(ANY),
  ledger_day: ledgerKey(ANY, ANY),
  property: propertyKey(ANY),
  photo: photoKey(ANY, ANY),
  photo_count: photoCountKey(ANY),
  photo_size: photoSizeKey(ANY, 0),
  rate_plan: ratePlanKey(ANY),
  schedule: scheduleKey(ANY),
  schedule_users: scheduleUsersKey(ANY),
  connection: connectionKey(ANY, ANY),
  busy_month: busyMonthKey(ANY, ANY, ANY),
  connection_due: connectionDueKey(ANY, 0),
  oauth_state: oauthStateKey(ANY),
  credential: sealedCredentialKey(ANY),
  simulated_calendar: simulatedCalendarKey(ANY),
  mirror: syncedEventKey(ANY, ANY),
  payment: paymentKey(ANY),
  order: orderKey(ANY),
  payment_due: paymentDueKey(ANY, 0),
  payment_connection: paymentConnectionKey(ANY),
  simulated_checkout: simulatedCheckoutKey(ANY),
  event_type: eventTypeKey(ANY),
  event_type_slug: eventTypeSlugKey(ANY, ANY),
  class_session: classSessionKey(ANY, 0),
  limit_count: counterKey(`${ANY}:day:${ANY}`),
  booker_count: counterKey(`${ANY}:booker:${ANY}`),
  booker_ever_count: counterKey(`${ANY}:ever:${ANY}`),
  account_booker_count: ofAccount('booker'),
  account_booker_ever_count: ofAccount('ever'),
  waitlist_entry: waitlistEntryKey(ANY),
  waitlist_place: waitlistPlaceKey(ANY, ANY),
  waitlist_person: waitlistPersonKey(ANY, ANY),
  waitlist_due: waitlistDueKey(ANY, 0),
  booking_group: bookingGroupKey(ANY),
  booking: bookingKey(ANY),
  booking_guests: bookingGuestsKey(ANY, 0),
  guest_index: guestIndexKey,
  unit_nights: unitNightsKey(ANY, ANY),
  trigger: expirationTriggerKey(ANY, 0),
  outbox: outboxKey(ANY, ANY),
  idempotency: idempotencyKey(ANY),
  event: eventLogKey(ANY, 0),
  event_head: eventHeadKey(ANY),
  task: taskKey(ANY, ANY, 0),
  dead_letter: deadLetterKey(ANY, ANY, ANY),
  due: dueKey(ANY, ANY, 0),
  tz_resolution: resolutionKey,
  calendar: calendarKey(ANY),
  calendar_nights: nightsKey(ANY, ANY),
  calendar_event: calendarEventKey(ANY, 0, 0, ANY),
  recurring_event: recurringEventKey(ANY, 0, 0, ANY),
  cancelled_stay: cancelledStayKey(ANY, 0, ANY),
  calendar_event_id: calendarEventIdKey(ANY),
  calendar_removal: calendarRemovalKey(ANY, 0),
  imported_uid: importedUidKey(ANY, ANY),
  contact: contactKey(ANY, ANY),
  contact_id: contactIdKey(ANY),
  contact_booking: contactBookingKey(ANY, ANY),
  booker_token: bookerTokenKey(ANY),
  contact_phone: contactPhoneKey(ANY, ANY, ANY),
  contact_note: contactNoteKey(ANY, ANY),
  search_token: searchTokenKey(ANY, ANY, ANY, ANY),
  erasure: erasureKey(ANY, ANY),
  erasure_due: erasureDueKey(ANY, ANY, 0),
  retention: retentionKey(ANY),
  webhook_endpoint: webhookEndpointKey(ANY, ANY),
  deleted_webhook_endpoint: deletedEndpointKey(ANY, ANY),
  delivery: deliveryKey(ANY, ANY),
  sent_mail: sentMailKey(ANY),
  sent_message: sentMessageKey(ANY, ANY),
  suppression: suppressionKey(ANY, ANY),
  message_template: messageTemplateKey(ANY, ANY, ANY),
  session: sessionKey(ANY),
  member: memberKey(ANY, ANY),
  person_member: personMemberKey(ANY, ANY),
  person_session: personSessionKey(ANY, ANY),
  person_passkey: personPasskeyKey(ANY, ANY),
  passkey: passkeyKey(ANY),
  passkey_challenge: passkeyChallengeKey(ANY),
  sign_in_link: signInLinkKey(ANY),
  server_counter: serverCounterKey(ANY, ANY, ANY),
  spent_proof: spentProofKey(ANY),
  window_counter: windowCounterKey(ANY, ANY, ANY, ANY),
  lease: leaseKey(ANY),
} as const satisfies Readonly<Record<string, ItemKey>>

type KnownKind = keyof typeof SAMPLES

/** Further forms of keys: counts of every period, of event types and of providers. */
const MORE_SAMPLES = ['', 'prv_'].flatMap((prefix) =>
  ['day', 'week', 'month', 'minutes'].map((period) => {
    const { PK, SK } = counterKey(`${prefix}${ANY}:${period}:${ANY}`)
    // The prefix is a part of the id.
    return { kind: 'limit_count', PK: PK.replace(`#${prefix}`, '#'), SK } as const
  }),
)

/** The kind of an item. */
export type ItemKind = KnownKind | 'unknown'

// `Object.keys` does not keep the type of the names.
const KNOWN_KINDS = Object.keys(SAMPLES) as KnownKind[]

/** Every kind of item in the table, and `unknown`. */
export const ITEM_KINDS: readonly ItemKind[] = [...KNOWN_KINDS, 'unknown']

/** The kind of an item and the variable parts of its key. */
export interface KeyParts {
  readonly kind: ItemKind
  /** The first variable part of the partition key: a provider's id, a slug, a hash. May be empty. */
  readonly partitionId: string
  /** The first variable part of the sort key: a date, a block's id, a slug. May be empty. */
  readonly sortId: string
}

// Digits are a shard, a time or a position.
const pattern = (sample: string): RegExp =>
  new RegExp(`^${sample.replaceAll(/\d+/g, '\\d+').replaceAll(ANY, '(.+)')}$`)

/** The forms of the keys of kinds, as `scanPage` takes them. */
export const formsOf = (kinds: readonly KnownKind[]): readonly ItemKey[] =>
  kinds.map((kind) => {
    const { PK, SK } = SAMPLES[kind]
    const form = (sample: string) => sample.replaceAll(ANY, '*').replaceAll(/\d+/g, '*')
    return { PK: form(PK), SK: form(SK) }
  })

interface Form {
  readonly kind: KnownKind
  readonly partition: RegExp
  readonly sort: RegExp
}

/** The fixed word with which a partition key begins. */
const headOf = (partition: string): string => {
  const end = partition.indexOf('#')
  return end < 0 ? partition : partition.slice(0, end)
}

const FORMS: ReadonlyMap<string, readonly Form[]> = Map.groupBy(
  [...KNOWN_KINDS.map((kind) => ({ kind, ...SAMPLES[kind] })), ...MORE_SAMPLES].map(
    ({ kind, PK, SK }) => ({ kind, head: headOf(PK), partition: pattern(PK), sort: pattern(SK) }),
  ),
  ({ head }) => head,
)

/** Determines the kind of an item from its key. */
export function kindOfKey({ PK, SK }: ItemKey): KeyParts {
  for (const { kind, partition, sort } of FORMS.get(headOf(PK)) ?? []) {
    const inPartition = partition.exec(PK)
    const inSort = inPartition && sort.exec(SK)
    if (inSort) return { kind, partitionId: inPartition[1] ?? '', sortId: inSort[1] ?? '' }
  }
  return { kind: 'unknown', partitionId: '', sortId: '' }
}
