import type { Dependencies } from '../../kernel/dependencies.ts'
import { bookingIndexKeys } from '../keys.ts'
import { type Provider, providerEntity } from './provider.ts'

const PROVIDERS_PER_READ = 100

/**
 * All providers of an account, page by page. They are read by an index, which may lack one that was created a moment ago, and
 * may be old: whoever changes one reads it again.
 */
export async function* pagesOfProviders(
  { store }: Pick<Dependencies, 'store'>,
  accountId: string,
): AsyncGenerator<readonly Provider[]> {
  const partition = bookingIndexKeys.providersOfAccount(accountId)
  let cursor: string | undefined
  do {
    const page = await store.query({
      index: 'GSI1',
      partition,
      limit: PROVIDERS_PER_READ,
      consistent: true,
      ...(cursor !== undefined && { cursor }),
    })
    yield page.items.map(providerEntity.decode)
    cursor = page.cursor
  } while (cursor !== undefined)
}
