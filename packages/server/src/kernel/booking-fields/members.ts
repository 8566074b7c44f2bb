import type { Booking } from '@holdfast/engine'
import type { JsonValue } from '../event-data.ts'
import { type BOOKING_FIELDS, FIELDS_BY_NAME } from './booking-fields.ts'
import type { ShownMember } from './field.ts'

type Fields = typeof BOOKING_FIELDS

/** What all members of a union have together. */
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type ShownFields = Together<
  {
    [Name in keyof Fields]: Fields[Name] extends { shown: infer Shown } ? Shown : never
  }[keyof Fields]
>

/** A booking as the API shows it to its account, without its manage token. */
export type BookingRepresentation = {
  readonly [Name in keyof ShownFields]: ShownFields[Name] extends {
    show: (booking: never) => infer Value
  }
    ? Value
    : never
}

/** The members that only the account sees. */
export type AccountMember = {
  [Name in keyof ShownFields]: ShownFields[Name] extends { isForAccount: true } ? Name : never
}[keyof ShownFields]

/** A shown member, with its name and the field that it shows. */
export interface Member extends Pick<ShownMember<JsonValue>, 'show'> {
  readonly name: string
  readonly field: keyof Booking
  readonly write: (booking: Booking) => JsonValue
  readonly unused: JsonValue | undefined
  readonly unusedAs: 'start' | undefined
  readonly usual: JsonValue | undefined
  readonly isForAccount: boolean
}

/** All shown members, in the order of answers and events. */
export const MEMBERS: readonly Member[] = Object.entries(FIELDS_BY_NAME).flatMap(
  ([field, { shown = {} }]) =>
    Object.entries(shown).map(([name, member]) => ({
      name,
      // The table has exactly the fields of a booking.
      field: field as keyof Booking,
      show: member.show,
      write: member.write ?? member.show,
      unused: member.unused,
      unusedAs: member.unusedAs,
      usual: member.usual,
      isForAccount: member.isForAccount ?? false,
    })),
)

const valuesOf = (value: (member: Member) => JsonValue | undefined) =>
  Object.fromEntries(
    MEMBERS.flatMap((member): readonly (readonly [string, JsonValue])[] => {
      const of = value(member)
      return of === undefined ? [] : [[member.name, of]]
    }),
  )

/** What a booking shows for what it does not use. */
export const UNUSED = valuesOf(({ unused }) => unused)

/** The members that are the start if they are not used. */
export const UNUSED_AS_START: readonly string[] = MEMBERS.flatMap(({ name, unusedAs }) =>
  unusedAs === 'start' ? [name] : [],
)

/** What a booking shows for what has not happened to it. */
export const USUAL = valuesOf(({ usual }) => usual)

// Null is such a value too.
const valueWithout = (unused: JsonValue | undefined, usual: JsonValue | undefined) =>
  unused === undefined ? usual : unused

/** What the members about the booker show once that person is erased, but for the booker and the reason of a cancellation. */
export const ERASED_MEMBERS = valuesOf(({ field, unused, usual }) =>
  FIELDS_BY_NAME[field]?.isPersonal === true ? valueWithout(unused, usual) : undefined,
)

/** The same of members that stay as they are in a booking that the server cancelled. */
export const ERASED_UNLESS_SYSTEM = valuesOf(({ field, unused, usual }) =>
  FIELDS_BY_NAME[field]?.isPersonal === 'unless-system' ? valueWithout(unused, usual) : undefined,
)

/** The schemas of the attributes of a booking's item. */
export const ATTRIBUTE_SCHEMAS = Object.fromEntries(
  Object.entries(FIELDS_BY_NAME).flatMap(([name, { stored }]) => (stored ? [[name, stored]] : [])),
  // `fromEntries` forgets which schema belongs to which name.
) as {
  -readonly [Name in keyof Fields as Fields[Name] extends { stored: unknown }
    ? Name
    : never]: Fields[Name] extends { stored: infer Schema } ? Schema : never
}

const emptyOf = (value: JsonValue | undefined): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Whether a member has the value that says that it is not used. Lists and objects are not used if they are empty. */
export const isUnusedAs = (value: JsonValue | undefined, unused: JsonValue): boolean =>
  value === unused || (emptyOf(unused) && emptyOf(value))
