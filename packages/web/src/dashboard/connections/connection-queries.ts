import { queryOptions } from '@tanstack/react-query'
import type { BusyTime, Range } from '../calendar/calendar-queries.ts'

/** Time in which a connected calendar of a provider is busy, within a range. */
export const busyQuery = (providerId: string, { from, to }: Range) =>
  queryOptions({
    queryKey: ['busy', providerId, from, to],
    queryFn: async (): Promise<readonly BusyTime[]> => {
      const query = new URLSearchParams({ from, to })
      const answer = await fetch(`/v1/providers/${providerId}/busy?${query}`)
      if (answer.status === 404) return []
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
      const { data } = (await answer.json()) as { readonly data: readonly BusyTime[] }
      return data
    },
  })
