import type { components } from '@holdfast/client'
import { queryOptions } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { api, isProblem, unwrap } from '../api.ts'
import { useInputMessage } from '../ui/input-errors.ts'
import { connectionMessages } from './messages.ts'

export type CalendarConnection = components['schemas']['CalendarConnection']

const MINUTE_MILLISECONDS = 60_000

/** The connected calendars of a provider. Polls, since no event announces a new read. */
export const connectionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['connections', id],
    queryFn: async (): Promise<readonly CalendarConnection[]> => {
      const params = { path: { id } }
      return (await unwrap(api.GET('/v1/providers/{id}/calendar-connections', { params }))).data
    },
    refetchInterval: MINUTE_MILLISECONDS,
  })

/** Explains why a feed was rejected; undefined if the error is about something else. */
export function useFeedError(): (error: unknown) => string | undefined {
  const t = useMessages(connectionMessages)
  const inputMessage = useInputMessage()
  return (error) => {
    if (isProblem(error, 'calendar_unreadable')) {
      const { detail } = error.problem
      const code = Object.keys(t.failures).find((each) => detail.includes(`(${each})`))
      return `${t.unreadable} ${code ? t.failures[code as keyof typeof t.failures] : detail}`
    }
    const serverMessage =
      isProblem(error, 'validation_failed') && error.problem.errors?.[0]?.message
    return serverMessage ? inputMessage(serverMessage) : undefined
  }
}
