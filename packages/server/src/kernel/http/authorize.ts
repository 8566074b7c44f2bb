import type { Grant } from '../access/grant.ts'
import {
  NEEDS_EVERY_PROVIDER,
  type ProviderSubject,
  type RefusedMember,
  type Rule,
  ruleOf,
} from '../access/policy.ts'
import type { Caller } from '../caller.ts'
import type { HttpContext } from './context.ts'
import type { AnyEndpoint, EndpointRequest } from './endpoint.ts'
import type { ProblemDetails } from './problem.ts'
import { notFoundProblem } from './refusal-problem.ts'

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
 * not exist for them. What does not exist at all is answered here too, so that the answers are the same.
 * Only restricted callers cost a read.
 */
export async function hiddenSubject(
  context: Pick<HttpContext, 'providersOf'>,
  rule: Rule,
  { caller, ...request }: AnyRequest,
): Promise<ProblemDetails | undefined> {
  const { accountId, providerIds } = caller
  if (providerIds === undefined || typeof rule.providers === 'string') return undefined
  const { subjects, refuses = [], isFiltered } = rule.providers
  const refused = refuses.find(({ name, value }) =>
    textsAt(request.body, name).some((text) => value === undefined || text === value),
  )
  if (refused) return forbidden(refusedText(refused))
  let named = 0
  for (const { in: place, name, kind } of subjects) {
    const from = place === 'path' ? request.params : request[place]
    for (const id of new Set(textsAt(from, name))) {
      named += 1
      if (await mayActOn(context, { kind, id }, accountId, providerIds)) continue
      return notFoundProblem(RESOURCES[kind], id)
    }
  }
  if (named > 0 || isFiltered) return undefined
  return forbidden(
    'A caller that is restricted to some providers must name one of them in this request.',
  )
}

const refusedText = ({ name, value }: RefusedMember): string => {
  const what = value === undefined ? `\`${name}\`` : `\`${name}: ${value}\``
  return `A caller that is restricted to some providers cannot use ${what}, which can reach others.`
}

/** Whether a restricted caller acts for the providers of what it names: for one of them, or for every one. */
async function mayActOn(
  { providersOf }: Pick<HttpContext, 'providersOf'>,
  { kind, id }: { readonly kind: ProviderSubject; readonly id: string },
  accountId: string,
  providerIds: readonly string[],
): Promise<boolean> {
  const owners = kind === 'provider' ? [id] : ((await providersOf(kind, id, accountId)) ?? [])
  const isOwn = (owner: string) => providerIds.includes(owner)
  return owners.some(isOwn) && (!NEEDS_EVERY_PROVIDER.has(kind) || owners.every(isOwn))
}

const RESOURCES = {
  booking: 'booking',
  booking_group: 'booking_group',
  booking_move: 'booking',
  event_type: 'event_type',
  event_type_settings: 'event_type',
  event_type_time: 'event_type',
  provider: 'provider',
  waitlist_entry: 'waitlist_entry',
} as const satisfies Record<ProviderSubject, string>

/** The texts of the members of a value at a path such as `requirements[].providerIds[]`. */
function textsAt(value: unknown, path: string): readonly string[] {
  let found: readonly unknown[] = [value]
  for (const step of path.split('.')) {
    const isList = step.endsWith('[]')
    const name = isList ? step.slice(0, -2) : step
    const members = found.map((each) => (isRecord(each) ? each[name] : undefined))
    found = isList ? members.flatMap((each) => (Array.isArray(each) ? each : [])) : members
  }
  return found.filter((each) => typeof each === 'string')
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Leaves out of a list what belongs to other providers than the caller's. */
export async function withoutHidden(
  context: Pick<HttpContext, 'providersOf'>,
  rule: Rule,
  value: unknown,
  { accountId, providerIds }: Pick<Caller, 'accountId' | 'providerIds'>,
): Promise<unknown> {
  if (providerIds === undefined || typeof rule.providers === 'string') return value
  const { isFiltered, rows } = rule.providers
  if (!isFiltered || !isRecord(value) || !Array.isArray(value.data)) return value
  const data: readonly Row[] = value.data
  const known = new Map<string, Promise<boolean>>()
  const isVisible = (row: Row): boolean | Promise<boolean> => {
    const isNamed = providersOfRow(row).some((id) => providerIds.includes(id))
    if (rows === undefined) return isNamed
    if (!NEEDS_EVERY_PROVIDER.has(rows.kind) && (isNamed || row.requirements === undefined)) {
      return isNamed
    }
    const [id = ''] = textsAt(row, rows.member)
    const visible = known.get(id) ?? mayActOn(context, { ...rows, id }, accountId, providerIds)
    known.set(id, visible)
    return visible
  }
  const isShown = await Promise.all(data.map(isVisible))
  return { ...value, data: data.filter((_, index) => isShown[index]) }
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
