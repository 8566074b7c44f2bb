import { isTimeZone, ok, type Result, refuse, SEQUENCE_GAP_MINUTES } from '@holdfast/engine'
import { slugNamespaceOf } from '../../identity/accounts/public-account.ts'
import { recountWrites } from '../../identity/accounts/recount-task.ts'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type ChangeOf, given } from '../../kernel/input.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { isReservedSlug } from '../../kernel/reserved-slugs.ts'
import { changedNow, newResource } from '../../kernel/resource.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
import { closureStateEntity, readClosureState } from '../closures/closure.ts'
import { limitsOf, type PeriodLimitsInput } from '../limits/limits.ts'
import { newListing } from '../providers/directory-listing.ts'
import {
  kindOfProvider,
  type OutOfOrder,
  type Provider,
  type ProviderKind,
  providerEntity,
  providerSlugEntity,
  slugOfProvider,
  type UnitNights,
} from '../providers/provider.ts'
import { getProvider } from '../providers/read-providers.ts'
import {
  checkUnitChange,
  checkUnitInput,
  newUnit,
  type UnitDependencies,
} from '../providers/units.ts'
import { useSchedule } from '../schedules/schedule-users.ts'
import { checkCandidateBounds } from './candidate-bounds.ts'

/** How bookers put visits together, as input. */
interface VisitRulesInput {
  /** Default: 15. */
  readonly maxGapMinutes?: number | undefined
}

/** The input for a new provider; null: without an optional value. */
export interface ProviderInput {
  readonly name: string
  readonly timeZone: string
  readonly specialty?: string | null | undefined
  readonly slug?: string | undefined
  readonly email?: string | null | undefined
  readonly listed?: boolean | undefined
  readonly active?: boolean | undefined
  readonly kind?: ProviderKind | undefined
  readonly scheduleId?: string | null | undefined
  readonly limits?: PeriodLimitsInput | null | undefined
  readonly visits?: VisitRulesInput | null | undefined
  /** Of a unit. */
  readonly propertyId?: string | undefined
  readonly calendarId?: string | undefined
}

/** A change of a provider; `null` removes an optional value. */
export interface ProviderChange extends ChangeOf<Omit<ProviderInput, 'propertyId' | 'calendarId'>> {
  /** Of a unit. Replaces all of them. */
  readonly outOfOrder?: readonly OutOfOrder[] | undefined
}

type Answer = Result<Provider, Refusal>

const unknownZone = (timeZone: string) =>
  invalid('/timeZone', `"${timeZone}" is not an IANA time zone; use a name such as "Europe/Berlin"`)

/** The slug of a name: "Dr. Ana Pérez" gives "dr-ana-perez"; empty if no letter or digit is left. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '')

const reserved = (slug: string) =>
  invalid('/slug', `"${slug}" is the path of another page; choose another slug`)

/** Creates a provider. A requested slug that is taken is refused; a derived one gets a suffix. */
export async function createProvider(
  deps: UnitDependencies,
  caller: Caller<Provider>,
  input: ProviderInput,
): Promise<Answer> {
  const fits = checkUnitInput(input)
  if (!fits.ok) return fits
  if (!isTimeZone(input.timeZone)) return unknownZone(input.timeZone)
  if (input.slug !== undefined && isReservedSlug(input.slug)) return reserved(input.slug)
  const { name, specialty, email, scheduleId } = input
  const ownSlug = slugOf(name)
  const derived = ownSlug === '' || isReservedSlug(ownSlug) ? 'provider' : ownSlug
  const { accountId } = caller
  const namespace = await slugNamespaceOf(deps, accountId)
  const limits = limitsOf(input.limits ?? null)
  return retryOnConflict(`the slug of a provider named "${derived}"`, async (round) => {
    const closed = await readClosureState(deps, accountId)
    const slug =
      input.slug ?? (round === 0 ? derived : `${derived}-${deps.secrets.newSlugSuffix()}`)
    const resource = newResource(deps, accountId, 'provider')
    const named = { id: resource.id, name }
    const place = input.kind === 'unit' ? await newUnit(deps, caller, named, input) : undefined
    if (place?.ok === false) return place
    const provider: Provider = {
      ...resource,
      name,
      slug,
      ...(namespace === 'own' && { slugNamespace: namespace }),
      timeZone: input.timeZone,
      ...given({ specialty, email, scheduleId }),
      ...(input.listed === true && (await newListing(deps, accountId))),
      ...(input.active === false && { isInactive: true }),
      ...storedKind(input.kind ?? 'person'),
      ...(place && { unit: place.value.unit }),
      ...(limits && { limits }),
      ...storedVisits(input.visits),
      ...(closed && { closuresUntilEpochSeconds: closed.untilEpochSeconds }),
      actor: caller.actor,
    }
    const bounded = await checkCandidateBounds(deps, provider)
    if (!bounded.ok) return bounded
    const use = { userId: provider.id, before: undefined, after: provider.scheduleId }
    const used = await useSchedule(deps, caller, use)
    if (!used.ok) return used
    const writes = {
      provider: providerEntity.create(provider),
      slug: providerSlugEntity.create(slugOfProvider(provider)),
      ...used.value,
      ...place?.value.writes,
      // A closure that is being made marks the providers that it finds.
      closed: closed && closureStateEntity.check(closed),
    }
    const committed = await commit(deps, caller, writes, provider)
    if (committed.kind === 'done') return ok(provider)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    const isTaken = committed.conflicts.has('slug') && input.slug !== undefined
    return isTaken ? slugTaken(slug) : CONFLICT
  })
}

/** How the kind of a provider is stored: a person is the default. */
const storedKind = (kind: ProviderKind): Pick<Provider, 'kind'> =>
  kind === 'person' ? {} : { kind }

/** How visits of bookers are stored: none is the default. */
const storedVisits = (visits: VisitRulesInput | null | undefined): Pick<Provider, 'visits'> =>
  visits ? { visits: { maxGapMinutes: visits.maxGapMinutes ?? SEQUENCE_GAP_MINUTES } } : {}

const slugTaken = (slug: string) => refuse({ code: 'slug_taken', slug })

/** Changes a provider. Existing bookings keep the zone in which they were agreed. */
export async function updateProvider(
  deps: Dependencies,
  caller: Caller<Provider>,
  providerId: string,
  change: ProviderChange,
): Promise<Answer> {
  if (change.timeZone !== undefined && !isTimeZone(change.timeZone)) {
    return unknownZone(change.timeZone)
  }
  return retryOnConflict(`provider ${providerId}`, async () => {
    const found = await getProvider(deps, caller, providerId)
    if (!found.ok) return found
    const before = found.value
    const fits = checkUnitChange(before, change)
    if (!fits.ok) return fits
    // A provider keeps a slug that was reserved after it was taken.
    const newSlug = change.slug === before.slug ? undefined : change.slug
    if (newSlug !== undefined && isReservedSlug(newSlug)) return reserved(newSlug)
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const isNewlyListed = change.listed === true && before.isListed !== true
    const after = {
      ...changedProvider(before, change),
      ...changedNow(deps, caller, before),
      ...(isNewlyListed && (await newListing(deps, caller.accountId))),
    }
    const bounded = await checkCandidateBounds(deps, after, before)
    if (!bounded.ok) return bounded
    const use = { userId: after.id, before: before.scheduleId, after: after.scheduleId }
    const used = await useSchedule(deps, caller, use)
    if (!used.ok) return used
    const isRenamed = after.slug !== before.slug
    const writes = {
      provider: providerEntity.replace(before, after),
      newSlug: isRenamed ? providerSlugEntity.create(slugOfProvider(after)) : undefined,
      oldSlug: isRenamed ? providerSlugEntity.discard(slugOfProvider(before)) : undefined,
      ...used.value,
      ...recountWrites(deps, after, before.limits, after.limits),
    }
    const committed = await commit(deps, caller, writes, after)
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    const { conflicts } = committed
    return conflicts.has('newSlug') && !conflicts.has('provider') ? slugTaken(after.slug) : CONFLICT
  })
}

function changedProvider(before: Provider, change: ProviderChange): Provider {
  const {
    specialty: oldSpecialty,
    email: oldEmail,
    isListed: wasListed,
    directory,
    isInactive: wasInactive,
    kind: _kind,
    scheduleId: oldScheduleId,
    limits: oldLimits,
    visits: oldVisits,
    unit,
    deletionBeganAtEpochSeconds: _,
    ...rest
  } = before
  const specialty = change.specialty === undefined ? oldSpecialty : change.specialty
  const email = change.email === undefined ? oldEmail : change.email
  const scheduleId = change.scheduleId === undefined ? oldScheduleId : change.scheduleId
  const limits = change.limits === undefined ? oldLimits : limitsOf(change.limits)
  return {
    ...rest,
    name: change.name ?? before.name,
    timeZone: change.timeZone ?? before.timeZone,
    slug: change.slug ?? before.slug,
    ...given({ specialty, email, scheduleId }),
    ...((change.listed ?? wasListed) === true && {
      isListed: true,
      ...(directory !== undefined && { directory }),
    }),
    ...(!(change.active ?? wasInactive !== true) && { isInactive: true }),
    ...storedKind(change.kind ?? kindOfProvider(before)),
    ...(limits && { limits }),
    ...storedVisits(change.visits === undefined ? oldVisits : change.visits),
    ...(unit && { unit: changedUnit(unit, change.outOfOrder) }),
  }
}

function changedUnit(
  { outOfOrder: had, ...unit }: UnitNights,
  outOfOrder: ProviderChange['outOfOrder'] = had,
): UnitNights {
  return { ...unit, ...(outOfOrder && outOfOrder.length > 0 && { outOfOrder }) }
}
