import type { PublicAccount } from '../../identity/accounts/public-account.ts'
import { publicAccountRepresentation } from '../../identity/accounts/public-account-representation.ts'
import type { EventType } from '../event-types/event-type.ts'
import {
  paymentRulesRepresentation,
  shownDuration,
  waitlistRulesRepresentation,
} from '../event-types/event-type-representation.ts'
import { forPerson } from '../event-types/for-person.ts'
import { durationsShown, priceRangeOf } from '../event-types/price-range.ts'
import { openingRepresentation } from '../event-types/release-options.ts'
import { securityDepositRepresentation } from '../event-types/security-deposit.ts'
import { publicLocationRepresentation } from '../locations/location.ts'
import { photosRepresentation } from '../photos/photo.ts'
import type { Provider } from '../providers/provider.ts'
import { canAddServices } from '../public/added-services.ts'
import type { PublicProvider } from '../public/directory.ts'
import { providerPath } from '../public/provider-name.ts'
import type { PublicPage } from '../public/public-event-type.ts'
import type { PublicLead } from '../public/public-leads.ts'
import { questionRepresentation } from '../questions/question.ts'
import { seatsPerBooking } from '../seats/party.ts'
import type { PublicChoice } from '../teams/public-choices.ts'
import { houseOfPool } from '../units/load-stay-type.ts'

/** The public fields. They are listed explicitly, so that new private fields do not leak. */

function publicPaymentRepresentation(rules: EventType['payment']) {
  const payment = paymentRulesRepresentation(rules)
  if (payment === null) return null
  const { onCaptureFailure: _keep, captureFailureMinutes: _minutes, ...shown } = payment
  return shown
}

/** An event type as it is for bookers of whom nothing is known. */
const eventTypeSummary = (eventType: EventType) =>
  summaryOf(forPerson(eventType, 'stranger') ?? eventType)

const summaryOf = (eventType: EventType) => ({
  id: eventType.id,
  slug: eventType.slug,
  title: eventType.title,
  description: eventType.description ?? null,
  durationMinutes: shownDuration(eventType),
  confirmation: eventType.confirmation,
  durationOptionsMinutes: eventType.durationOptionsMinutes ?? null,
  hoursApplyTo: eventType.hoursApplyTo ?? 'duration',
  color: eventType.color ?? null,
  payment: publicPaymentRepresentation(eventType.payment),
  durationsMinutes: [...durationsShown(eventType)],
  priceRange: priceRangeOf(eventType),
  release: openingRepresentation(eventType.release),
  waitlist: waitlistRulesRepresentation(eventType.waitlist),
  seats: eventType.seats
    ? {
        capacity: eventType.seats.capacity,
        showRemaining: eventType.seats.showRemaining,
        maxPerBooking: seatsPerBooking(eventType.seats, 'public'),
      }
    : null,
})

const providerSummary = (provider: Provider, account: PublicAccount) => ({
  slug: provider.slug,
  path: providerPath(provider, account),
  name: provider.name,
  specialty: provider.specialty ?? null,
  timeZone: provider.timeZone,
})

/** The public representation of an event type. */
export const publicEventTypeRepresentation = (
  { eventType, provider, property, account }: PublicPage,
  choices: readonly PublicChoice[],
  leads: readonly PublicLead[],
) => ({
  ...eventTypeSummary(eventType),
  grain: eventType.stay ? ('nights' as const) : ('time' as const),
  ratePlanIds: eventType.ratePlanIds ?? [],
  photos: photosRepresentation(eventType.photos),
  securityDeposit: securityDepositRepresentation(eventType.securityDeposit),
  provider: {
    ...providerSummary(provider, account),
    name: (houseOfPool(eventType, property) ?? provider).name,
  },
  account: publicAccountRepresentation(account),
  locations: (eventType.locations ?? []).map(publicLocationRepresentation),
  questions: (eventType.questions ?? []).map(questionRepresentation),
  canAddServices: canAddServices(eventType, provider),
  leads: leads.map(({ eventTypeId, title, path }) => ({ eventTypeId, title, path })),
  choices: choices.map(({ requirement, candidates }) => ({
    requirement,
    candidates: candidates.map(({ providerId, name }) => ({ providerId, name })),
  })),
})

/** The public representation of a provider with its event types. */
export const publicProviderRepresentation = ({
  provider,
  account,
  eventTypes,
  nextOpenedDate,
}: PublicProvider) => ({
  ...providerSummary(provider, account),
  account: publicAccountRepresentation(account),
  eventTypes: eventTypes.map(eventTypeSummary),
  propertyId: provider.unit?.propertyId ?? null,
  nextOpenedDate: nextOpenedDate ?? null,
})
