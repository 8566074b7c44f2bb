import { ok, type Result } from '@holdfast/engine'
import type { Caller } from './caller.ts'
import type { Entity } from './entity.ts'
import type { ItemKey, Store } from './ports/store.ts'
import type { Refusal } from './refusals.ts'

interface Owned {
  readonly accountId: string
  readonly deletedAtEpochSeconds?: number
}

type Missing = { readonly ok: false; readonly refusal: Refusal }

/** Reads a resource of the account as it is now. `missing` is the answer for one of another account, or that was deleted. */
export async function readOwn<Value extends Owned>(
  reading: { readonly store: Pick<Store, 'get'> },
  caller: Pick<Caller, 'accountId'>,
  entity: Pick<Entity<Value>, 'read'>,
  key: ItemKey,
  missing: Missing,
): Promise<Result<Value, Refusal>> {
  const found = await readOwnOrDeleted(reading, caller, entity, key, missing)
  return found.ok && found.value.deletedAtEpochSeconds !== undefined ? missing : found
}

/** Reads a resource of the account, also one that was deleted, for the list of what it leaves behind. */
export async function readOwnOrDeleted<Value extends Owned>(
  { store }: { readonly store: Pick<Store, 'get'> },
  { accountId }: Pick<Caller, 'accountId'>,
  entity: Pick<Entity<Value>, 'read'>,
  key: ItemKey,
  missing: Missing,
): Promise<Result<Value, Refusal>> {
  const value = await entity.read(store, key)
  return value?.accountId === accountId ? ok(value) : missing
}
