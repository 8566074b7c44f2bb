import type { Grant } from '../access/grant.ts'
import { type NamedSubject, type Rule, ruleOf } from '../access/policy.ts'
import type { HttpContext } from './context.ts'
import type { AnyEndpoint, EndpointRequest } from './endpoint.ts'
import type { ProblemDetails } from './problem.ts'
import { problemOf } from './refusal-problem.ts'

type AnyRequest = EndpointRequest<unknown, unknown, unknown>

/** How long after a sign-in a member can do what needs a recent one. */
export const RECENT_SECONDS = 60 * 60

/** The rule of an endpoint. Undefined: the policy does not decide about its callers. */
export const ruleOfEndpoint = (endpoint: AnyEndpoint): Rule | undefined =>
  endpoint.access === 'account' ||
  endpoint.access === 'account-or-booker' ||
  endpoint.access === 'signed-in'
    ? ruleOf(endpoint.operationId)
    : undefined

/** Who asks, as far as the policy needs to know. */
export interface Asking {
  readonly grant: Grant
  /** Set for a member. */
  readonly signedInAtEpochSeconds?: number
}

/** Why a caller may not use an operation at all. Decides before the input is read. */
export function forbiddenOperation(
  rule: Rule,
  { grant, signedInAtEpochSeconds }: Asking,
  nowEpochSeconds: number,
): ProblemDetails | undefined {
  const { scope, providers, needsRecentSignIn } = rule
  if (scope !== 'any' && !grant.scopes.includes(scope)) {
    return forbidden(`This needs the scope "${scope}". The caller has: ${listOf(grant.scopes)}.`)
  }
  if (providers === 'refused' && grant.providerIds) {
    return forbidden('This is not possible for a caller that is restricted to some providers.')
  }
  const isOld =
    signedInAtEpochSeconds !== undefined &&
    signedInAtEpochSeconds + RECENT_SECONDS <= nowEpochSeconds
  return needsRecentSignIn && isOld
    ? {
        code: 'recent_sign_in_required',
        detail: 'This needs a sign-in within the last hour. Sign in again.',
      }
    : undefined
}

const forbidden = (detail: string): ProblemDetails => ({ code: 'forbidden', detail })

const listOf = (names: readonly string[]): string => names.join(', ') || 'none'

/**
 * Why a caller that is restricted to providers may not use an operation on what a request names: it does
 * not exist for them. Only restricted callers cost a read.
 */
export async function hiddenSubject(
  { providersOf }: Pick<HttpContext, 'providersOf'>,
  rule: Rule,
  { caller: { accountId, providerIds }, ...request }: AnyRequest,
): Promise<ProblemDetails | undefined> {
  if (providerIds === undefined || typeof rule.providers === 'string') return undefined
  const { subjects, isFiltered } = rule.providers
  let named = 0
  for (const subject of subjects) {
    for (const id of idsIn(subject, request)) {
      named += 1
      const owners =
        subject.kind === 'provider' ? [id] : await providersOf(subject.kind, id, accountId)
      // The use case answers for a resource that does not exist.
      if (owners === undefined || owners.some((owner) => providerIds.includes(owner))) continue
      return problemOf({ code: 'not_found', resource: RESOURCES[subject.kind], id }, 'account')
    }
  }
  if (named > 0 || isFiltered) return undefined
  return forbidden(
    'A caller that is restricted to some providers must name one of them in this request.',
  )
}

const RESOURCES = {
  booking: 'booking',
  event_type: 'event_type',
  event_type_settings: 'event_type',
  provider: 'provider',
  waitlist_entry: 'waitlist_entry',
} as const satisfies Record<NamedSubject['kind'], string>

/** The ids that a request names in one place. */
function idsIn(
  { in: place, name }: NamedSubject,
  { params, query, body }: Omit<AnyRequest, 'caller'>,
): readonly string[] {
  const from = place === 'path' ? params : place === 'query' ? query : body
  const value: unknown = isRecord(from) ? from[name] : undefined
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((each) => typeof each === 'string')
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Leaves out of a list what belongs to other providers than the caller's. */
export function withoutHidden(
  rule: Rule,
  value: unknown,
  providerIds: readonly string[] | undefined,
): unknown {
  const isFiltered = typeof rule.providers !== 'string' && rule.providers.isFiltered
  if (!isFiltered || providerIds === undefined || !isRecord(value)) return value
  const { data } = value
  if (!Array.isArray(data)) return value
  return { ...value, data: data.filter((row) => isVisible(row, providerIds)) }
}

/** The members of a row of a list that name providers. */
interface Row {
  readonly id?: unknown
  readonly providerId?: unknown
  readonly assignments?: readonly { readonly providerId: string }[]
  readonly requirements?: readonly { readonly providerIds?: readonly string[] }[]
}

/** The providers that a row of a list is or belongs to; ids of other kinds do no harm. */
export const providersOfRow = ({ id, providerId, assignments, requirements }: Row) => [
  ...[id, providerId].filter((each) => typeof each === 'string'),
  ...(assignments ?? []).map((assigned) => assigned.providerId),
  ...(requirements ?? []).flatMap((required) => required.providerIds ?? []),
]

const isVisible = (row: Row, providerIds: readonly string[]): boolean =>
  providersOfRow(row).some((id) => providerIds.includes(id))
