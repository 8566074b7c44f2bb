import { isTimeZone, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { ChangeOf } from '../../kernel/input.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { readOwn } from '../../kernel/read-own.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { changedNow, newResource } from '../../kernel/resource.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import { bookingIndexKeys, propertyKey } from '../keys.ts'
import { changedPhotos, type PhotoInput, photosOf } from '../photos/photo.ts'
import { usePhotos } from '../photos/use-photos.ts'
import { type Property, propertyEntity } from './property.ts'

/** The input for a new property; null: without the address or the rules. */
export interface PropertyInput {
  readonly name: string
  readonly timeZone: string
  readonly address?: string | null | undefined
  readonly houseRules?: string | null | undefined
  /** Minutes of the day. */
  readonly checkInMinute?: number | undefined
  readonly checkOutMinute?: number | undefined
  readonly photos?: readonly PhotoInput[] | undefined
}

/** A change of a property; null removes the address or the rules. */
export type PropertyChange = ChangeOf<PropertyInput>

type Answer = Result<Property, Refusal>

const CHECK_IN_MINUTE = 15 * 60
const CHECK_OUT_MINUTE = 11 * 60

const unknownZone = (timeZone: string) =>
  invalid('/timeZone', `"${timeZone}" is not an IANA time zone; use a name such as "Europe/Berlin"`)

/** The texts of a property: those that were sent, else those before. Null removes a text. */
function textsOf(
  sent: Pick<PropertyChange, 'address' | 'houseRules'>,
  before: Pick<Property, 'address' | 'houseRules'>,
): Pick<Property, 'address' | 'houseRules'> {
  const { address = before.address, houseRules = before.houseRules } = sent
  return { ...(address != null && { address }), ...(houseRules != null && { houseRules }) }
}

/** Creates a property without units. */
export async function createProperty(
  deps: Dependencies,
  caller: Caller<Property>,
  input: PropertyInput,
): Promise<Answer> {
  if (!isTimeZone(input.timeZone)) return unknownZone(input.timeZone)
  const { photos } = photosOf(input.photos)
  const property: Property = {
    ...newResource(deps, caller.accountId, 'property'),
    actor: caller.actor,
    name: input.name,
    timeZone: input.timeZone,
    ...textsOf(input, {}),
    checkInMinute: input.checkInMinute ?? CHECK_IN_MINUTE,
    checkOutMinute: input.checkOutMinute ?? CHECK_OUT_MINUTE,
    unitIds: [],
  }
  return retryOnConflict(`property ${property.id}`, async () => {
    const use = { userId: property.id, before: undefined, after: photos }
    const used = await usePhotos(deps, caller, use)
    if (!used.ok) return used
    const { writes: uses, ...list } = used.value
    const created: Property = { ...property, ...list }
    const writes = { property: propertyEntity.create(created), ...uses }
    return await commitOrConflict(deps, caller, writes, created)
  })
}

/** Reads a property of the account. */
export const getProperty = (
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  propertyId: string,
): Promise<Answer> =>
  readOwn(deps, caller, propertyEntity, propertyKey(propertyId), notFound('property', propertyId))

/** Lists the properties of the account, the oldest first. */
export const listProperties = (
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  page: Page,
): Promise<Listed<Property>> => {
  const partition = bookingIndexKeys.propertiesOfAccount(caller.accountId)
  return listPage(deps.store, { index: 'GSI1', partition }, page, propertyEntity.decode)
}

/** Changes a property. Bookings keep the times that were agreed. */
export async function updateProperty(
  deps: Dependencies,
  caller: Caller<Property>,
  propertyId: string,
  change: PropertyChange,
): Promise<Answer> {
  if (change.timeZone !== undefined && !isTimeZone(change.timeZone)) {
    return unknownZone(change.timeZone)
  }
  const read = () => getProperty(deps, caller, propertyId)
  return decideOn(caller, `property ${propertyId}`, read, async (before) => {
    const { timeZone = before.timeZone } = change
    if (timeZone !== before.timeZone && before.unitIds.length > 0) {
      return invalid('/timeZone', 'cannot change while the property has units: nights depend on it')
    }
    const { address: _, houseRules: __, photos: oldPhotos, ...rest } = before
    const { photos } = changedPhotos(oldPhotos, change.photos)
    const used = await usePhotos(deps, caller, {
      userId: propertyId,
      before: oldPhotos,
      after: photos,
    })
    if (!used.ok) return used
    const { writes: uses, ...list } = used.value
    const after: Property = {
      ...rest,
      name: change.name ?? before.name,
      timeZone,
      ...textsOf(change, before),
      checkInMinute: change.checkInMinute ?? before.checkInMinute,
      checkOutMinute: change.checkOutMinute ?? before.checkOutMinute,
      ...list,
      ...changedNow(deps, caller, before),
    }
    const writes = { property: propertyEntity.replace(before, after), ...uses }
    return await commitOrConflict(deps, caller, writes, after)
  })
}

/** Deletes a property without units. A unit that is being created replaces the property, so one of the two is refused. */
export async function deleteProperty(
  deps: Dependencies,
  caller: Caller<undefined>,
  propertyId: string,
): Promise<Result<undefined, Refusal>> {
  const read = () => getProperty(deps, caller, propertyId)
  return decideOn(caller, `property ${propertyId}`, read, async (before) => {
    const { unitIds, photos } = before
    if (unitIds.length > 0) return refuse({ code: 'property_in_use', propertyId, unitIds })
    const used = await usePhotos(deps, caller, {
      userId: propertyId,
      before: photos,
      after: undefined,
    })
    if (!used.ok) return used
    const writes = { property: propertyEntity.remove(before), ...used.value.writes }
    return await commitOrConflict(deps, caller, writes, undefined)
  })
}
