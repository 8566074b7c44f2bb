import { invariant } from '@holdfast/engine'
import type { Caller } from '../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../kernel/dependencies.ts'
import { readItems } from '../kernel/items/read-items.ts'
import {
  type FailedWrite,
  STORE_LIMITS,
  StoreUnavailable,
  type Write,
} from '../kernel/ports/store.ts'
import { CONFLICT, retryOnConflict } from '../kernel/retry.ts'
import { commitList } from '../kernel/transaction.ts'
import type { Alternative, ClaimsFailed, Failure, Next } from './alternatives.ts'
import { type ClaimAttempts, CONTENDED, claimInTurn, hasQueue } from './claim-queue.ts'
import { Known, type ToRead } from './known.ts'
import type { Claims, OwnWrite } from './owner.ts'
import { type ClaimWrite, type PlannedClaims, planClaims } from './plan-claims.ts'

/** How a commit of one alternative ended. */
type ClaimsCommitted = { readonly kind: 'done' } | ClaimsFailed

/**
 * Commits the first alternative that is possible: what its owners claim and give back, with their own writes and the idempotency
 * answer, in one transaction.
 */
export async function commitClaims<Value, Failed extends Failure>(
  deps: Dependencies,
  caller: Committer<Value>,
  next: Next<Alternative<Value, Failed>, Failed>,
): Promise<{ readonly kind: 'done'; readonly value: Value } | Failed> {
  const failures: Failed[] = []
  for (;;) {
    const given = next(failures)
    // Most have one way, which needs no turn of its own.
    const proposed = given instanceof Promise ? await given : given
    if (proposed.kind !== 'proposed') return proposed
    const { alternative } = proposed
    const committed = commitAlternative(deps, caller, alternative)
    const outcome = await (alternative.isOptional ? orStale(committed) : committed)
    if (outcome.kind === 'done') return { kind: 'done', value: alternative.value }
    failures.push(alternative.failed(outcome))
  }
}

type Committer<Value> = Pick<Caller<Value>, 'idempotency' | 'audit'>

const withoutAnswer = <Value>({ idempotency: _, ...rest }: Committer<Value>): Committer<Value> =>
  rest

/** If the store is sure not to have applied it, an optional alternative counts as stale. */
async function orStale(committed: Promise<ClaimsCommitted>): Promise<ClaimsCommitted> {
  try {
    return await committed
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || error.outcome !== 'not-applied') throw error
    return { kind: 'stale', index: 0 }
  }
}

/**
 * Commits an alternative. If a ledger day, a count or an item that claims follow from was not as assumed, the conflict returns it,
 * and the claims are planned again on that.
 */
async function commitAlternative<Value>(
  deps: Dependencies,
  caller: Committer<Value>,
  { claims, value, options, isPart }: Alternative<Value, unknown>,
): Promise<ClaimsCommitted> {
  const committer = isPart ? withoutAnswer(caller) : caller
  const attempts = new Attempts(deps, committer, claims, value, 'queue' in options)
  if (!('queue' in options)) {
    return await retryOnConflict(options.name, async () => {
      const outcome = await attempts.commit({ rereads: false })
      return outcome === CONTENDED ? CONFLICT : outcome
    })
  }
  const { queue } = options
  if (hasQueue(queue)) return await claimInTurn(queue, attempts, undefined)
  const outcome = await attempts.commit({ rereads: false })
  return outcome === CONFLICT || outcome === CONTENDED
    ? await claimInTurn(queue, attempts, outcome)
    : outcome
}

/** How often one plan may need more items. */
const READS_MAX = 10

/** The writes of one attempt, in the order of the transaction. */
interface Transaction {
  readonly writes: readonly Write[]
  /** Those of each owner, which come first. */
  readonly owned: readonly (readonly OwnWrite[])[]
  readonly claimed: readonly ClaimWrite[]
  readonly further: readonly OwnWrite[]
  /** The position of the first claim. */
  readonly firstClaim: number
  /** How many of the owners fit, counted from the first. */
  readonly max: number
}

/** The attempts to commit one set of claims, with what they have learned so far. */
class Attempts<Value> implements ClaimAttempts<ClaimsCommitted> {
  readonly #deps: Dependencies
  readonly #caller: Committer<Value>
  readonly #claims: Claims
  readonly #value: Value
  readonly #nowEpochSeconds: number
  readonly #known = new Known()
  /** Existing owners have more than their claims to lose, and the commit tells in which order. */
  readonly #areNew: boolean
  readonly #hasQueue: boolean
  #isFirst: boolean

  constructor(
    deps: Dependencies,
    caller: Committer<Value>,
    claims: Claims,
    value: Value,
    hasQueue: boolean,
  ) {
    this.#hasQueue = hasQueue
    this.#isFirst = hasQueue
    this.#deps = deps
    this.#caller = caller
    this.#claims = claims
    this.#value = value
    this.#nowEpochSeconds = epochSeconds(deps.clock)
    this.#areNew = claims.owners.every(({ entity }) => entity === undefined)
  }

  known(): ClaimsCommitted | typeof CONFLICT {
    if (!this.#areNew) return CONFLICT
    const plan = this.#plan()
    return plan.kind === 'refused' || plan.kind === 'impossible' ? plan : CONFLICT
  }

  async look(): Promise<ClaimsCommitted | typeof CONFLICT> {
    this.#isFirst = false
    if (!this.#areNew) return CONFLICT
    const plan = this.#plan()
    if (plan.kind !== 'writes') return plan.kind === 'unread' ? CONFLICT : plan
    await this.#read(
      plan.writes.flatMap(({ kind, write }) => (kind === 'ledger' ? [{ key: write.key }] : [])),
    )
    return this.known()
  }

  async commit({
    rereads,
  }: {
    readonly rereads: boolean
  }): Promise<ClaimsCommitted | typeof CONFLICT | typeof CONTENDED> {
    const isBeforeQueue = this.#isFirst
    this.#isFirst = false
    const stale = rereads ? await this.#read(this.#known.all()) : undefined
    if (stale) return stale
    let plan = this.#plan()
    // Sources may lead to others, and those to days and counts.
    for (let reads = 0; plan.kind === 'unread' && reads < READS_MAX; reads += 1) {
      const changed = await this.#read(plan.items)
      if (changed) return changed
      plan = this.#plan()
      if (isBeforeQueue && replacesAny(plan)) return CONFLICT
    }
    invariant(plan.kind !== 'unread', 'a claim needs ever more items')
    if (plan.kind !== 'writes') return plan
    const made = this.#transaction(plan.writes)
    if (made.max < this.#claims.owners.length) return { kind: 'too-many', max: made.max }
    const committed = await commitList(this.#deps, this.#caller, made.writes, this.#value, {
      contention: this.#hasQueue ? 'answer' : 'retry',
    })
    if (committed.kind !== 'conflict') return committed
    return committed.failed.length === 0 ? CONTENDED : this.#learn(made, committed.failed)
  }

  #plan(ownerCount = this.#claims.owners.length): PlannedClaims {
    const steps = this.#claims.steps(this.#known, ownerCount)
    return planClaims(steps, this.#known, this.#nowEpochSeconds)
  }

  /** All writes of the transaction: those of owners, claims, further ones. */
  #transaction(claimed: readonly ClaimWrite[]): Transaction {
    const owned = this.#claims.owners.map((owner) => owner.writes())
    const further = this.#claims.further?.() ?? []
    const writes: Write[] = []
    for (const ofOne of owned) for (const { write } of ofOne) writes.push(write)
    const firstClaim = writes.length
    for (const { write } of claimed) writes.push(write)
    for (const { write } of further) writes.push(write)
    const max = owned.length === 1 ? 1 : this.#mostThatFit(owned, further.length)
    return { writes, owned, claimed, further, firstClaim, max }
  }

  /** Learns the items that a conflict has returned, unless it says that an owner is not as it was. */
  #learn(
    { owned, claimed, further, firstClaim }: Transaction,
    failed: readonly FailedWrite[],
  ): ClaimsCommitted | typeof CONFLICT {
    // Whose each write is. Those that belong to no single owner count as the first one's.
    const origins = [
      ...owned.flatMap((ofOne, index) => ofOne.map(({ role }) => ({ index, role }))),
      ...claimed.map(() => undefined),
      ...further.map(({ role }) => ({ index: 0, role })),
    ]
    for (const { index } of failed) {
      const origin = origins[index]
      if (origin?.role === 'basis') return { kind: 'stale', index: origin.index }
    }
    for (const { index, current } of failed) {
      const claim = claimed[index - firstClaim]
      if (claim === undefined) continue
      this.#known.learn({ key: claim.write.key, isSource: claim.kind === 'source' }, current)
    }
    return CONFLICT
  }

  /**
   * Reads items, and whether the owners are still as they were: only then were the items read while the owners had the claims that
   * are known. Otherwise an owner that another writer moved meanwhile would look as if it had lost its time.
   */
  async #read(items: readonly ToRead[]): Promise<ClaimsCommitted | undefined> {
    const keys = items.map(({ key }) => key)
    const found = await readItems(this.#deps.store, keys)
    for (const [index, item] of items.entries()) this.#known.learn(item, found[index])
    return await this.#changedOwner()
  }

  async #changedOwner(): Promise<ClaimsCommitted | undefined> {
    const existing = this.#claims.owners.flatMap(({ entity }, index) =>
      entity ? [{ entity, index }] : [],
    )
    if (existing.length === 0) return undefined
    const keys = existing.map(({ entity }) => entity.key)
    const items = await readItems(this.#deps.store, keys)
    const changed = existing.find(({ entity }, at) =>
      'rev' in entity ? items[at]?.rev !== entity.rev : items[at]?.version !== entity.version,
    )
    return changed && { kind: 'stale', index: changed.index }
  }

  /** How many of several owners fit into one transaction, counted from the first one. */
  #mostThatFit(owned: Transaction['owned'], furtherCount: number): number {
    const { idempotency, audit } = this.#caller
    const { spareWrites = 0 } = this.#claims
    const others = furtherCount + spareWrites + (idempotency ? 1 : 0) + (audit ? 1 : 0)
    for (let count = owned.length; count > 0; count -= 1) {
      const own = owned.slice(0, count).reduce((sum, { length }) => sum + length, 0)
      const plan = this.#plan(count)
      const claimed = plan.kind === 'writes' ? plan.writes.length : 0
      if (own + others + claimed <= STORE_LIMITS.writesPerTransaction) return count
    }
    return 0
  }
}

/** Whether a plan replaces an item that was read, so that writers of that item should queue. */
const replacesAny = (plan: PlannedClaims): boolean =>
  plan.kind === 'writes' &&
  plan.writes.some(({ write: { kind } }) => kind === 'ledger-replace' || kind === 'count-replace')
