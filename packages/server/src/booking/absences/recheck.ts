import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'

/** Longer than a request takes that read the rules before the new one was there. */
export const RECHECK_AFTER_MILLISECONDS = 60_000

/** A rule that closes time, and how its bookings are found and named. */
export interface Rechecked<Rule extends { readonly version: number }> {
  /** What it is, for errors. */
  readonly title: string
  /** Undefined if it was deleted. */
  read(): Promise<Rule | undefined>
  /** The bookings in its time. */
  find(rule: Rule): Promise<readonly string[]>
  replace(before: { readonly version: number }, after: Rule): Write
  /** The event that names bookings. */
  event(rule: Rule, bookingIds: readonly string[]): Write | undefined
}

/**
 * Looks once more for bookings in a rule that closes time, and names those that are not among `named`: they were made while
 * the rule was being saved. The event and the new version of the rule are one transaction, so a repetition emits nothing.
 */
export const recheck = <Rule extends { readonly version: number }>(
  deps: Dependencies,
  { resourceVersion }: Pick<DomainEvent, 'resourceVersion'>,
  named: readonly string[],
  { title, read, find, replace, event }: Rechecked<Rule>,
): Promise<undefined> =>
  retryOnConflict(title, async () => {
    const before = await read()
    // Deleted since, changed, or rechecked already.
    if (before?.version !== resourceVersion) return undefined
    const found = await find(before)
    const more = found.filter((id) => !named.includes(id))
    if (more.length === 0) return undefined
    const after = { ...before, version: before.version + 1 }
    const outcome = await transact(deps, {
      rule: replace(before, after),
      event: event(after, more),
    })
    return outcome.kind === 'done' ? undefined : CONFLICT
  })
