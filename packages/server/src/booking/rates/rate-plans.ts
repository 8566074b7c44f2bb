import {
  ok,
  type PriceChange,
  type RateRules,
  type Result,
  ratesProblems,
  refuse,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { given } from '../../kernel/input.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { readById } from '../../kernel/read-by-id.ts'
import { readOwn } from '../../kernel/read-own.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { changedNow, newResource } from '../../kernel/resource.ts'
import { commitNew, commitOrConflict } from '../../kernel/transaction.ts'
import { bookingIndexKeys, ratePlanKey } from '../keys.ts'
import { type LoadedPlan, type RatePlan, ratePlanEntity, rulesOfPlan } from './rate-plan.ts'

type Rules = Omit<RateRules, 'currency'>

/** The input for a new rate plan. */
export interface RatePlanInput extends Rules {
  readonly name: string
  readonly meals?: RatePlan['meals'] | undefined
  readonly currency?: string | undefined
  readonly parentId?: string | undefined
  readonly adjust?: PriceChange | undefined
}

/** A change of a rate plan; null removes a value. */
export type RatePlanChange = {
  readonly [Name in keyof Rules]?: Rules[Name] | null
} & {
  readonly name?: string | undefined
  readonly meals?: RatePlan['meals'] | undefined
  readonly status?: RatePlan['status'] | undefined
  readonly adjust?: PriceChange | undefined
}

type Answer = Result<RatePlan, Refusal>
type Reading = Pick<Dependencies, 'store'>

/** Creates an active rate plan. */
export async function createRatePlan(
  deps: Dependencies,
  caller: Caller<RatePlan>,
  { name, meals = 'none', currency, parentId, adjust, ...rules }: RatePlanInput,
): Promise<Answer> {
  const parent = await parentOf(deps, caller, parentId)
  if (!parent.ok) return parent
  if (currency === undefined && parent.value === undefined) {
    return invalid('/currency', 'is required without `parentId`')
  }
  if (currency !== undefined && parent.value) {
    return invalid('/currency', 'is that of the parent: leave it out')
  }
  const plan: RatePlan = {
    ...newResource(deps, caller.accountId, 'ratePlan'),
    actor: caller.actor,
    status: 'active',
    name,
    meals,
    ...given(rules),
    currency: parent.value?.currency ?? currency ?? '',
    ...(parentId !== undefined && { parentId }),
    ...(adjust && { adjust }),
  }
  const valid = checkPlan({ plan, parent: parent.value })
  if (!valid.ok) return valid
  const writes = { ratePlan: ratePlanEntity.create(plan) }
  return commitNew(deps, caller, writes, plan, 'rate plan')
}

/** The plan that another is to be derived from, which has no parent itself. */
async function parentOf(
  deps: Reading,
  caller: Pick<Caller, 'accountId'>,
  parentId: string | undefined,
): Promise<Result<RatePlan | undefined, Refusal>> {
  if (parentId === undefined) return ok(undefined)
  const found = await getRatePlan(deps, caller, parentId)
  if (!found.ok) return invalid('/parentId', `"${parentId}" is no rate plan of the account`)
  return found.value.parentId === undefined
    ? found
    : invalid('/parentId', 'is a plan with a parent itself: derive the plan from that parent')
}

/** Refuses a plan that contradicts itself. */
function checkPlan({ plan, parent }: LoadedPlan): Result<undefined, Refusal> {
  if ((plan.adjust === undefined) !== (parent === undefined)) {
    return parent
      ? invalid('/adjust', 'is required with `parentId`')
      : invalid('/adjust', 'is only possible with `parentId`')
  }
  for (const name of ['amount', 'nightly'] as const) {
    if (parent && plan[name] !== undefined) {
      return invalid(`/${name}`, 'is that of the parent, changed by `adjust`: leave it out')
    }
  }
  const errors = ratesProblems(rulesOfPlan({ plan, parent }))
  return errors.length === 0 ? ok(undefined) : refuse({ code: 'validation_failed', errors })
}

/** Reads a rate plan of the account. */
export const getRatePlan = (
  deps: Reading,
  caller: Pick<Caller, 'accountId'>,
  ratePlanId: string,
): Promise<Answer> =>
  readOwn(deps, caller, ratePlanEntity, ratePlanKey(ratePlanId), notFound('rate_plan', ratePlanId))

/** What was loaded of each plan. While neither it nor its parent changes, its rules are derived and dated once. */
const loadedPlans = new WeakMap<RatePlan, LoadedPlan>()

/** Reads plans of the account with their parents, by id: all plans together, then all parents. One that does not exist is left out. */
export async function readPlans(
  { store }: Reading,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoadedPlan>> {
  const plans = await readEach(store, ids)
  const parentIds = [...plans.values()].flatMap(({ parentId }) => parentId ?? [])
  const parents = await readEach(store, parentIds)
  return new Map(
    [...plans]
      .filter(([, plan]) => plan.accountId === accountId)
      .map(([id, plan]) => [id, loadedPlan(plan, parents.get(plan.parentId ?? ''))]),
  )
}

const readEach = (store: Pick<Store, 'getMany'>, ids: readonly string[]) =>
  readById(store, ratePlanEntity, ratePlanKey, ids)

function loadedPlan(plan: RatePlan, parent: RatePlan | undefined): LoadedPlan {
  const known = loadedPlans.get(plan)
  if (known !== undefined && known.parent === parent) return known
  const loaded = { plan, parent }
  loadedPlans.set(plan, loaded)
  return loaded
}

/** Lists the rate plans of the account, the oldest first. */
export const listRatePlans = (
  deps: Reading,
  caller: Pick<Caller, 'accountId'>,
  page: Page,
): Promise<Listed<RatePlan>> => {
  const partition = bookingIndexKeys.ratePlansOfAccount(caller.accountId)
  return listPage(deps.store, { index: 'GSI1', partition }, page, ratePlanEntity.decode)
}

/** Changes a rate plan. Bookings keep the prices that were agreed. */
export async function updateRatePlan(
  deps: Dependencies,
  caller: Caller<RatePlan>,
  ratePlanId: string,
  change: RatePlanChange,
): Promise<Answer> {
  const read = () => getRatePlan(deps, caller, ratePlanId)
  return decideOn(caller, `rate plan ${ratePlanId}`, read, async (before) => {
    const kept = Object.fromEntries(
      Object.entries(before).filter(([name]) => change[name as keyof RatePlanChange] !== null),
    )
    const after: RatePlan = {
      // What is removed is optional.
      ...(kept as unknown as RatePlan),
      ...given(change),
      ...changedNow(deps, caller, before),
    }
    const { parentId = '' } = after
    const parents = await readEach(deps.store, parentId === '' ? [] : [parentId])
    const valid = checkPlan({ plan: after, parent: parents.get(parentId) })
    if (!valid.ok) return valid
    const writes = { ratePlan: ratePlanEntity.replace(before, after) }
    return commitOrConflict(deps, caller, writes, after)
  })
}

/** Refuses ids that are no rate plans of the account. */
export async function checkRatePlanIds(
  deps: Reading,
  accountId: string,
  ids: readonly string[] = [],
): Promise<Result<undefined, Refusal>> {
  const found = await Promise.all(ids.map((id) => getRatePlan(deps, { accountId }, id)))
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) !== index) return invalid(`/ratePlanIds/${index}`, `repeats "${id}"`)
    if (!found[index]?.ok) {
      return invalid(`/ratePlanIds/${index}`, `"${id}" is no rate plan of the account`)
    }
  }
  return ok(undefined)
}
