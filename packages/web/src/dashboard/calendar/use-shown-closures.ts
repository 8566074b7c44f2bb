import { useMemo } from 'react'
import { useI18n } from '../../shared/i18n.tsx'
import type { Provider } from '../api.ts'
import { type Closure, closes, whomOf } from '../closures/closures.ts'
import type { Agenda } from './calendar-queries.ts'

/** A closure of some of the providers who are shown. */
export interface ShownClosure {
  readonly closure: Closure
  /** Whether it closes all who are shown. */
  readonly isWhole: boolean
  /** The names of those whom it closes. */
  readonly names: string
}

/** The closures of an agenda that close providers who are shown. */
export function useShownClosures(
  providers: readonly Provider[],
  agenda: Agenda | undefined,
): readonly ShownClosure[] {
  const { format } = useI18n()
  return useMemo(() => {
    // A team has no time of its own.
    const able = providers.filter(({ kind }) => kind !== 'team')
    return (agenda?.closures ?? []).flatMap((closure): ShownClosure[] => {
      const whom = whomOf(closure)
      const closed = able.filter((provider) => closes(whom, provider))
      const isWhole = whom.kind === 'all' || (closed.length > 0 && closed.length === able.length)
      if (!isWhole && closed.length === 0) return []
      return [{ closure, isWhole, names: format.list(closed.map(({ name }) => name)) }]
    })
  }, [agenda, providers, format])
}
