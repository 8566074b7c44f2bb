import { type Actor, isTimeZone } from '@holdfast/engine'
import { z } from 'zod'
import { ACTOR_SCHEMA, actorRepresentation } from '../../kernel/actor.ts'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { timestamps, wallTimeText } from '../../kernel/representations.ts'
import { bookingIndexKeys, propertyKey } from '../keys.ts'
import { type Photo, photosRepresentation, photosSchema } from '../photos/photo.ts'

/** A house with units that are booked by the night. */
export interface Property {
  readonly id: string
  readonly accountId: string
  readonly version: number
  /** Who changed it last. */
  readonly actor?: Actor
  readonly name: string
  /** The IANA zone of its dates and times. It does not change while there are units. */
  readonly timeZone: string
  readonly address?: string
  /** What guests are asked to observe. */
  readonly houseRules?: string
  /** Minutes of the day from which guests arrive, and until which they leave. */
  readonly checkInMinute: number
  readonly checkOutMinute: number
  /** Absent: none. */
  readonly photos?: readonly Photo[]
  /**
   * Its units, in the order of their creation. Whoever creates or deletes a unit replaces the property, so a property is
   * never deleted beside a new unit.
   */
  readonly unitIds: readonly string[]
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** The most units of one property: 32 KB of ids. */
export const UNITS_MAX = 1000

/** The item of a property. `GSI1`: properties of an account. */
export const propertyEntity = defineEntity<Property, 'id'>({
  name: 'property',
  key: ({ id }) => propertyKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, accountId }) => ({
    GSI1: [bookingIndexKeys.propertiesOfAccount(accountId), id],
  }),
  schema: z.object({
    accountId: z.string(),
    version: z.int(),
    actor: z.exactOptional(ACTOR_SCHEMA),
    name: z.string(),
    timeZone: z.string(),
    address: z.exactOptional(z.string()),
    houseRules: z.exactOptional(z.string()),
    checkInMinute: z.int(),
    checkOutMinute: z.int(),
    photos: z.exactOptional(photosSchema),
    unitIds: z.array(z.string()),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
  }),
})

/** What is wrong with a stored property. */
export function propertyProblems(property: Property): readonly string[] {
  const { timeZone, unitIds } = property
  return [
    ...(isTimeZone(timeZone) ? [] : [`The time zone "${timeZone}" is unknown.`]),
    ...(new Set(unitIds).size === unitIds.length ? [] : ['A unit is listed twice.']),
  ]
}

/** A property as guests see it in lists. */
export const guestsPropertyRepresentation = (property: Property) => ({
  name: property.name,
  address: property.address ?? null,
  timeZone: property.timeZone,
  checkInTime: wallTimeText(property.checkInMinute),
  checkOutTime: wallTimeText(property.checkOutMinute),
  photos: photosRepresentation(property.photos),
})

/** A property as guests see it when they book. */
export const hostRepresentation = (property: Property) => ({
  ...guestsPropertyRepresentation(property),
  houseRules: property.houseRules ?? null,
})

/** A property in the API. */
export const propertyRepresentation = (property: Property) => ({
  id: property.id,
  version: property.version,
  ...hostRepresentation(property),
  unitIds: property.unitIds,
  actor: actorRepresentation(property.actor),
  ...timestamps(property),
})
