import { queryOptions } from '@tanstack/react-query'
import { api, readPages, unwrap } from '../api.ts'
import { allEventTypesQuery } from '../queries.ts'

/** The houses of the account. */
export const propertiesQuery = queryOptions({
  queryKey: ['properties'],
  queryFn: async () =>
    (await readPages((query) => unwrap(api.GET('/v1/properties', { params: { query } })))).data,
})

/** The rate plans of the account. */
export const ratePlansQuery = queryOptions({
  queryKey: ['rate-plans'],
  queryFn: async () =>
    (await readPages((query) => unwrap(api.GET('/v1/rate-plans', { params: { query } })))).data,
})

/** The event types of nights. */
export const stayTypesQuery = queryOptions({
  ...allEventTypesQuery,
  select: (eventTypes) => eventTypes.filter(({ grain }) => grain === 'nights'),
})
