import { actorRepresentation } from '../../kernel/actor.ts'
import { instantText, timestamps } from '../../kernel/representations.ts'
import type { Block } from './block.ts'

/** Time that a provider takes off. */
export const blockRepresentation = (block: Block) => ({
  id: block.id,
  version: block.version,
  providerId: block.providerId,
  start: instantText(block.startEpochSeconds),
  end: instantText(block.endEpochSeconds),
  reason: block.reason ?? null,
  absenceId: block.absenceId ?? null,
  actor: actorRepresentation(block.actor),
  ...timestamps(block),
})
