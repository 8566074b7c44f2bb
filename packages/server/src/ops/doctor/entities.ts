import { openedDateEntity } from '../../booking/availability/opening.ts'
import { blockEntity } from '../../booking/blocks/block.ts'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { expirationTriggerEntity } from '../../booking/bookings/expiration-trigger.ts'
import { guestEntryEntity } from '../../booking/bookings/guest-entry.ts'
import { closureEntity, closureStateEntity } from '../../booking/closures/closure.ts'
import { eventTypeEntity, eventTypeSlugEntity } from '../../booking/event-types/event-type.ts'
import { guestIndexEntity } from '../../booking/guests/guest-index.ts'
import { photoSizeEntity, uploadedPhotoEntity } from '../../booking/photos/uploaded-photo.ts'
import { propertyEntity } from '../../booking/properties/property.ts'
import { providerEntity, providerSlugEntity } from '../../booking/providers/provider.ts'
import { ratePlanEntity } from '../../booking/rates/rate-plan.ts'
import { scheduleEntity, scheduleUsersEntity } from '../../booking/schedules/schedule.ts'
import { absenceEntity } from '../../booking/shared-absences/absence.ts'
import { timeOffEntity } from '../../booking/time-off/time-off.ts'
import { unitNightsEntity } from '../../booking/units/unit-nights-summary.ts'
import { bookingGroupEntity } from '../../booking/visits/booking-group.ts'
import {
  waitlistEntryEntity,
  waitlistPersonEntity,
  waitlistPlaceEntity,
} from '../../booking/waitlist/entry.ts'
import { eventLogHeadEntity } from '../../delivery/events/event-log.ts'
import { messageTemplateEntity } from '../../delivery/templates/message-template.ts'
import { endpointEntity } from '../../delivery/webhooks/endpoint.ts'
import { syncedEventEntity } from '../../external-calendars/calendar-sync/synced-event.ts'
import { busyMonthEntity } from '../../external-calendars/connections/busy-months.ts'
import { connectionEntity } from '../../external-calendars/connections/connection.ts'
import { sealedCredentialEntity } from '../../external-calendars/connections/sealed-credential.ts'
import { simulatedCalendarEntity } from '../../external-calendars/connections/simulated-calendar.ts'
import {
  accountEntity,
  accountReferenceEntity,
  accountSlugEntity,
  dueAccountDeletionEntity,
} from '../../identity/accounts/account.ts'
import { apiKeyEntity, apiKeyHashEntity, apiKeyUseEntity } from '../../identity/api-keys/api-key.ts'
import { memberEntity, personMemberEntity } from '../../identity/members/member.ts'
import { passkeyEntity, personPasskeyEntity } from '../../identity/people/passkey.ts'
import { auditEntity } from '../../kernel/audit.ts'
import type { Entity } from '../../kernel/entity.ts'
import { formatEntity } from '../../kernel/format.ts'
import { paymentConnectionEntity } from '../../payments/connection/payment-connection.ts'
import { orderEntity } from '../../payments/payment/order.ts'
import { paymentEntity } from '../../payments/payment/payment-entity.ts'
import { simulatedCheckoutEntity } from '../../payments/simulated/simulated-checkout.ts'
import {
  contactAddressEntity,
  contactBookingEntity,
  contactEntity,
  contactPhoneEntity,
} from '../../people/contacts/contact.ts'
import { searchTokenEntity } from '../../people/contacts/search-token.ts'
import { contactNoteEntity } from '../../people/notes/note.ts'
import { bookerTokenEntity } from '../../people/sign-in/booker-token.ts'
import { calendarEntity, calendarRemovalEntity } from '../../stays/calendars/calendar.ts'
import {
  calendarEventByTimeEntity,
  calendarEventEntity,
  cancelledStayEntity,
} from '../../stays/calendars/calendar-event.ts'
import { importedUidEntity } from '../../stays/calendars/imported-uid.ts'
import { knownInstantEntity } from '../clock/known-instant.ts'
import { knownServerKeyEntity } from '../server-key/known-server-key.ts'
import { indexMigrationEntity } from './index-migration.ts'
import type { ItemKind } from './item-kind.ts'

/**
 * The entities of the kinds that the doctor decodes: those that last, and those that must match others.
 * Queue entries, events and other items with an end are only counted.
 */
const DECLARED = {
  account: accountEntity,
  account_slug: accountSlugEntity,
  account_deletion: dueAccountDeletionEntity,
  rapidapi_user: accountReferenceEntity,
  setup: accountReferenceEntity,
  server_key: knownServerKeyEntity,
  format: formatEntity,
  index_version: indexMigrationEntity,
  known_instant: knownInstantEntity,
  api_key: apiKeyEntity,
  api_key_hash: apiKeyHashEntity,
  api_key_use: apiKeyUseEntity,
  audit: auditEntity,
  member: memberEntity,
  person_member: personMemberEntity,
  passkey: passkeyEntity,
  person_passkey: personPasskeyEntity,
  provider: providerEntity,
  provider_slug: providerSlugEntity,
  availability: openedDateEntity,
  block: blockEntity,
  time_off: timeOffEntity,
  absence: absenceEntity,
  closure: closureEntity,
  closure_state: closureStateEntity,
  property: propertyEntity,
  photo: uploadedPhotoEntity,
  photo_size: photoSizeEntity,
  rate_plan: ratePlanEntity,
  schedule: scheduleEntity,
  schedule_users: scheduleUsersEntity,
  event_type: eventTypeEntity,
  event_type_slug: eventTypeSlugEntity,
  waitlist_entry: waitlistEntryEntity,
  waitlist_place: waitlistPlaceEntity,
  waitlist_person: waitlistPersonEntity,
  booking_group: bookingGroupEntity,
  booking: bookingEntity,
  booking_guests: guestEntryEntity,
  guest_index: guestIndexEntity,
  unit_nights: unitNightsEntity,
  trigger: expirationTriggerEntity,
  connection: connectionEntity,
  busy_month: busyMonthEntity,
  credential: sealedCredentialEntity,
  simulated_calendar: simulatedCalendarEntity,
  mirror: syncedEventEntity,
  calendar: calendarEntity,
  calendar_event: calendarEventByTimeEntity,
  recurring_event: calendarEventByTimeEntity,
  cancelled_stay: cancelledStayEntity,
  calendar_event_id: calendarEventEntity,
  calendar_removal: calendarRemovalEntity,
  imported_uid: importedUidEntity,
  contact: contactEntity,
  contact_id: contactAddressEntity,
  contact_booking: contactBookingEntity,
  contact_phone: contactPhoneEntity,
  contact_note: contactNoteEntity,
  booker_token: bookerTokenEntity,
  search_token: searchTokenEntity,
  webhook_endpoint: endpointEntity,
  event_head: eventLogHeadEntity,
  message_template: messageTemplateEntity,
  payment: paymentEntity,
  order: orderEntity,
  payment_connection: paymentConnectionEntity,
  simulated_checkout: simulatedCheckoutEntity,
} as const satisfies Readonly<Partial<Record<ItemKind, { readonly name: string }>>>

/** A kind of item that the doctor decodes. */
export type DecodedKind = keyof typeof DECLARED

/** The values of the decoded kinds. */
export type ValuesByKind = {
  readonly [Kind in DecodedKind]: ReturnType<(typeof DECLARED)[Kind]['decode']>
}

/** The entities of the decoded kinds. */
export const ENTITIES: { readonly [Kind in DecodedKind]: Entity<ValuesByKind[Kind]> } = DECLARED

/** The kinds whose items are in secondary indexes. */
export const INDEXED_KINDS: readonly DecodedKind[] = Object.entries(DECLARED).flatMap(
  ([kind, { isIndexed }]) => (isIndexed ? [kind as DecodedKind] : []),
)

/** Whether the doctor decodes items of a kind. */
export const isDecoded = (kind: ItemKind): kind is DecodedKind => kind in DECLARED
