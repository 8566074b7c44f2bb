import { ok, type Result } from '@holdfast/engine'
import type { Dependencies } from '../kernel/dependencies.ts'
import { invalid, type Refusal } from '../kernel/refusals.ts'

/** What use cases that restrict a member or a key to providers need of other contexts. */
export interface RestrictingContext {
  readonly deps: Dependencies
  /** Whether the account has a provider. */
  readonly isProvider: (providerId: string, accountId: string) => Promise<boolean>
}

/** Checks that the account has all of the `providerIds` of a body. */
export async function checkKnownProviders(
  { isProvider }: Pick<RestrictingContext, 'isProvider'>,
  accountId: string,
  providerIds: readonly string[] = [],
): Promise<Result<undefined, Refusal>> {
  const known = await Promise.all(providerIds.map((id) => isProvider(id, accountId)))
  const unknown = known.indexOf(false)
  return unknown === -1
    ? ok(undefined)
    : invalid(
        `/providerIds/${unknown}`,
        `must be a provider of the account; got "${providerIds[unknown]}"`,
      )
}
