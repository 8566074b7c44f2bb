import type { EventType, Provider } from '../api.ts'
import { ALL_THE_TIME, type TimeDraft, timeDraftOf, timeOf } from './span-draft.ts'

type Requirement = NonNullable<EventType['requirements']>[number]

/** How a requirement names its candidates. */
export type CandidateSource = 'providers' | 'specialty' | 'kind'

/** A requirement in the form. `key` identifies it while its name changes. */
export interface RequirementDraft {
  readonly key: string
  readonly name: string
  readonly source: CandidateSource
  /** In order of priority. */
  readonly providerIds: readonly string[]
  readonly specialty: string
  readonly kind: NonNullable<Requirement['kind']>
  readonly isAll: boolean
  readonly count: string
  readonly choice: Requirement['choice']
  readonly bookerMayChoose: boolean
  /** When a booking needs them. */
  readonly time: TimeDraft
}

/** Whether the spans of requirements say how long a booking is. */
export const hasSpans = (requirements: readonly RequirementDraft[]): boolean =>
  requirements.some(({ time }) => time.spans.length > 0)

/** The most requirements of an event type. */
export const MAX_REQUIREMENTS = 8

/** The defaults of a new requirement: one of the chosen providers, the load shared. */
export const newRequirement = (key: string): RequirementDraft => ({
  key,
  name: '',
  source: 'providers',
  providerIds: [],
  specialty: '',
  kind: 'person',
  isAll: false,
  count: '1',
  choice: 'balanced',
  bookerMayChoose: false,
  time: ALL_THE_TIME,
})

/** The form's values for the requirements of an event type. */
export const requirementDrafts = (
  requirements: readonly Requirement[],
): readonly RequirementDraft[] =>
  requirements.map(({ name, providerIds, specialty, kind, count, ...requirement }) => ({
    ...newRequirement(name),
    name,
    source: providerIds ? 'providers' : specialty === null ? 'kind' : 'specialty',
    ...(providerIds && { providerIds }),
    ...(specialty !== null && { specialty }),
    ...(kind && { kind }),
    isAll: count === 'all',
    ...(count !== 'all' && { count: String(count) }),
    choice: requirement.choice,
    bookerMayChoose: requirement.bookerMayChoose,
    time: timeDraftOf(requirement),
  }))

function candidatesOf({ source, providerIds, specialty, kind }: RequirementDraft) {
  switch (source) {
    case 'providers':
      return { providerIds: [...providerIds] }
    case 'specialty':
      return { specialty: specialty.trim() }
    case 'kind':
      return { kind }
  }
}

/** A requirement as the API takes it. Where all candidates are taken, there is nothing to choose. */
export const requirementOf = (draft: RequirementDraft) => ({
  name: draft.name.trim(),
  ...candidatesOf(draft),
  ...(draft.isAll
    ? { count: 'all' as const }
    : {
        count: Number(draft.count),
        choice: draft.choice,
        bookerMayChoose: draft.bookerMayChoose,
      }),
  ...timeOf(draft.time),
})

/** The most candidates of a requirement. */
export const MAX_CANDIDATES = 50

const sameText = (one: string | null, other: string): boolean =>
  one !== null && other.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase()

/** Whether a provider can serve a requirement: one of those chosen, or an active one of its specialty or kind. */
export function isCandidate(
  requirement: Pick<RequirementDraft, 'source' | 'specialty' | 'kind' | 'providerIds'>,
  provider: Provider,
): boolean {
  const { source, specialty, kind, providerIds } = requirement
  if (source === 'providers') return providerIds.includes(provider.id)
  if (!provider.active || provider.kind === 'team') return false
  return source === 'kind' ? provider.kind === kind : sameText(provider.specialty, specialty)
}

/** How many active providers a specialty or kind names; 0 where providers are chosen one by one. */
export const matchingCount = (
  requirement: Pick<RequirementDraft, 'source' | 'specialty' | 'kind' | 'providerIds'>,
  providers: readonly Provider[],
): number =>
  requirement.source === 'providers'
    ? 0
    : providers.filter((provider) => isCandidate(requirement, provider)).length

/** The specialties of the providers, without duplicates. */
export const specialtiesOf = (providers: readonly Provider[]): readonly string[] => [
  ...new Set(providers.flatMap(({ specialty }) => specialty ?? [])),
]
