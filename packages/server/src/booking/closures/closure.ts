import type { Interval } from '@holdfast/engine'
import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { changeRepresentation, RESOURCE_ATTRIBUTES } from '../../kernel/resource.ts'
import {
  CLOSED_TIME,
  closedTimeProblems,
  endsByEpochSeconds,
  timeTexts,
} from '../closed-time/closed-time.ts'
import { closureKey, closureStateKey, closuresEndingIn } from '../keys.ts'
import type { Provider } from '../providers/provider.ts'

/** Who is closed: the whole account, some providers, or everybody who works by a schedule and what is open by it. */
export type ClosureScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'providers'; readonly providerIds: readonly string[] }
  | { readonly kind: 'schedule'; readonly scheduleId: string }

/** The public holiday that a closure was made from. */
export interface ClosureHoliday {
  readonly country: string
  readonly region?: string
}

const closureAttributes = z.object({
  ...RESOURCE_ATTRIBUTES,
  name: z.string(),
  time: CLOSED_TIME,
  scope: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('providers'), providerIds: z.array(z.string()) }),
    z.object({ kind: z.literal('schedule'), scheduleId: z.string() }),
  ]),
  /** Absent if it was made by hand. */
  holiday: z.exactOptional(z.object({ country: z.string(), region: z.exactOptional(z.string()) })),
})

/**
 * A rule by which an account offers nothing for a time. It claims nothing, so bookings can stand in it. Dates are those
 * of each provider's zone, or of the schedule's zone if it is for a schedule.
 */
export interface Closure extends AttributesOf<typeof closureAttributes> {
  readonly id: string
}

/** The most days of one closure. Readers look only so far behind the range that they need. */
export const CLOSURE_DAYS = 366

const DAY_SECONDS = 86_400

/** The item of a closure, in the partition of its account's closures, by the end. */
export const closureEntity = defineEntity<Closure, 'id'>({
  name: 'closure',
  key: ({ accountId, time, id }) => closureKey(accountId, endsByEpochSeconds(time), id),
  inKey: { id: ({ SK }) => keyTail(SK) },
  schema: closureAttributes,
})

const closureStateAttributes = z.object({
  accountId: z.string(),
  /** Rises with each new closure, so that two that are made at once are decided one after the other. */
  version: z.int(),
  /** What new providers get as `closuresUntilEpochSeconds`. */
  untilEpochSeconds: z.int(),
  /** What all providers have as `closuresUntilEpochSeconds`, at least. */
  markedUntilEpochSeconds: z.int(),
})

/** What new providers and new closures need to know of the closures of an account. */
export type ClosureState = AttributesOf<typeof closureStateAttributes>

/** The item that says how far the closures of an account reach. */
export const closureStateEntity = defineEntity<ClosureState>({
  name: 'state of closures',
  key: ({ accountId }) => closureStateKey(accountId),
  inKey: {},
  schema: closureStateAttributes,
})

/** Reads how far the closures of an account reach; undefined if it never had one. */
export const readClosureState = (
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
): Promise<ClosureState | undefined> =>
  closureStateEntity.read(deps.store, closureStateKey(accountId))

/** Whether a closure of its account can matter to a provider in a range. */
export const mayBeClosed = (
  { closuresUntilEpochSeconds = 0 }: Pick<Provider, 'closuresUntilEpochSeconds'>,
  { startEpochMinutes }: Pick<Interval, 'startEpochMinutes'>,
): boolean => startEpochMinutes * 60 < closuresUntilEpochSeconds

/** Reads the closures of an account that can overlap a range, by the end. Some of them may lie beside it. */
export async function readClosures(
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
  { startEpochMinutes, endEpochMinutes }: Interval,
  { consistent }: { readonly consistent: boolean },
): Promise<readonly Closure[]> {
  // The key of an end by date is up to two days after it.
  const latest = endEpochMinutes * 60 + (CLOSURE_DAYS + 3) * DAY_SECONDS
  const range = closuresEndingIn(accountId, startEpochMinutes * 60, latest)
  const { items } = await deps.store.query({ ...range, consistent })
  return items.map(closureEntity.decode)
}

/** A closure in the API. */
export const closureRepresentation = ({ scope, ...closure }: Closure) => ({
  id: closure.id,
  version: closure.version,
  name: closure.name,
  ...timeTexts(closure.time),
  all: scope.kind === 'all',
  providerIds: scope.kind === 'providers' ? [...scope.providerIds] : [],
  scheduleId: scope.kind === 'schedule' ? scope.scheduleId : null,
  holiday: closure.holiday
    ? { country: closure.holiday.country, region: closure.holiday.region ?? null }
    : null,
  ...changeRepresentation(closure),
})

/** What is wrong with a stored closure. */
export const closureProblems = (
  { accountId, time }: Closure,
  partitionId: string,
): readonly string[] =>
  accountId === partitionId
    ? closedTimeProblems(time)
    : ['The account differs from the one in the key.']
