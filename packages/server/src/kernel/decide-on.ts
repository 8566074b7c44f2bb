import type { Result } from '@holdfast/engine'
import { type Caller, versionMismatch } from './caller.ts'
import type { Refusal } from './refusals.ts'
import { type CONFLICT, retryOnConflict } from './retry.ts'

/**
 * Reads a resource as it is, and decides what becomes of it; again after each `CONFLICT`. What the read refuses is the answer. If
 * `If-Match` names another version than the one that was read, nothing is decided: `version_mismatch`.
 */
export const decideOn = <Before extends { readonly version: number }, Value>(
  caller: Pick<Caller, 'ifVersion'>,
  resource: string,
  read: () => Promise<Result<Before, Refusal>>,
  decide: (before: Before) => Promise<Result<Value, Refusal> | typeof CONFLICT>,
): Promise<Result<Value, Refusal>> =>
  retryOnConflict<Result<Value, Refusal>>(resource, async () => {
    const found = await read()
    if (!found.ok) return found
    return versionMismatch(caller, found.value.version) ?? decide(found.value)
  })
