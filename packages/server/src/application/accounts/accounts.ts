import { type Dependencies, epochSeconds } from '../dependencies.ts'
import { accountKey, rapidApiUserKey, setupKey } from '../items/keys.ts'
import type { Item, ItemKey, Write } from '../ports/store.ts'

/** The write that makes an account: who owns keys and everything below. */
export function newAccount(
  deps: Dependencies,
  name: string,
): { readonly accountId: string; readonly write: Write } {
  const accountId = deps.ids.next('account', deps.clock.nowEpochMilliseconds())
  const now = epochSeconds(deps.clock)
  const item: Item = {
    ...accountKey(accountId),
    version: 1,
    name,
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  return { accountId, write: { kind: 'put-if-absent', item } }
}

/** The account of a caller through RapidAPI; the first call of a user makes it. */
export const accountOfRapidApiUser = (deps: Dependencies, user: string): Promise<string> =>
  accountAt(deps, rapidApiUserKey(user), `RapidAPI ${user}`)

/** The account that a store was set up with; an empty store is set up with a new one. */
export const firstAccount = (deps: Dependencies): Promise<string> =>
  accountAt(deps, setupKey, 'first account')

/** Says whether a store was set up before. */
export const isSetUp = async (deps: Dependencies): Promise<boolean> =>
  (await deps.store.get(setupKey, { consistent: true })) !== undefined

/** The account that an item points to; where there is none, whoever is first makes both. */
async function accountAt(deps: Dependencies, key: ItemKey, name: string): Promise<string> {
  const known = await deps.store.get(key, { consistent: true })
  if (known !== undefined) return known.accountId as string
  const { accountId, write } = newAccount(deps, name)
  const outcome = await deps.store.transact(
    [{ kind: 'put-if-absent', item: { ...key, accountId, version: 1 } }, write],
    deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
  )
  return outcome.committed ? accountId : accountAt(deps, key, name)
}
