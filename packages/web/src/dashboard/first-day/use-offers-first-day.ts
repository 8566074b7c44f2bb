import { useQuery } from '@tanstack/react-query'
import { useAccess } from '../access.ts'
import { providersQuery, sessionQuery } from '../queries.ts'
import { useFirstDayState } from './remembered.ts'

/** Whether the navigation offers the first steps: to a new account, until the list is hidden. */
export function useOffersFirstDay(isReady: boolean): boolean {
  const access = useAccess()
  const session = useQuery(sessionQuery)
  const state = useFirstDayState(session.data?.account.id ?? '')
  const mayPrepare = access.can('settings') && !access.isRestricted
  const isUnknown = isReady && mayPrepare && state === undefined
  const providers = useQuery({ ...providersQuery, enabled: isUnknown })
  return mayPrepare && (state === 'open' || (isUnknown && providers.data?.length === 0))
}
