import type { Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { readOwn, readOwnOrDeleted } from '../../kernel/read-own.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { bookingIndexKeys, providerKey } from '../keys.ts'
import { type Provider, providerEntity, specialtyPartition } from './provider.ts'

type Answer = Result<Provider, Refusal>

/** Reads a provider of the account; a deleted one is not found. */
export const getProvider = (
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  providerId: string,
): Promise<Answer> =>
  readOwn(deps, caller, providerEntity, providerKey(providerId), notFound('provider', providerId))

/** Reads a provider of the account, also one that was deleted: its bookings and absences are listed still. */
export const getPastProvider = (
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  providerId: string,
): Promise<Answer> => {
  const missing = notFound('provider', providerId)
  return readOwnOrDeleted(deps, caller, providerEntity, providerKey(providerId), missing)
}

/**
 * Lists the providers of the account, all or those of a specialty, the oldest first. The index may lack one that was
 * created a moment ago; with `mayBeOld`, the providers may be as they were then, at half the price.
 */
export function listProviders(
  deps: Dependencies,
  caller: Caller,
  filter: { readonly specialty?: string; readonly mayBeOld?: true },
  page: Page,
): Promise<Listed<Provider>> {
  const request =
    filter.specialty === undefined
      ? ({
          index: 'GSI1',
          partition: bookingIndexKeys.providersOfAccount(caller.accountId),
        } as const)
      : ({
          index: 'GSI2',
          partition: specialtyPartition(caller.accountId, filter.specialty),
        } as const)
  const wanted = { ...request, ...(filter.mayBeOld && { consistent: false }) }
  return listPage(deps.store, wanted, page, providerEntity.decode)
}

/** Lists the teams of an account, the oldest first. They may be as they were a moment ago. */
export const listTeams = (
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
  page: Page,
): Promise<Listed<Provider>> =>
  listPage(
    deps.store,
    {
      index: 'GSI4',
      partition: bookingIndexKeys.providersOfKind(accountId, 'team'),
      consistent: false,
    },
    page,
    providerEntity.decode,
  )
