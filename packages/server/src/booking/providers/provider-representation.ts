import { formatDate } from '@holdfast/engine'
import { changeRepresentation } from '../../kernel/resource.ts'
import { periodLimitsRepresentation } from '../limits/limits.ts'
import { isUnit, kindOfProvider, type OutOfOrder, type Provider } from './provider.ts'

/** Nights in which a unit is out of order. */
export const outOfOrderRepresentation = ({ fromDay, toDay, reason }: OutOfOrder) => ({
  from: formatDate(fromDay),
  to: formatDate(toDay),
  reason,
})

/** A provider. */
export const providerRepresentation = (provider: Provider) => ({
  id: provider.id,
  version: provider.version,
  name: provider.name,
  slug: provider.slug,
  timeZone: provider.timeZone,
  kind: kindOfProvider(provider),
  grain: isUnit(provider) ? ('nights' as const) : ('time' as const),
  propertyId: provider.unit?.propertyId ?? null,
  calendarId: provider.unit?.calendarId ?? null,
  outOfOrder: provider.unit ? (provider.unit.outOfOrder ?? []).map(outOfOrderRepresentation) : null,
  scheduleId: provider.scheduleId ?? null,
  specialty: provider.specialty ?? null,
  email: provider.email ?? null,
  listed: provider.isListed ?? false,
  active: provider.isInactive !== true,
  feed: provider.feedTokenHash !== undefined,
  limits: periodLimitsRepresentation(provider.limits),
  visits: provider.visits ? { maxGapMinutes: provider.visits.maxGapMinutes } : null,
  ...changeRepresentation(provider),
})
