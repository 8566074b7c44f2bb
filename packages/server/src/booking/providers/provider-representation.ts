import { actorRepresentation } from '../../kernel/actor.ts'
import { timestamps } from '../../kernel/representations.ts'
import { periodLimitsRepresentation } from '../limits/limits.ts'
import { isUnit, kindOfProvider, type Provider } from './provider.ts'

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
  scheduleId: provider.scheduleId ?? null,
  specialty: provider.specialty ?? null,
  email: provider.email ?? null,
  listed: provider.isListed ?? false,
  active: provider.isInactive !== true,
  feed: provider.feedTokenHash !== undefined,
  limits: periodLimitsRepresentation(provider.limits),
  actor: actorRepresentation(provider.actor),
  ...timestamps(provider),
})
