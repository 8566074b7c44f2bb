import { queryOptions } from '@tanstack/react-query'
import { api, readPages, unwrap } from '../api.ts'

/** The members of the account, invited ones too. */
export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async () =>
    (await readPages((query) => unwrap(api.GET('/v1/members', { params: { query } })))).data,
})
