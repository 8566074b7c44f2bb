import { CANDIDATES_MAX, ok, type Result, refuse, UNIT_CHOICES } from '@holdfast/engine'
import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { AttributesOf } from '../../kernel/entity.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { InputError, Refusal } from '../../kernel/refusals.ts'
import { propertyKey, providerKey } from '../keys.ts'
import { propertyEntity } from '../properties/property.ts'
import { isUnit, providerEntity } from '../providers/provider.ts'
import type { RequirementInput } from './check-requirements.ts'

/** Units of a property that are booked alike: in the API, the one requirement of an event type of nights. */
export type UnitPool = AttributesOf<typeof unitPoolSchema>

/** The stored form of a pool. */
export const unitPoolSchema = z.object({
  /** The name of the requirement. */
  name: z.string(),
  /** In order of priority. Absent: all units of the property, in the order of their creation. */
  providerIds: z.exactOptional(z.array(z.string())),
  choice: z.enum(UNIT_CHOICES),
  /** True if bookers may choose the unit. */
  bookerMayChoose: z.exactOptional(z.boolean()),
})

/** What a requirement of time has and a pool of units has not. */
const OF_TIME = ['specialty', 'spans', 'bufferBeforeMinutes', 'bufferAfterMinutes'] as const

/** The pool that the requirements of an event type of nights name. Undefined: its provider is its only unit. */
export function poolOf(
  inputs: readonly RequirementInput[] | null | undefined,
): Result<UnitPool | undefined, Refusal> {
  const [input] = inputs ?? []
  if (inputs == null || input === undefined) return ok(undefined)
  const errors = poolErrors(inputs, input)
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  const { name, providerIds, choice, bookerMayChoose } = input
  return ok({
    name,
    ...(providerIds && { providerIds }),
    choice: UNIT_CHOICES.find((each) => each === choice) ?? 'gap',
    ...(bookerMayChoose && { bookerMayChoose }),
  })
}

function poolErrors(
  inputs: readonly RequirementInput[],
  input: RequirementInput,
): readonly InputError[] {
  const errors: InputError[] = []
  const report = (member: string, message: string) =>
    errors.push({ pointer: `/requirements/0/${member}`, message })
  if (inputs.length > 1) {
    const message =
      'is not possible with `grain` "nights": a stay takes one unit of one requirement'
    errors.push({ pointer: '/requirements/1', message })
  }
  for (const name of OF_TIME) {
    if (input[name] != null) report(name, 'is not possible with `grain` "nights"')
  }
  const { kind, count, choice, providerIds = [] } = input
  if (kind !== undefined && kind !== 'unit') report('kind', 'must be "unit" with `grain` "nights"')
  if (count !== 1) report('count', 'must be 1 with `grain` "nights"')
  if (choice !== undefined && !UNIT_CHOICES.some((each) => each === choice)) {
    report('choice', `must be "gap" or "priority" with \`grain\` "nights", and is "${choice}"`)
  }
  if (new Set(providerIds).size < providerIds.length) {
    report('providerIds', 'names a provider twice')
  }
  return errors
}

/** Checks that the units of a pool are of the property of its event type, and not too many. */
export async function checkPool(
  { store }: Pick<Dependencies, 'store'>,
  accountId: string,
  { propertyId, pool }: { readonly propertyId: string; readonly pool?: UnitPool },
): Promise<Result<undefined, Refusal>> {
  if (pool === undefined) return ok(undefined)
  const { providerIds } = pool
  const keys = providerIds?.map(providerKey) ?? [propertyKey(propertyId)]
  const items = await readItems(store, keys)
  const errors = providerIds
    ? providerIds.flatMap((id, index) => {
        const unit = items[index] && providerEntity.decode(items[index])
        const pointer = `/requirements/0/providerIds/${index}`
        if (unit?.accountId !== accountId || unit.deletedAtEpochSeconds !== undefined) {
          return [{ pointer, message: `"${id}" is not a provider of this account` }]
        }
        return isUnit(unit) && unit.unit.propertyId === propertyId
          ? []
          : [{ pointer, message: `"${id}" is not a unit of the property "${propertyId}"` }]
      })
    : tooManyUnits(items[0] && propertyEntity.decode(items[0]).unitIds.length)
  return errors.length === 0 ? ok(undefined) : refuse({ code: 'validation_failed', errors })
}

function tooManyUnits(unitCount = 0): readonly InputError[] {
  if (unitCount <= CANDIDATES_MAX) return []
  const message = `asks for ${unitCount} units, and a pool has at most ${CANDIDATES_MAX}: name them with \`providerIds\``
  return [{ pointer: '/requirements/0/kind', message }]
}

/** A pool as the requirement that it is in the API. */
export const poolRepresentation = ({ name, providerIds, choice, bookerMayChoose }: UnitPool) => ({
  name,
  providerIds: providerIds ?? null,
  specialty: null,
  kind: providerIds ? null : ('unit' as const),
  count: 1,
  choice,
  bookerMayChoose: bookerMayChoose ?? false,
  spans: null,
  bufferBeforeMinutes: null,
  bufferAfterMinutes: null,
})
