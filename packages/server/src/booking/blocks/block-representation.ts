import { instantText } from '../../kernel/representations.ts'
import { changeRepresentation } from '../../kernel/resource.ts'
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
  ...changeRepresentation(block),
})
