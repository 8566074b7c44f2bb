import type { PaymentRules } from '@holdfast/engine'
import { locationRepresentation } from '../../kernel/booking-fields/shown-parts.ts'
import { changeRepresentation } from '../../kernel/resource.ts'
import { eventTypeLimitsRepresentation } from '../limits/limits.ts'
import { photosRepresentation } from '../photos/photo.ts'
import { questionRepresentation } from '../questions/question.ts'
import { requirementRepresentation } from '../requirements/requirement.ts'
import { poolRepresentation } from '../requirements/unit-pool.ts'
import { overridesRepresentation, rulesRepresentation } from '../schedules/open-rules.ts'
import { accessRepresentation } from './access-rule.ts'
import type { EventType } from './event-type.ts'
import { candidateRulesRepresentation, priceRulesRepresentation } from './price-rules.ts'
import { releaseRepresentation } from './release-options.ts'
import { securityDepositRepresentation } from './security-deposit.ts'

/** What an event type costs. */
export const paymentRulesRepresentation = (rules: PaymentRules | undefined) =>
  rules === undefined
    ? null
    : {
        amount: rules.amount,
        currency: rules.currency,
        kind: rules.kind,
        depositAmount: rules.depositAmount ?? null,
        amountByDurationMinutes: rules.amountByDurationMinutes ?? null,
        perSeat: rules.isPerSeat === true,
        payWithinMinutes: rules.payWithinMinutes,
        onCaptureFailure: rules.onCaptureFailure,
        captureFailureMinutes: rules.captureFailureMinutes,
        refunds: rules.refunds.map(({ untilMinutesBefore, percent }) => ({
          untilMinutesBefore,
          percent,
        })),
      }

/** How many parties share a session of an event type; null if it has no seats. */
export const seatsRepresentation = ({ seats }: Pick<EventType, 'seats'>) =>
  seats === undefined
    ? null
    : {
        capacity: seats.capacity,
        showRemaining: seats.showRemaining,
        maxPerBooking: seats.maxPerBooking ?? null,
      }

/** The wait list of an event type. */
export const waitlistRulesRepresentation = (rules: EventType['waitlist']) =>
  rules === undefined
    ? null
    : { offerMinutes: rules.offerMinutes, linesFirst: rules.linesFirst === true }

/** The rules for stays; null for an event type of time. */
export function stayRulesRepresentation(stay: EventType['stay']) {
  if (stay === undefined) return null
  return {
    minNights: stay.minNights,
    maxNights: stay.maxNights,
    arrivalWeekdays: stay.arrivalWeekdays,
    departureWeekdays: stay.departureWeekdays,
    minAdvanceDays: stay.minAdvanceDays,
  }
}

/** How long a booking is; null for nights, which have no length in minutes. */
export const shownDuration = ({
  stay,
  durationMinutes,
}: Pick<EventType, 'stay' | 'durationMinutes'>): number | null => (stay ? null : durationMinutes)

/** How many people a stay is for; null where the event type does not say. */
export const occupancyRepresentation = (occupancy: EventType['occupancy']) =>
  occupancy === undefined
    ? null
    : {
        base: occupancy.base,
        adults: occupancy.adults,
        children: occupancy.children,
        total: occupancy.total,
      }

/** What an event type offers beside its times. */
const optionsRepresentation = (eventType: EventType) => ({
  durationOptionsMinutes: eventType.durationOptionsMinutes ?? null,
  hoursApplyTo: eventType.hoursApplyTo ?? 'duration',
  locations: (eventType.locations ?? []).map(locationRepresentation),
  questions: (eventType.questions ?? []).map(questionRepresentation),
  policy: {
    reapproveOnReschedule: eventType.policy?.reapproveOnReschedule ?? false,
    cancelUntilMinutes: eventType.policy?.cancelUntilMinutes ?? null,
    rescheduleUntilMinutes: eventType.policy?.rescheduleUntilMinutes ?? null,
    maxReschedules: eventType.policy?.maxReschedules ?? null,
  },
  redirectUrl: eventType.redirectUrl ?? null,
  hidden: eventType.isHidden === true,
  color: eventType.color ?? null,
  reminderMinutes: eventType.reminderMinutes ?? null,
  payment: paymentRulesRepresentation(eventType.payment),
  candidateRules: candidateRulesRepresentation(eventType.candidateRules),
  priceRules: priceRulesRepresentation(eventType.priceRules),
  access: accessRepresentation(eventType.access),
  release: releaseRepresentation(eventType),
  limits: eventTypeLimitsRepresentation(eventType.limits),
  waitlist: waitlistRulesRepresentation(eventType.waitlist),
  seats: seatsRepresentation(eventType),
})

/** Whom a booking takes; of an event type of nights, its pool of units. Null: its provider. */
const requirementsRepresentation = ({ requirements, stay }: EventType) =>
  stay?.pool
    ? [poolRepresentation(stay.pool)]
    : (requirements?.map(requirementRepresentation) ?? null)

/**
 * The representation of an event type in the API and in events. Windows are wall times, `HH:MM`; an end
 * at midnight is `24:00`.
 */
export const eventTypeRepresentation = (eventType: EventType) => ({
  id: eventType.id,
  version: eventType.version,
  providerId: eventType.providerId,
  status: eventType.status,
  slug: eventType.slug,
  title: eventType.title,
  description: eventType.description ?? null,
  grain: eventType.stay ? ('nights' as const) : ('time' as const),
  propertyId: eventType.stay?.propertyId ?? null,
  stay: stayRulesRepresentation(eventType.stay),
  occupancy: occupancyRepresentation(eventType.occupancy),
  ratePlanIds: eventType.ratePlanIds ?? [],
  photos: photosRepresentation(eventType.photos),
  securityDeposit: securityDepositRepresentation(eventType.securityDeposit),
  durationMinutes: shownDuration(eventType),
  slotStepMinutes: eventType.stay ? null : eventType.slotStepMinutes,
  bufferBeforeMinutes: eventType.bufferBeforeMinutes,
  bufferAfterMinutes: eventType.bufferAfterMinutes,
  minNoticeMinutes: eventType.minNoticeMinutes,
  maxAdvanceDays: eventType.maxAdvanceDays,
  availabilityRules:
    eventType.availabilityRules === undefined
      ? null
      : rulesRepresentation(eventType.availabilityRules),
  dateOverrides: overridesRepresentation(eventType.dateOverrides),
  timeZone: eventType.timeZone ?? null,
  scheduleId: eventType.scheduleId ?? null,
  requirements: requirementsRepresentation(eventType),
  confirmation: eventType.confirmation,
  holdMinutes: eventType.holdMinutes,
  approvalMinutes: eventType.approvalMinutes,
  ...optionsRepresentation(eventType),
  ...changeRepresentation(eventType),
})
