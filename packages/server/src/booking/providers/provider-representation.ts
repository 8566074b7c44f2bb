import { actorRepresentation } from '../../kernel/actor.ts'
import { timestamps } from '../../kernel/representations.ts'
import { periodLimitsRepresentation } from '../limits/limits.ts'
import { kindOfProvider, type Provider } from './provider.ts'

/** A provider. */
export const providerRepresentation = (provider: Provider) => ({
  id: provider.id,
  version: provider.version,
  name: provider.name,
  slug: provider.slug,
  timeZone: provider.timeZone,
  kind: kindOfProvider(provider),
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
