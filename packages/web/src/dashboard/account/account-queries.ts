import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../api.ts'
import { invalidate } from '../other-tabs.ts'

/** The account with its settings. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => unwrap(api.GET('/v1/account')),
  staleTime: 60_000,
})

/** Reloads what shows the name or a setting of the account, in all tabs. */
export const invalidateAccount = (client: QueryClient): Promise<void> =>
  invalidate(client, 'account', 'session')
