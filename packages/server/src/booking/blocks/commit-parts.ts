import { type DayClaim, invariant, QUANTA_PER_DAY, QUANTUM_MINUTES } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { type Alternative, type ClaimsFailed, type Next, only } from '../../ledger/alternatives.ts'
import { commitClaims } from '../../ledger/commit-claims.ts'
import type { Owner, OwnWrite } from '../../ledger/owner.ts'
import type { TimeStep } from '../../ledger/steps.ts'
import type { Block } from './block.ts'

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

/** What freeing blocks came to. `stale`: somebody changed one of them, or their owner. */
export type BlocksFreed =
  | { readonly kind: 'done' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** What a change of blocks came to. `taken`: the time of the block with this index, at this minute. */
export type BlocksCommitted =
  | BlocksFreed
  | { readonly kind: 'taken'; readonly index: number; readonly epochMinutes: number }

/** Blocks that are claimed or freed in one transaction, and what they belong to. */
export interface BlocksOfOne<Value> {
  readonly blocks: readonly BlockParts[]
  /** Whose blocks they are, with its writes. Absent: the blocks stand for themselves. */
  readonly owner?: Owner
  /** What the caller gets. */
  readonly value: Value
  /** What is committed, for errors. */
  readonly name: string
}

/** Who changes blocks, as far as the transaction records it. */
export type Committer<Value> = Pick<Caller<Value>, 'idempotency' | 'audit'>

/**
 * Claims the time of blocks, in one transaction with their own writes. A day that was not read yet is assumed empty, since most
 * blocked days have no bookings.
 */
export const claimBlocks = <Value>(
  deps: Dependencies,
  caller: Committer<Value>,
  blocks: BlocksOfOne<Value>,
): Promise<BlocksCommitted> =>
  commitParts(deps, caller, blocks, ({ id }) => ({
    from: { kind: 'none' },
    to: { kind: 'final' },
    mark: { ownerId: id, is: 'block', takesFreed: true },
    ifGone: 'lost',
    assumesEmpty: true,
  }))

/** Frees the time of blocks, in one transaction with their own writes. */
export async function freeBlocks<Value>(
  deps: Dependencies,
  caller: Committer<Value>,
  blocks: BlocksOfOne<Value>,
): Promise<BlocksFreed> {
  const committed = await commitParts(deps, caller, blocks, ({ id }) => ({
    from: { kind: 'final' },
    to: { kind: 'none' },
    mark: { ownerId: id, was: 'block' },
    ifGone: 'nothing',
  }))
  invariant(committed.kind !== 'taken', 'freeing time met a claim')
  return committed
}

async function commitParts<Value>(
  deps: Dependencies,
  caller: Committer<Value>,
  { blocks, owner, value, name }: BlocksOfOne<Value>,
  changeOf: (block: Block) => Omit<TimeStep, 'providerId' | 'index' | 'range'>,
): Promise<BlocksCommitted> {
  const owners = owner ? [owner] : []
  const times = blocks.flatMap(({ block, parts }, at) => {
    const range = rangeOf(parts)
    const { providerId } = block
    return range ? [{ providerId, index: at + owners.length, range, ...changeOf(block) }] : []
  })
  const claims = {
    owners: [...owners, ...blocks.map(({ own }) => ({ writes: () => own }))],
    steps: () => ({ kind: 'steps', times, amounts: [], sources: [] }) as const,
  }
  const next: Next<Alternative<Value, ClaimsFailed>, ClaimsFailed> = only({
    claims,
    value,
    options: { name },
    failed: (failure) => failure,
  })
  const committed = await commitClaims(deps, caller, next)
  switch (committed.kind) {
    case 'done':
    case 'stale':
    case 'refused':
      return committed
    case 'impossible': {
      const epochMinutes = 'providerId' in committed ? (committed.epochMinutes ?? 0) : 0
      const index = 'index' in committed ? committed.index - owners.length : 0
      return { kind: 'taken', index, epochMinutes }
    }
    case 'too-many':
      throw new Error(`${name}: ${blocks.length} blocks do not fit into one transaction`)
  }
}
