import { ACTOR_KINDS, type Actor } from '@holdfast/engine'
import { z } from 'zod'

/** The schema of an actor inside an item. */
export const ACTOR_SCHEMA = z.object({
  kind: z.enum(ACTOR_KINDS),
  id: z.exactOptional(z.string()),
})

/** Who caused something; null if that was not recorded. */
export const actorRepresentation = (actor: Actor | undefined) =>
  actor ? { kind: actor.kind, ...(actor.id !== undefined && { id: actor.id }) } : null
