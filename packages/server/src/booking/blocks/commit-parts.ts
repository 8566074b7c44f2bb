import {
  type DayClaim,
  ok,
  QUANTA_PER_DAY,
  QUANTUM_MINUTES,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { type Alternative, type ClaimsFailed, type Next, only } from '../../ledger/alternatives.ts'
import { commitClaims } from '../../ledger/commit-claims.ts'
import type { OwnWrite } from '../../ledger/owner.ts'
import type { TimeStep } from '../../ledger/steps.ts'
import type { Block } from './block.ts'

/** `stale`: the block was changed by another writer. */
export type PartsCommitted = Result<undefined, Refusal> | 'stale'

/** The time of some parts of a block, one after the other. Undefined: of none. */
function rangeOf(parts: readonly DayClaim[]) {
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined) return undefined
  const minutes = (dayNumber: number, quantum: number): number =>
    (dayNumber * QUANTA_PER_DAY + quantum) * QUANTUM_MINUTES
  return {
    startEpochMinutes: minutes(first.dayNumber, first.firstQuantum),
    endEpochMinutes: minutes(last.dayNumber, last.firstQuantum + last.quantumCount),
  }
}

/** Some parts of days of a block, and the writes that belong to them. */
export interface BlockParts {
  readonly block: Block
  readonly parts: readonly DayClaim[]
  readonly own: readonly OwnWrite[]
}

/**
 * Claims parts of days for a block, in one transaction with its own writes. A refusal has the first time
 * that is taken. A day that was not read yet is assumed empty, since most blocked days have no
 * bookings.
 */
export const claimParts = (
  deps: Dependencies,
  caller: Pick<Caller<Block>, 'idempotency' | 'audit'>,
  parts: BlockParts,
): Promise<PartsCommitted> =>
  commitParts(deps, caller, parts, {
    value: parts.block,
    from: { kind: 'none' },
    to: { kind: 'final' },
    mark: { ownerId: parts.block.id, is: 'block' },
    ifGone: 'lost',
    assumesEmpty: true,
  })

/** Frees parts of days of a block, in one transaction with its own writes. */
export const freeParts = (
  deps: Dependencies,
  caller: Pick<Caller<undefined>, 'idempotency' | 'audit'>,
  parts: BlockParts,
): Promise<PartsCommitted> =>
  commitParts(deps, caller, parts, {
    value: undefined,
    from: { kind: 'final' },
    to: { kind: 'none' },
    mark: { ownerId: parts.block.id, was: 'block' },
    ifGone: 'nothing',
  })

async function commitParts<Value>(
  deps: Dependencies,
  caller: Pick<Caller<Value>, 'idempotency' | 'audit'>,
  { block: { providerId }, parts, own }: BlockParts,
  {
    value,
    ...change
  }: Omit<TimeStep, 'providerId' | 'index' | 'range'> & { readonly value: Value },
): Promise<PartsCommitted> {
  const range = rangeOf(parts)
  const times = range ? [{ providerId, index: 0, range, ...change }] : []
  const claims = {
    owners: [{ writes: () => own }],
    steps: () => ({ kind: 'steps', times, amounts: [], sources: [] }) as const,
  }
  const next: Next<Alternative<Value, ClaimsFailed>, ClaimsFailed> = only({
    claims,
    value,
    options: { name: `the ledger of ${providerId}` },
    failed: (failure) => failure,
  })
  const committed = await commitClaims(deps, caller, next)
  switch (committed.kind) {
    case 'done':
      return ok(undefined)
    case 'refused':
      return refuse(committed.refusal)
    case 'stale':
      return 'stale'
    case 'impossible': {
      const minutes = 'providerId' in committed ? (committed.epochMinutes ?? 0) : 0
      return refuse({ code: 'slot_taken', startEpochSeconds: minutes * 60 })
    }
    case 'too-many':
      throw new Error('one owner is never too many')
  }
}
