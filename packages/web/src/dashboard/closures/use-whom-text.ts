import { useI18n, useMessages } from '../../shared/i18n.tsx'
import type { Provider, Schedule } from '../api.ts'
import type { WhomDraft } from './closures.ts'
import { closureMessages } from './messages.ts'

/** Returns a function that says in words whom a closure closes. */
export function useWhomText(
  providers: readonly Provider[],
  schedules: readonly Schedule[],
): (whom: WhomDraft) => string {
  const t = useMessages(closureMessages)
  const { format } = useI18n()
  return ({ kind, providerIds, scheduleId }) => {
    if (kind === 'all') return t.whomAll
    if (kind === 'schedule') {
      const name = schedules.find(({ id }) => id === scheduleId)?.name
      return name === undefined ? t.unknownSchedule : t.bySchedule(name)
    }
    return format.list(
      providerIds.flatMap((id) => providers.find((each) => each.id === id)?.name ?? []),
    )
  }
}
