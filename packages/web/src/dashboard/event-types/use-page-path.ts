import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../account/account-queries.ts'
import type { EventType, Provider } from '../api.ts'

/** The path of the public page of an event type, such as `/a/lakeside/ada/check-up`; undefined until it is known. */
export function usePagePath(
  provider: Pick<Provider, 'slug'>,
  eventType: Pick<EventType, 'slug'>,
): string | undefined {
  const { data: account } = useQuery(accountQuery)
  return account && `${account.linkPrefix}${provider.slug}/${eventType.slug}`
}
