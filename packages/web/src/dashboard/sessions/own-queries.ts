import { queryOptions } from '@tanstack/react-query'
import { api, readPages, unwrap } from '../api.ts'

/** The sessions of the signed-in person, in all of their accounts. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own', 'sessions'],
  queryFn: async () =>
    (await readPages((query) => unwrap(api.GET('/v1/sign-in/sessions', { params: { query } }))))
      .data,
})

/** The passkeys of the signed-in person. */
export const ownPasskeysQuery = queryOptions({
  queryKey: ['own', 'passkeys'],
  queryFn: async () =>
    (await readPages((query) => unwrap(api.GET('/v1/sign-in/passkeys', { params: { query } }))))
      .data,
})

/** The accounts that the signed-in person belongs to. */
export const ownAccountsQuery = queryOptions({
  queryKey: ['own', 'accounts'],
  queryFn: async () => (await unwrap(api.GET('/v1/sign-in/accounts'))).data,
})
